import { DEFAULT_TERMS, freeUntil } from '#domain/bookings/cancellation.ts'
import { bookableExtensions } from '#domain/bookings/extension.ts'
import { rupeesOf } from '#domain/money.ts'
import { type LinkKind, type MessageKind, STARTS_SOON_MINUTES } from '#domain/outbox/outbox.ts'
import type { ReportKind } from '#domain/problems/problems.ts'
import type { RejectReason } from '#domain/riders/licence.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText, timeOrDateText } from '#domain/time/time-texts.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import * as mailsText from '#messages/mails.ts'
import * as staffMailsText from '#messages/staff-mails.ts'
import { dateFrom, secondsOf } from '#server/db/sql.ts'
import { openingFrom } from '#server/slots/opening.ts'
import type { BookingFacts, DueMessage } from './due-messages.ts'

// The words of each kind of message, from what is true when it is sent. Null: it is no longer true.

type ToText = (booking: BookingFacts, message: DueMessage, now: Date) => mailsText.MessageText | null

// A message is read anywhere and at any later time, so each time has its zone, and its day and year unless they are
// those of the sending.

/** '7:00 pm IST', or '2:00 am on Sun 14 Jun IST' if it is not today. */
const timeOf = (seconds: number, now: Date) => commonText.inIndianTime(timeOrDateText(dateFrom(seconds), now))

/** 'Sat 13 Jun, 7:00 – 10:00 pm IST' */
function whenOf(start: number, end: number, now: Date): string {
  const from = dateFrom(start)
  return commonText.inIndianTime(`${dayOrDateText(dayOf(from), dayOf(now))}, ${rangeText(from, dateFrom(end), now)}`)
}

const rowTimes = ({ end_at, start_at }: BookingFacts, now: Date) => whenOf(start_at, end_at, now)
const rideTimes = ({ end_at, ride_end, ride_start }: BookingFacts, now: Date) =>
  whenOf(ride_start, ride_end ?? end_at, now)

/** Until when a full refund is possible, such as '6:00 pm IST'; null if that has passed. */
function freeCancelEnd({ paid_at, start_at, terms }: BookingFacts, now: Date): string | null {
  const paidAt = paid_at === null ? null : dateFrom(paid_at)
  const until = freeUntil({ paid_at: paidAt, start_at: dateFrom(start_at) }, terms ?? DEFAULT_TERMS)
  return until > now && until <= dateFrom(start_at) ? timeOf(secondsOf(until), now) : null
}

function canExtend(facts: BookingFacts): boolean {
  const { in_service, max_ride_hours, next_taken, ride_end, ride_hours } = facts
  if (ride_end === null || ride_hours === null) return false
  const { obstacle } = bookableExtensions({
    bookedHours: ride_hours,
    end: dateFrom(ride_end),
    isInService: in_service === 1,
    maxRideHours: max_ride_hours,
    nextTaken: next_taken === null ? null : dateFrom(next_taken),
    opening: openingFrom(facts)
  })
  return obstacle === null
}

/** The lead if the PIN is not shown yet when the reminder of the start is sent, else null. */
function shownLater(lead: number | null): number | null {
  return lead !== null && lead < STARTS_SOON_MINUTES ? lead : null
}

/** The lead if the PIN is not shown yet, else null. */
const leadAhead = ({ pin_lead_minutes: lead, start_at }: BookingFacts, now: Date): number | null =>
  lead !== null && start_at - lead * MINUTE_SECONDS > secondsOf(now) ? lead : null

const isConfirmed = ({ state }: BookingFacts) => state === 'confirmed'

const whileConfirmed =
  (toText: ToText): ToText =>
  (booking, message, now) =>
    isConfirmed(booking) ? toText(booking, message, now) : null

const whileDue =
  (toText: ToText): ToText =>
  (booking, message, now) =>
    message.is_due ? toText(booking, message, now) : null

/** Those about a rider, while they are true. */
const RIDER_TEXTS = {
  license_approved: mailsText.licenceApproved,
  license_rejected: ({ facts }) => mailsText.licenceRejected(facts.reason as RejectReason),
  license_waits: ({ rider_name }) => staffMailsText.licenceWaits(rider_name ?? ''),
  restored: mailsText.restored,
  suspended: mailsText.suspended
} as const satisfies { [Kind in MessageKind]?: (message: DueMessage) => mailsText.MessageText }

type AccountKind = 'day' | 'email_changed' | LinkKind | keyof typeof RIDER_TEXTS

const RIDE_TEXTS: Record<Exclude<MessageKind, AccountKind>, ToText> = {
  booked: whileConfirmed((booking, _, now) =>
    mailsText.booked({
      freeUntil: freeCancelEnd(booking, now),
      pinLeadMinutes: leadAhead(booking, now),
      property: booking.property_name,
      scooter: booking.scooter_name,
      when: rideTimes(booking, now)
    })
  ),
  cancelled: (booking, _, now) =>
    mailsText.cancelled({
      isByRider: booking.cancelled_by === 'rider',
      isPaidAtDesk: Boolean(booking.is_paid_at_desk),
      owed: booking.owed_paise && rupeesOf(booking.owed_paise),
      paid: rupeesOf(booking.paid_paise),
      property: booking.property_name,
      reason: booking.cancel_reason,
      refund: rupeesOf(booking.refunded_paise),
      scooter: booking.scooter_name,
      when: rideTimes(booking, now)
    }),
  dispute: whileDue((booking, { facts: { paise = 0, respond_by } }, now) =>
    staffMailsText.disputed({
      amount: rupeesOf(paise),
      respondBy: respond_by ? timeOf(respond_by, now) : null,
      when: rowTimes(booking, now)
    })
  ),
  ends_soon: (booking, { expires_at }, now) =>
    isConfirmed(booking) && booking.returned_at === null && booking.ride_end === expires_at
      ? mailsText.endsSoon({ canExtend: canExtend(booking), time: timeOf(expires_at, now) })
      : null,
  extended: whileConfirmed(({ amount, end_at, scooter_name: scooter }, _, now) =>
    mailsText.extended({ amount, scooter, until: timeOf(end_at, now) })
  ),
  hold_lapsing: ({ end_at, hold_until, kind, scooter_name, settling, state }, { expires_at }, now) =>
    state === 'held' && settling === 0 && hold_until === expires_at
      ? mailsText.holdLapsing({
          extensionEnd: kind === 'extension' ? timeOf(end_at, now) : null,
          minutes: Math.max(1, Math.round((hold_until - secondsOf(now)) / MINUTE_SECONDS)),
          scooter: scooter_name,
          until: timeOf(hold_until, now)
        })
      : null,
  moved: (booking, { facts: { before = '', scooter } }, now) =>
    isConfirmed(booking) && booking.returned_at === null && booking.scooter_name === scooter
      ? mailsText.moved({ before, scooter, when: rideTimes(booking, now) })
      : null,
  not_ready: whileDue(({ scooter_name: scooter, start_at }, _, now) =>
    mailsText.notReady({ scooter, time: timeOf(start_at, now) })
  ),
  overdue: whileDue(({ end_at, ride_end, scooter_name: scooter }, _, now) =>
    mailsText.overdue({ end: timeOf(ride_end ?? end_at, now), scooter })
  ),
  payment_lost: (booking, { facts: { paise = 0, reason = '' } }, now) =>
    mailsText.paymentLost({ amount: rupeesOf(paise), reason, when: rowTimes(booking, now) }),
  pin_changed: (booking, _, now) => {
    const { end_at, ride_end, returned_at, scooter_name: scooter } = booking
    if (!isConfirmed(booking) || returned_at !== null) return null
    const end = ride_end ?? end_at
    return end > secondsOf(now)
      ? mailsText.pinChanged({ scooter, when: rideTimes(booking, now) })
      : mailsText.pinChangedLate({ end: timeOf(end, now), scooter })
  },
  pin_due: whileDue((booking, _, now) =>
    staffMailsText.pinDue({
      backAt: booking.riding_until === null ? null : timeOf(booking.riding_until, now),
      isLate: booking.is_scooter_late === 1,
      next: timeOf(booking.start_at, now),
      scooter: booking.scooter_name
    })
  ),
  problem: whileDue((booking, { facts: { is_maintenance, reason, scooter = '' } }, now) =>
    staffMailsText.problemReported({
      isMaintenance: is_maintenance === 1,
      kind: reason as ReportKind,
      scooter,
      when: rideTimes(booking, now)
    })
  ),
  problem_waits: whileDue((_, { facts: { reason, scooter = '' } }) =>
    staffMailsText.problemWaits(scooter, reason as ReportKind)
  ),
  refund_review: whileDue((booking, { facts: { paise = 0 } }, now) =>
    staffMailsText.refundReview({ amount: rupeesOf(paise), when: rowTimes(booking, now) })
  ),
  refunded: (booking, { bank_reference, facts: { paise = 0 }, is_reference_awaited }, now) =>
    mailsText.refunded({
      amount: rupeesOf(paise),
      isPaidAtDesk: Boolean(booking.is_paid_at_desk),
      isReferenceAwaited: is_reference_awaited === 1,
      reference: bank_reference,
      when: rowTimes(booking, now)
    }),
  ride_late: whileDue(({ end_at, ride_end, scooter_name: scooter }, _, now) =>
    staffMailsText.rideLate({ end: timeOf(ride_end ?? end_at, now), scooter })
  ),
  starts_soon: (booking, { expires_at }, now) =>
    isConfirmed(booking) && booking.start_at === expires_at
      ? mailsText.startsSoon({
          pinLeadMinutes: shownLater(booking.pin_lead_minutes),
          location: booking.parking_note ?? booking.property_name,
          scooter: booking.scooter_name,
          time: timeOf(booking.start_at, now)
        })
      : null
}

const isAboutRider = (kind: MessageKind): kind is keyof typeof RIDER_TEXTS => kind in RIDER_TEXTS

/** Null if the message is no longer true. The day of an account has its own words (timed-messages.ts). */
export function messageText(message: DueMessage, now: Date): mailsText.MessageText | null {
  if (message.kind === 'email_changed') return mailsText.emailChanged()
  if (message.kind === 'confirm_email') return message.is_link_unused ? mailsText.confirmEmail() : null
  if (message.kind === 'password_reset') return message.is_link_unused ? mailsText.passwordReset() : null
  if (message.kind === 'invitation')
    return message.is_link_unused
      ? staffMailsText.invitation(message.facts.by ?? '', timeOf(message.expires_at, now))
      : null
  if (message.kind === 'day') return null
  if (isAboutRider(message.kind)) return message.is_due ? RIDER_TEXTS[message.kind](message) : null
  return message.booking && RIDE_TEXTS[message.kind](message.booking, message, now)
}
