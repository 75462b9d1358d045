import { DEFAULT_TERMS, freeUntil } from '#domain/bookings/cancellation.ts'
import { bookableExtensions } from '#domain/bookings/extension.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { rupeesOf } from '#domain/money.ts'
import { DAY_MAIL_RIDES_MAX, type MessageKind, STARTS_SOON_MINUTES } from '#domain/outbox/outbox.ts'
import type { ReportKind } from '#domain/problems/problems.ts'
import type { RejectReason } from '#domain/riders/licence.ts'
import { addDays, dayOf, instantAt, timeText } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText, timeOrDateText } from '#domain/time/time-texts.ts'
import { MIDNIGHT, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import * as mailsText from '#messages/mails.ts'
import * as staffMailsText from '#messages/staff-mails.ts'
import { readRows } from '#server/db/client.ts'
import { dateFrom, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'
import { openingFrom } from '#server/slots/opening.ts'
import type { BookingFacts, DueMessage } from './due-messages.ts'
import { isFor, JOINED, midnightOf } from './timed-messages.ts'

// The words of each kind of message, from what is true when it is sent.

type ToText = (booking: BookingFacts, message: DueMessage, now: Date) => mailsText.MessageText

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

/** Those about a rider or an account. */
const ACCOUNT_TEXTS = {
  confirm_email: mailsText.confirmEmail,
  email_changed: mailsText.emailChanged,
  invitation: ({ expires_at, facts }, now) => staffMailsText.invitation(facts.by ?? '', timeOf(expires_at, now)),
  license_approved: mailsText.licenceApproved,
  license_rejected: ({ facts }) => mailsText.licenceRejected(facts.reason as RejectReason),
  license_waits: ({ rider_name }) => staffMailsText.licenceWaits(rider_name ?? ''),
  password_reset: mailsText.passwordReset,
  restored: mailsText.restored,
  suspended: mailsText.suspended
} as const satisfies { [Kind in MessageKind]?: (message: DueMessage, now: Date) => mailsText.MessageText }

type AccountKind = keyof typeof ACCOUNT_TEXTS

const RIDE_TEXTS: Record<Exclude<MessageKind, AccountKind | 'day'>, ToText> = {
  booked: (booking, _, now) =>
    mailsText.booked({
      freeUntil: freeCancelEnd(booking, now),
      pinLeadMinutes: leadAhead(booking, now),
      property: booking.property_name,
      scooter: booking.scooter_name,
      when: rideTimes(booking, now)
    }),
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
  dispute: (booking, { facts: { paise = 0, respond_by } }, now) =>
    staffMailsText.disputed({
      amount: rupeesOf(paise),
      respondBy: respond_by ? timeOf(respond_by, now) : null,
      when: rowTimes(booking, now)
    }),
  ends_soon: (booking, { expires_at }, now) =>
    mailsText.endsSoon({ canExtend: canExtend(booking), time: timeOf(expires_at, now) }),
  extended: ({ amount, end_at, scooter_name: scooter }, _, now) =>
    mailsText.extended({ amount, scooter, until: timeOf(end_at, now) }),
  hold_lapsing: ({ end_at, kind, scooter_name: scooter }, { expires_at }, now) =>
    mailsText.holdLapsing({
      extensionEnd: kind === 'extension' ? timeOf(end_at, now) : null,
      minutes: Math.max(1, Math.round((expires_at - secondsOf(now)) / MINUTE_SECONDS)),
      scooter,
      until: timeOf(expires_at, now)
    }),
  moved: (booking, { facts: { before = '' } }, now) =>
    mailsText.moved({ before, scooter: booking.scooter_name, when: rideTimes(booking, now) }),
  not_ready: ({ scooter_name: scooter, start_at }, _, now) =>
    mailsText.notReady({ scooter, time: timeOf(start_at, now) }),
  overdue: ({ end_at, ride_end, scooter_name: scooter }, _, now) =>
    mailsText.overdue({ end: timeOf(ride_end ?? end_at, now), scooter }),
  payment_lost: (booking, { facts: { paise = 0, reason = '' } }, now) =>
    mailsText.paymentLost({ amount: rupeesOf(paise), reason, when: rowTimes(booking, now) }),
  pin_changed: (booking, _, now) => {
    const { end_at, ride_end, scooter_name: scooter } = booking
    const end = ride_end ?? end_at
    return end > secondsOf(now)
      ? mailsText.pinChanged({ scooter, when: rideTimes(booking, now) })
      : mailsText.pinChangedLate({ end: timeOf(end, now), scooter })
  },
  pin_due: (booking, _, now) =>
    staffMailsText.pinDue({
      backAt: booking.riding_until === null ? null : timeOf(booking.riding_until, now),
      isLate: booking.is_scooter_late === 1,
      next: timeOf(booking.start_at, now),
      scooter: booking.scooter_name
    }),
  problem: (booking, { facts: { is_maintenance, reason, scooter = '' } }, now) =>
    staffMailsText.problemReported({
      isMaintenance: is_maintenance === 1,
      kind: reason as ReportKind,
      scooter,
      when: rideTimes(booking, now)
    }),
  problem_waits: (_, { facts: { reason, scooter = '' } }) => staffMailsText.problemWaits(scooter, reason as ReportKind),
  refund_review: (booking, { facts: { paise = 0 } }, now) =>
    staffMailsText.refundReview({ amount: rupeesOf(paise), when: rowTimes(booking, now) }),
  refunded: (booking, { bank_reference, facts: { paise = 0 }, is_reference_awaited }, now) =>
    mailsText.refunded({
      amount: rupeesOf(paise),
      isPaidAtDesk: Boolean(booking.is_paid_at_desk),
      isReferenceAwaited: is_reference_awaited === 1,
      reference: bank_reference,
      when: rowTimes(booking, now)
    }),
  ride_late: ({ end_at, ride_end, scooter_name: scooter }, _, now) =>
    staffMailsText.rideLate({ end: timeOf(ride_end ?? end_at, now), scooter }),
  starts_soon: (booking, { expires_at }, now) =>
    mailsText.startsSoon({
      pinLeadMinutes: shownLater(booking.pin_lead_minutes),
      location: booking.parking_note ?? booking.property_name,
      scooter: booking.scooter_name,
      time: timeOf(expires_at, now)
    })
}

const isAboutAccount = (kind: MessageKind): kind is AccountKind => kind in ACCOUNT_TEXTS

/** Null if the message is no longer true. The day of an account has its own words (dayMail). */
export function messageText(message: DueMessage, now: Date): mailsText.MessageText | null {
  const { booking, is_due, kind } = message
  if (!is_due || kind === 'day') return null
  if (isAboutAccount(kind)) return ACCOUNT_TEXTS[kind](message, now)
  return booking && RIDE_TEXTS[kind](booking, message, now)
}

// The day, as it is when the mail is sent. Parameters: :admin, :from and :to.

const OWN_PROPERTIES = `properties p CROSS JOIN admins a ON a.id = :admin AND ${JOINED} AND ${isFor('p.id')}`

const RIDES = `
SELECT b.scooter_name, b.start_at, ${rideEnd('b.id')} AS end_at
  FROM ${OWN_PROPERTIES}
 CROSS JOIN bookings b ON b.property_id = p.id AND b.start_at > :from - ${LONGEST_RIDE_MINUTES * MINUTE_SECONDS}
                      AND b.start_at < :to
 WHERE p.archived_at IS NULL AND b.kind = 'ride' AND ${withoutIndex('b.state')} = 'confirmed' AND b.returned_at IS NULL
   AND ${rideEnd('b.id')} >= :from
 ORDER BY b.start_at`

const COUNTS = `
SELECT (SELECT count(*) FROM pin_changes c JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
         WHERE s.property_id IN (SELECT p.id FROM ${OWN_PROPERTIES})) AS pins,
       (SELECT count(*) FROM scooters s WHERE s.status = 'Maintenance' AND s.archived_at IS NULL
           AND s.property_id IN (SELECT p.id FROM ${OWN_PROPERTIES})) AS maintenance,
       (SELECT count(*) FROM (
         SELECT 1 FROM ${OWN_PROPERTIES} AND a.role <> 'caretaker'
           CROSS JOIN users u ON u.property_id = p.id AND u.license_waits_since > 0 AND u.deleted_at IS NULL
          LIMIT ${PAGE_SIZE})) AS licences`

/** The mail with the day of an account. Null if nothing happens. */
export async function dayMail(admin: string, now: Date): Promise<mailsText.MessageText | null> {
  const day = dayOf(now)
  const from = midnightOf(now)
  const to = secondsOf(instantAt(addDays(day, 1), MIDNIGHT))
  const { counts, rides } = await readRows<{
    counts: { licences: number; maintenance: number; pins: number }
    rides: { scooter_name: string; start_at: number; end_at: number }
  }>({ counts: COUNTS, rides: RIDES }, { admin, from, to })
  const { licences = 0, maintenance = 0, pins = 0 } = counts[0] ?? {}
  const events = rides.flatMap(({ end_at, scooter_name, start_at }) => [
    ...(start_at >= from ? [{ at: start_at, isStart: true, scooter: scooter_name }] : []),
    ...(end_at < to ? [{ at: end_at, isStart: false, scooter: scooter_name }] : [])
  ])
  if (events.length === 0 && licences === 0 && pins === 0 && maintenance === 0) return null
  const sorted = events.toSorted((one, other) => one.at - other.at)
  return staffMailsText.dayAhead({
    day,
    ends: events.filter(({ isStart }) => !isStart).length,
    lines: sorted.slice(0, DAY_MAIL_RIDES_MAX).map(({ at, ...event }) => ({ ...event, time: timeText(dateFrom(at)) })),
    licences,
    maintenance,
    more: Math.max(0, sorted.length - DAY_MAIL_RIDES_MAX),
    pins,
    starts: events.filter(({ isStart }) => isStart).length
  })
}
