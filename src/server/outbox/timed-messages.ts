import { sumBy } from '#domain/kit/numbers.ts'
import {
  ENDS_SOON_MINUTES,
  HOLD_LAPSING_MINUTES,
  type MessageKind,
  STARTS_SOON_MINUTES
} from '#domain/outbox/outbox.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isUnpaidHold, isUnreturnedRide, rideEnd } from '#server/slots/booking-sql.ts'
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

/** The cron's job. Returns how many reminders were added. */
export async function addReminders(now: Date): Promise<number> {
  const statements = [HOLD_LAPSING, STARTS_SOON, ENDS_SOON, ...STAFF_MESSAGES]
  const results = await runIdempotent(statements, { midnight: midnightOf(now), now: secondsOf(now) })
  return sumBy(results, ({ meta }) => meta.changes ?? 0)
}
