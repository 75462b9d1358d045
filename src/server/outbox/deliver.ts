import { screenPath } from '#domain/admin/screens.ts'
import { calendarFile, calendarMethod } from '#domain/bookings/calendar-event.ts'
import { LINK_KINDS, type LinkKind, type MessageKind } from '#domain/outbox/outbox.ts'
import { confirmPath, INVITATION, PATHS, receiptPath, resetPath } from '#domain/routes.ts'
import type * as mailsText from '#messages/mails.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import { dateFrom, parseStoredJson, storedTerms } from '#server/db/sql.ts'
import { isProduction, senderAddress } from '#server/runtime/env.ts'
import { emailToken } from '#server/sessions/sessions.ts'
import { type Mail, mailProvider, pushToDevices, type SendFailure } from './channels.ts'
import { type DueMessage, type StoredMessage, storedFacts } from './due-messages.ts'
import { type MailContent, mailHtml, mailText, pageUrl, supportUrl } from './mail-content.ts'
import { dayMail, messageText } from './message-text.ts'

/**
 * The result of one attempt. 'dropped': the message is no longer true, or its account is deleted. 'no_device': the
 * rider has no device left. 'retry' and 'rejected' as in server/outbox/channels.ts.
 */
export type Delivery =
  | { outcome: 'sent'; subject: string; body: string | null }
  | { outcome: 'dropped' }
  | { outcome: 'no_device' }
  | SendFailure

const hasLink = (kind: MessageKind): kind is LinkKind => (LINK_KINDS as readonly MessageKind[]).includes(kind)

const REMINDERS: readonly MessageKind[] = ['ends_soon', 'hold_lapsing', 'starts_soon']

function parseMessage({ booking, facts, ...rest }: StoredMessage): DueMessage {
  const terms = booking?.terms ? parseStoredJson('bookings.terms', storedTerms, booking.terms) : null
  return {
    ...rest,
    booking: booking && { ...booking, terms },
    facts: facts === null ? {} : parseStoredJson('outbox.facts', storedFacts, facts)
  }
}

/** Sends a message as it is true now. Rejects if its JSON is malformed. */
export async function deliverMessage(stored: StoredMessage, now: Date): Promise<Delivery> {
  const message = parseMessage(stored)
  const text = await wordsOf(message, now)
  // The message is no longer true, or its account is deleted or has no email.
  if (text === null || message.email === null) return { outcome: 'dropped' }
  if (message.channel === 'push') return sendPush(message, text, now)
  // The rider wants no reminders by mail.
  if (REMINDERS.includes(message.kind) && message.reminders === 0) return { outcome: 'dropped' }
  return sendMail(message, { text, to: recipient(message, message.email) }, now)
}

/** Null if the message is no longer true. */
async function wordsOf(message: DueMessage, now: Date): Promise<mailsText.MessageText | null> {
  const { admin_id, kind } = message
  return kind === 'day' && admin_id !== null ? dayMail(admin_id, now) : messageText(message, now)
}

/** The address before the change, or the present one. */
function recipient({ facts, kind }: DueMessage, present: string): string {
  return kind === 'email_changed' && facts.email ? facts.email : present
}

async function sendPush(message: DueMessage, text: mailsText.MessageText, now: Date): Promise<Delivery> {
  const [body = ''] = text.lines.filter(Boolean)
  const result = await pushToDevices(message, { body, path: pathOf(message), title: text.subject }, now)
  if (result.outcome !== 'sent') return result
  return { body: JSON.stringify(mailContent(message, text)), outcome: 'sent', subject: text.subject }
}

async function sendMail(
  message: DueMessage,
  { text, to }: { text: mailsText.MessageText; to: string },
  now: Date
): Promise<Delivery> {
  const content = mailContent(message, text)
  const mail: Mail = {
    attachments: calendarAttachments(message, to, now),
    html: mailHtml(content),
    id: message.id,
    subject: content.subject,
    text: mailText(content),
    to
  }
  const result = await mailProvider()(mail, now)
  if (result.outcome !== 'sent') return result
  // Such a link is kept for the development outbox only.
  const isSecret = hasLink(message.kind) && isProduction()
  return { body: isSecret ? null : JSON.stringify(content), outcome: 'sent', subject: content.subject }
}

function mailContent(message: DueMessage, { button, lines, subject }: mailsText.MessageText): MailContent {
  const { booking } = message
  return {
    button: { label: button, url: pageUrl(pathOf(message)) },
    lines: lines.filter(Boolean),
    property: booking?.property_name ?? null,
    receiptUrl:
      KINDS_WITH_RECEIPT.includes(message.kind) && booking && booking.paid_paise > 0
        ? pageUrl(receiptPath(booking.ride_id))
        : null,
    subject,
    // Support is for riders.
    supportUrl:
      message.admin_id === null ? supportUrl(booking?.support_phone ?? null, booking?.scooter_name ?? null) : null
  }
}

/** The page that the button opens. */
function pathOf({ admin_id, facts, kind }: DueMessage): string {
  if (kind === 'email_changed' || kind === 'license_approved' || kind === 'restored') return PATHS.home
  if (kind === 'license_rejected') return PATHS.profile
  if (kind === 'license_waits') return screenPath('licences')
  if (kind === 'problem' || kind === 'problem_waits') return screenPath('problems')
  if (kind === 'day' || kind === 'pin_due' || kind === 'ride_late') return screenPath('today')
  if (kind === 'dispute' || kind === 'refund_review') return screenPath('payments')
  if (!hasLink(kind)) return PATHS.myBookings
  const token = emailToken(facts.token_id ?? '')
  if (kind === 'confirm_email') return confirmPath(token)
  const type = admin_id === null ? 'user' : 'admin'
  return resetPath(token, kind === INVITATION ? INVITATION : type)
}

/** Riders get these after their payment. */
const KINDS_WITH_RECEIPT: readonly MessageKind[] = ['booked', 'cancelled', 'extended']

const KINDS_WITH_CALENDAR: readonly MessageKind[] = ['booked', 'cancelled', 'extended', 'moved']

/** The calendar file of the ride, with mails that change it. */
function calendarAttachments({ booking, kind }: DueMessage, to: string, now: Date): Mail['attachments'] {
  const from = senderAddress()
  if (booking === null || from === null || !KINDS_WITH_CALENDAR.includes(kind)) return []
  const ride = {
    description: manageRideText.entryDescription(pageUrl(PATHS.myBookings)),
    end: dateFrom(booking.ride_end ?? booking.end_at),
    id: booking.ride_id,
    isCancelled: kind === 'cancelled',
    location: manageRideText.entryLocation(booking.property_name, booking.location),
    revision: booking.revision,
    start: dateFrom(booking.ride_start),
    title: manageRideText.entryTitle(booking.scooter_name)
  }
  const type = `text/calendar; charset=utf-8; method=${calendarMethod(ride)}`
  return [{ content: calendarFile(ride, now, { from, to }), filename: manageRideText.calendarFileName, type }]
}
