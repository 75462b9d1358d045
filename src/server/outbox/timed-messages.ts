import { ROLES, type Role } from '#domain/admin/roles.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { DISPUTE_WARNING_HOURS } from '#domain/monitoring.ts'
import {
  DAY_MAIL_HOURS,
  ENDS_SOON_MINUTES,
  HOLD_LAPSING_MINUTES,
  LICENCE_WAITS_MINUTES,
  type MessageKind,
  NOT_READY_MINUTES,
  OVERDUE_MINUTES,
  PIN_DUE_MINUTES,
  PROBLEM_WAITS_MINUTES,
  RIDE_LATE_MINUTES,
  STARTS_SOON_MINUTES
} from '#domain/outbox/outbox.ts'
import { UNANSWERED_STATUSES } from '#domain/payments.ts'
import { LATE_MAX_HOURS } from '#domain/problems/problems.ts'
import { dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_SECONDS, HOUR_SECONDS, MIDNIGHT, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf, sqlStringList } from '#server/db/sql.ts'
import { isDeskPayment, isUnpaidHold, isUnreturnedRide, rideEnd } from '#server/slots/booking-sql.ts'
import { fromAllLateRides, isNotReady } from '#server/slots/scooter-state.ts'
import { hasPushDevice, insertMessage, MESSAGE_LIFE, pushOrMail } from './insert-message.ts'

// Reminders, which the cron adds shortly before a hold ends, a ride starts or a ride ends. Each statement reads a small
// index. Parameter: :now.

interface Reminder {
  kind: MessageKind
  /** SQL: the instant that the reminder is about. */
  about: string
  /** The reminder is sent this long before. */
  minutes: number
  /** SQL: the bookings `b` that it is about. */
  when: string
}

/** SQL: a later instant, such as that of an extended ride, gets a reminder of its own. */
const reminder = ({ about, kind, minutes, when }: Reminder) =>
  insertMessage({
    booking: 'b.id',
    channel: pushOrMail('b.user_id'),
    expires: about,
    from: `
  FROM bookings b JOIN users u ON u.id = b.user_id AND u.deleted_at IS NULL
 WHERE ${when} AND ${about} > :now AND ${about} <= :now + ${minutes * MINUTE_SECONDS}
   AND (u.reminders OR ${hasPushDevice('b.user_id')})`,
    kind,
    occasion: `b.id || ':' || ${about}`,
    user: 'b.user_id'
  })

const HOLD_LAPSING = reminder({
  about: 'b.hold_until',
  kind: 'hold_lapsing',
  minutes: HOLD_LAPSING_MINUTES,
  when: `${isUnpaidHold('b')} AND b.order_id IS NOT NULL`
})

// A rider who books shortly before the start needs no reminder: the confirmation has just been sent.
const STARTS_SOON = reminder({
  about: 'b.start_at',
  kind: 'starts_soon',
  minutes: STARTS_SOON_MINUTES,
  when: `b.state = 'confirmed' AND b.kind = 'ride' AND b.paid_at < b.start_at - ${STARTS_SOON_MINUTES * MINUTE_SECONDS}`
})

// The index on rides that were not returned finds the few rides whose first row ends soon or has ended. `rideEnd` is
// computed for these only.
const ENDS_SOON = reminder({
  about: rideEnd('b.id'),
  kind: 'ends_soon',
  minutes: ENDS_SOON_MINUTES,
  when: `${isUnreturnedRide('b')}
   AND b.end_at <= :now + ${ENDS_SOON_MINUTES * MINUTE_SECONDS}`
})

// The messages about a late ride are no reminders, so a rider cannot turn them off.

const OVERDUE_STEP = OVERDUE_MINUTES[1] - OVERDUE_MINUTES[0]
/** SQL: the last of the times at which the rider of `b` is told. */
const TOLD_AT = `b.end_at + ${MINUTE_SECONDS} * CASE ${OVERDUE_MINUTES.toReversed()
  .map(minutes => `WHEN b.end_at <= :now - ${minutes * MINUTE_SECONDS} THEN ${minutes}`)
  .join(' ')} END`

const OVERDUE = insertMessage({
  booking: 'b.id',
  channel: pushOrMail('b.user_id'),
  expires: `${TOLD_AT} + ${OVERDUE_STEP * MINUTE_SECONDS}`,
  from: `
  FROM (SELECT late.id, late.user_id, ${rideEnd('late.id')} AS end_at
          ${fromAllLateRides(`:now - ${OVERDUE_MINUTES[0] * MINUTE_SECONDS}`)}) b
  JOIN users u ON u.id = b.user_id AND u.deleted_at IS NULL
 WHERE ${TOLD_AT} > :now - ${OVERDUE_STEP * MINUTE_SECONDS}`,
  kind: 'overdue',
  occasion: `b.id || ':' || (${TOLD_AT})`,
  user: 'b.user_id'
})

const NOT_READY = insertMessage({
  booking: 'b.id',
  channel: pushOrMail('b.user_id'),
  expires: `b.start_at + ${NOT_READY_MINUTES * MINUTE_SECONDS}`,
  from: `
  FROM bookings b JOIN users u ON u.id = b.user_id AND u.deleted_at IS NULL
 WHERE b.state = 'confirmed' AND b.kind = 'ride' AND b.start_at > :now - ${NOT_READY_MINUTES * MINUTE_SECONDS}
   AND b.start_at <= :now + ${NOT_READY_MINUTES * MINUTE_SECONDS} AND ${isNotReady('b')}`,
  kind: 'not_ready',
  occasion: "b.id || ':' || b.scooter_id",
  user: 'b.user_id'
})

/** The cron's job. Returns how many reminders were added. */
export async function addReminders(now: Date): Promise<number> {
  const statements = [HOLD_LAPSING, STARTS_SOON, ENDS_SOON, OVERDUE, NOT_READY, ...STAFF_MESSAGES]
  const results = await runIdempotent<Record<string, object>>(statements, {
    midnight: midnightOf(now),
    now: secondsOf(now)
  })
  return sumBy(Object.values(results), ({ meta }) => meta.changes)
}

// What the people of the portal are told. The cron adds the messages, so no batch that moves money grows; only
// the report of a problem adds its own. The key of each names the account, so everybody gets it once. Parameters: :now,
// and :midnight of the day in India.

// With the roles, SQLite searches an index.
export const JOINED = `a.deleted_at IS NULL AND a.invited_at IS NULL AND a.role IN ${sqlStringList(ROLES)}`
const TOLD = `${JOINED} AND a.tell_trouble`

const isOwn = (property: string) =>
  `EXISTS (SELECT 1 FROM admin_properties m WHERE m.admin_id = a.id AND m.property_id = ${property})`

/** SQL: the account is for the property: a manager's or caretaker's own, or any of an owner. */
export const isFor = (property: string) => `(a.role = 'owner' OR ${isOwn(property)})`

/** SQL: the account looks after the property: those of these roles whose own it is, or the owners if it has none. */
const looksAfter = (property: string, roles: readonly Role[] = ['caretaker', 'manager']) => `
iif(a.role = 'owner',
    NOT EXISTS (SELECT 1 FROM admin_properties m JOIN admins x ON x.id = m.admin_id AND x.deleted_at IS NULL
                 AND x.invited_at IS NULL AND x.role IN ${sqlStringList(roles)} WHERE m.property_id = ${property}),
    a.role IN ${sqlStringList(roles)} AND ${isOwn(property)})`

const atHour = (hour: number) => `:midnight + ${hour * HOUR_SECONDS}`

/** Trouble that a device shows too. Without a rider's name, phone or a PIN, because a lock screen shows it. */
const ON_DEVICE = { admin: 'a.id', channel: pushOrMail('a.id', 'admin_id') }

const DAY = insertMessage({
  admin: 'a.id',
  expires: atHour(DAY_MAIL_HOURS.useless),
  from: `
  FROM admins a
 WHERE ${JOINED} AND a.daily_mail AND :now >= ${atHour(DAY_MAIL_HOURS.first)} AND :now < ${atHour(DAY_MAIL_HOURS.last)}`,
  kind: 'day',
  occasion: "a.id || ':' || :midnight"
})

const PIN_DUE = insertMessage({
  ...ON_DEVICE,
  booking: 'b.id',
  expires: 'b.start_at',
  from: `
  FROM bookings b CROSS JOIN pin_changes c ON c.scooter_id = b.scooter_id CROSS JOIN admins a
 WHERE b.state = 'confirmed' AND b.start_at > :now AND b.start_at <= :now + ${PIN_DUE_MINUTES * MINUTE_SECONDS}
   AND b.kind = 'ride' AND ${TOLD} AND ${looksAfter('b.property_id')}`,
  kind: 'pin_due',
  occasion: "a.id || ':' || b.id"
})

const RIDE_LATE = insertMessage({
  ...ON_DEVICE,
  booking: 'b.id',
  expires: `b.end_at + ${LATE_MAX_HOURS * HOUR_SECONDS}`,
  from: `
  FROM (SELECT late.id, late.property_id, ${rideEnd('late.id')} AS end_at
          ${fromAllLateRides(`:now - ${RIDE_LATE_MINUTES * MINUTE_SECONDS}`)}) b CROSS JOIN admins a
 WHERE b.end_at > :now - ${LATE_MAX_HOURS * HOUR_SECONDS} AND ${TOLD} AND ${looksAfter('b.property_id')}`,
  kind: 'ride_late',
  occasion: "a.id || ':' || b.id || ':' || b.end_at"
})

// Each upload of a rider who cannot book before it is reviewed.
const LICENCE_WAITS = insertMessage({
  admin: 'a.id',
  expires: MESSAGE_LIFE,
  from: `
  FROM users u CROSS JOIN property_settings rules ON rules.property_id = u.property_id AND rules.book_before_review = 0
 CROSS JOIN admins a
 WHERE u.license_waits_since > :now - ${DAY_SECONDS} AND u.deleted_at IS NULL
   AND u.license_waits_since <= :now - ${LICENCE_WAITS_MINUTES * MINUTE_SECONDS} AND ${TOLD} AND ${looksAfter('u.property_id', ['manager'])}`,
  kind: 'license_waits',
  occasion: "a.id || ':' || u.id || ':' || u.license_waits_since",
  user: 'u.id'
})

const TO_OWNERS = `CROSS JOIN admins a WHERE ${TOLD} AND a.role = 'owner'`
const IS_UNANSWERED = `d.status IN ${sqlStringList(UNANSWERED_STATUSES)}`

const dispute = (occasion: string, when: string) =>
  insertMessage({
    admin: 'a.id',
    booking: 'd.booking_id',
    expires: `coalesce(d.respond_by, ${MESSAGE_LIFE})`,
    facts: "json_object('dispute', d.dispute_id, 'paise', d.paise, 'respond_by', d.respond_by)",
    from: `
  FROM disputes d ${TO_OWNERS} AND ${IS_UNANSWERED} AND coalesce(d.respond_by, :now + 1) > :now AND ${when}`,
    kind: 'dispute',
    occasion: `a.id || ':' || d.dispute_id || '${occasion}'`
  })

const REFUND_REVIEW = insertMessage({
  admin: 'a.id',
  booking: 'r.booking_id',
  expires: MESSAGE_LIFE,
  facts: "json_object('paise', r.paise, 'refund', r.id)",
  from: `FROM refunds r ${TO_OWNERS} AND r.status = 'review' AND NOT ${isDeskPayment('r.payment_id')}`,
  kind: 'refund_review',
  occasion: "a.id || ':' || r.id"
})

/** SQL: the scooter of the problem `p`, which cannot be ridden. */
const OF_PROBLEM = {
  ...ON_DEVICE,
  booking: 'p.booking_id',
  facts: "json_object('problem', p.id, 'reason', p.kind, 'scooter', s.name, 'is_maintenance', p.set_maintenance)",
  occasion: "a.id || ':' || p.id"
}

/** For the batch in which a rider reports the problem :id, after it: of a scooter that cannot be ridden. */
export const PROBLEM_MESSAGE = insertMessage({
  ...OF_PROBLEM,
  expires: MESSAGE_LIFE,
  from: `
  FROM problems p JOIN scooters s ON s.id = p.scooter_id CROSS JOIN admins a
 WHERE p.id = :id AND p.is_rideable = 0 AND p.created_at = :now AND ${TOLD} AND ${looksAfter('s.property_id')}`,
  kind: 'problem'
})

/** Owners who were not told when it was reported. */
const PROBLEM_WAITS = insertMessage({
  ...OF_PROBLEM,
  expires: `:now + ${DAY_SECONDS}`,
  from: `
  FROM problems p JOIN scooters s ON s.id = p.scooter_id AND s.archived_at IS NULL CROSS JOIN admins a
 WHERE p.state = 'open' AND p.created_at > :now - ${DAY_SECONDS}
   AND p.created_at <= :now - ${PROBLEM_WAITS_MINUTES * MINUTE_SECONDS} AND p.is_rideable = 0 AND p.kind <> 'service'
   AND ${TOLD} AND a.role = 'owner' AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.key = 'problem:' || a.id || ':' || p.id)`,
  kind: 'problem_waits'
})

const STAFF_MESSAGES = [
  DAY,
  PIN_DUE,
  RIDE_LATE,
  PROBLEM_WAITS,
  LICENCE_WAITS,
  dispute('', 'TRUE'),
  dispute('-again', `d.respond_by <= :now + ${DISPUTE_WARNING_HOURS * HOUR_SECONDS}`),
  REFUND_REVIEW
]

/** Seconds of midnight in India. */
export const midnightOf = (now: Date) => secondsOf(instantAt(dayOf(now), MIDNIGHT))
