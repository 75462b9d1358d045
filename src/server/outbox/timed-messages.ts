import { sumBy } from '#domain/kit/numbers.ts'
import {
  ENDS_SOON_MINUTES,
  HOLD_LAPSING_MINUTES,
  type MessageKind,
  NOT_READY_MINUTES,
  OVERDUE_MINUTES,
  STARTS_SOON_MINUTES
} from '#domain/outbox/outbox.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isUnpaidHold, isUnreturnedRide, rideEnd } from '#server/slots/booking-sql.ts'
import { fromAllLateRides, isNotReady } from '#server/slots/unrideable.ts'
import { hasPushDevice, insertMessage, pushOrMail } from './insert-message.ts'
import { midnightOf, STAFF_MESSAGES } from './staff-messages.ts'

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
