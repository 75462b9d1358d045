import * as v from 'valibot'
import type { BookingKind } from '#domain/bookings/booking-status.ts'
import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { LINK_KINDS, type MessageChannel, type MessageKind } from '#domain/outbox/outbox.ts'
import { UNANSWERED_STATUSES } from '#domain/payments.ts'
import { prepareNamed } from '#server/db/client.ts'
import { hasEmail } from '#server/db/schema/riders.ts'
import { ruleSql, secondsOf, sqlStringList } from '#server/db/sql.ts'
import {
  isDeskPayment,
  isInService,
  isRowOf,
  isUnreturnedRide,
  lastPaidRow,
  NEXT_TAKEN,
  rideOf,
  sumOfPaid
} from '#server/slots/booking-sql.ts'
import { OPENING_COLUMNS, type OpeningRow } from '#server/slots/opening.ts'
import { isLateNow, isNotReady, ridingUntil } from '#server/slots/scooter-state.ts'

/** Facts from the time of the change, by the kind of message. The rows can say something else later. */
export const storedFacts = v.object({
  /** Of the refund. */
  paise: v.optional(v.number()),
  reason: v.optional(v.string()),
  /** Of a moved ride: its scooter, and the one before. Of a problem: its scooter. */
  scooter: v.optional(v.string()),
  before: v.optional(v.string()),
  /** The address before it was changed. */
  email: v.optional(v.string()),
  /** Who invites. */
  by: v.optional(v.string()),
  /** Of a problem: it has put the scooter into maintenance. Its kind is the reason. */
  is_maintenance: v.optional(v.number()),
  /** Of a dispute: when the answer is due, Unix seconds. */
  respond_by: v.nullish(v.number()),
  /** The token of the link is computed from it (server/sessions/sessions.ts). */
  token_id: v.optional(v.string())
})

/** A leased message with everything that its words can need. Times are Unix seconds. */
export interface DueMessage {
  id: string
  kind: MessageKind
  channel: MessageChannel
  attempts: number
  expires_at: number
  created_at: number
  facts: v.InferOutput<typeof storedFacts>
  user_id: string | null
  admin_id: string | null
  /** Null if the account is deleted, or has none. */
  email: string | null
  reminders: 0 | 1 | null
  booking: BookingFacts | null
  /** Of a message about a licence or a suspension: the rider's. */
  rider_name: string | null
  /** What it says is still so (IS_DUE). */
  is_due: 0 | 1 | null
  /** Of a processed refund. */
  bank_reference: string | null
  /** The bank has not given it yet, and My Bookings will show it. */
  is_reference_awaited: 0 | 1
}

export interface BookingFacts extends OpeningRow {
  kind: BookingKind
  start_at: number
  end_at: number
  /** Rupees. */
  amount: number
  paid_at: number | null
  scooter_name: string
  property_name: string
  parking_note: string | null
  /** The property's address. */
  location: string | null
  support_phone: string | null
  pin_lead_minutes: number | null
  cancelled_by: string | null
  cancel_reason: string | null
  terms: CancellationTerms | null
  /** Of its ride, with its paid extensions, also if they are cancelled; null if no row was paid. */
  ride_end: number | null
  /** Of its paid rows. */
  ride_hours: number | null
  /** The scooter of the last paid row can be booked. */
  in_service: 0 | 1 | null
  max_ride_hours: number
  /** When the scooter or the rider is taken after the ride. Null if not within the longest extension. */
  next_taken: number | null
  /** Of a message about its PIN: until when another ride of the scooter is out. */
  riding_until: number | null
  /** And that it is late. */
  is_scooter_late: 0 | 1 | null
  revision: number
  ride_id: string
  ride_start: number
  /** Its refund, or what was paid for the ride. */
  is_paid_at_desk: 0 | 1 | null
  /** Of all rows of the ride, in paise. */
  paid_paise: number
  refunded_paise: number
  /** What is owed for the ride beside that. Null: nothing. */
  owed_paise: number | null
}

const sumOfRide = (sum: string) => `(SELECT coalesce(sum(${sum}), 0) FROM bookings w WHERE ${isRowOf('w', 'ride.id')})`

const PAID = sumOfRide("(SELECT y.paise FROM payments y WHERE y.id = w.payment_id AND y.status = 'captured')")
const REFUNDED = sumOfRide('(SELECT sum(f.paise) FROM refunds f WHERE f.payment_id = w.payment_id)')

const CANCELLED_END = `(SELECT max(w.end_at) FROM bookings w
         WHERE ${isRowOf('w', 'ride.id')} AND w.state = 'cancelled' AND w.payment_id IS NOT NULL)`

const IS_LINK_UNUSED = "(SELECT t.used_at IS NULL FROM email_tokens t WHERE t.hash = o.facts ->> 'hash')"

const IS_LATE = `(${isUnreturnedRide('ride')} AND last.end_at <= :now AND rules.return_mode = 'confirmed')`

const IS_PROBLEM_OPEN = `EXISTS (SELECT 1 FROM problems p WHERE p.id = o.facts ->> 'problem' AND p.state = 'open')`

const IS_CONFIRMED = "b.state = 'confirmed'"
const IS_UNRETURNED = `${IS_CONFIRMED} AND ride.returned_at IS NULL`
const RIDE_END = `coalesce(last.end_at, ${CANCELLED_END})`

/** SQL: the message is still true. One of another kind always is. */
const TRUTHS: { [Kind in MessageKind]?: string } = {
  ...Object.fromEntries(LINK_KINDS.map(kind => [kind, IS_LINK_UNUSED])),
  booked: IS_CONFIRMED,
  dispute: `EXISTS (SELECT 1 FROM disputes d WHERE d.dispute_id = o.facts ->> 'dispute'
                       AND d.status IN ${sqlStringList(UNANSWERED_STATUSES)})`,
  ends_soon: `${IS_UNRETURNED} AND ${RIDE_END} = o.expires_at`,
  extended: IS_CONFIRMED,
  hold_lapsing: "b.state = 'held' AND NOT b.settling AND b.hold_until = o.expires_at",
  license_approved: "u.license_status = 'approved'",
  license_rejected: "u.license_status = 'rejected' AND u.license_waits_since IS NULL",
  license_waits: 'u.license_waits_since IS NOT NULL',
  moved: `${IS_UNRETURNED} AND b.scooter_name = o.facts ->> 'scooter'`,
  not_ready: isNotReady('ride'),
  overdue: IS_LATE,
  pin_changed: IS_UNRETURNED,
  pin_due: `EXISTS (SELECT 1 FROM pin_changes c WHERE c.scooter_id = b.scooter_id) AND ${IS_CONFIRMED}`,
  problem: IS_PROBLEM_OPEN,
  problem_waits: IS_PROBLEM_OPEN,
  refund_review: "EXISTS (SELECT 1 FROM refunds r WHERE r.id = o.facts ->> 'refund' AND r.status = 'review')",
  restored: 'u.suspended_at IS NULL',
  ride_late: IS_LATE,
  starts_soon: `${IS_CONFIRMED} AND b.start_at = o.expires_at`,
  suspended: 'u.suspended_at IS NOT NULL'
}

const IS_DUE = `CASE o.kind ${Object.entries(TRUTHS)
  .map(([kind, isTrue]) => `WHEN '${kind}' THEN ${isTrue}`)
  .join(' ')} ELSE 1 END`

const SELECT_MESSAGES = `
SELECT o.id, o.kind AS message_kind, o.channel, o.attempts, o.expires_at, o.created_at, o.facts, o.user_id, o.admin_id,
       o.booking_id, iif(o.admin_id IS NOT NULL, a.email, iif(${hasEmail('u')}, u.email, NULL)) AS email, u.name AS rider_name, u.reminders,
       ${IS_DUE} AS is_due, refund.bank_reference, refund.reference_at IS NOT NULL AND b.payment_id IS NOT NULL AS is_reference_awaited,
       CASE WHEN o.kind = 'pin_due' THEN ${ridingUntil('b.scooter_id')} END AS riding_until,
       CASE WHEN o.kind = 'pin_due' THEN ${isLateNow('b.scooter_id')} END AS is_scooter_late,
       b.kind, b.start_at, b.end_at, b.amount, b.paid_at, b.scooter_name,
       b.property_name, b.cancelled_by, b.cancel_reason, b.terms, property.parking_note, property.location,
       rules.support_phone, rules.pin_lead_minutes, ${ruleSql('max_ride_hours')} AS max_ride_hours,
       ${OPENING_COLUMNS},
       ride.id AS ride_id, ride.start_at AS ride_start, ride.revision,
       ${RIDE_END} AS ride_end, ${sumOfPaid('ride.id', 'hours')} AS ride_hours,
       ${isInService('s', 'last_property')} AS in_service,
       CASE WHEN o.kind = 'ends_soon' THEN ${NEXT_TAKEN} END AS next_taken,
       ${isDeskPayment('coalesce(refund.payment_id, ride.payment_id)')} AS is_paid_at_desk, ${PAID} AS paid_paise, ${REFUNDED} AS refunded_paise,
       (SELECT c.paise FROM compensations c WHERE c.booking_id = ride.id AND c.paid_at IS NULL) AS owed_paise
  FROM json_each(:ids) input
  JOIN outbox o ON o.id = input.value
  LEFT JOIN refunds refund ON o.kind = 'refunded' AND refund.id = substr(o.key, ${'refunded:'.length + 1})
  LEFT JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL
  LEFT JOIN admins a ON a.id = o.admin_id AND a.deleted_at IS NULL
  LEFT JOIN bookings b ON b.id = o.booking_id
  LEFT JOIN bookings ride ON ride.id = ${rideOf('b')}
  LEFT JOIN properties property ON property.id = b.property_id
  LEFT JOIN property_settings rules ON rules.property_id = b.property_id
  LEFT JOIN bookings last ON last.id = ${lastPaidRow('ride.id')}
  LEFT JOIN scooters s ON s.id = last.scooter_id
  LEFT JOIN properties last_property ON last_property.id = last.property_id
 ORDER BY o.due_at, o.created_at, o.id`

type StoredBooking = Omit<BookingFacts, 'terms'> & { terms: string | null }

/** As in the database: `facts` and the booking's `terms` are JSON. */
export type StoredMessage = Omit<DueMessage, 'booking' | 'facts'> & {
  booking: StoredBooking | null
  facts: string | null
}

/** Without a booking, its columns are null. */
type MessageRow = Omit<StoredMessage, 'booking' | 'kind'> & { message_kind: MessageKind } & (
    | (StoredBooking & { booking_id: string })
    | (Record<keyof StoredBooking, null> & { booking_id: null })
  )

/** The messages with these ids, as everything is now. */
export async function loadMessages(ids: readonly string[], now: Date): Promise<StoredMessage[]> {
  const query = prepareNamed(SELECT_MESSAGES, { ids: JSON.stringify(ids), now: secondsOf(now) })
  const { results } = await query.all<MessageRow>()
  return results.map(row => ({ ...row, booking: row.booking_id === null ? null : row, kind: row.message_kind }))
}
