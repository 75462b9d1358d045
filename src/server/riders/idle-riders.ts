import { and, eq, gte, isNull, lt, not, notExists, sql } from 'drizzle-orm'
import { RIDER_RETENTION_DAYS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { users } from '#server/db/schema/riders.ts'
import { forEachIsolated, isDue } from '#server/jobs/item-retries.ts'
import { deleteIfPossible, RIDER_COLUMNS, undecidedDisputesOf, unfinishedRefundsOf } from './deletion.ts'

const RIDERS_PER_RUN = 20

// Riders who wait for a refund or a dispute are not selected, so they cannot fill every run. The other conditions need
// a recent booking.
const WAITS_FOR_REFUND_OR_DISPUTE = sql.raw(
  `(EXISTS (SELECT 1 FROM ${unfinishedRefundsOf('users.id')}) OR EXISTS (SELECT 1 FROM ${undecidedDisputesOf('users.id')}))`
)

/**
 * Deletes riders without a recent booking as if they had requested it, because licences are kept only for rides. They
 * may sign up again. Returns how many; the rest follow the next day.
 */
export async function deleteIdleRiders(now: Date): Promise<number> {
  const since = addMinutes(now, -RIDER_RETENTION_DAYS * DAY_MINUTES)
  const ridden = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.user_id, users.id), gte(bookings.start_at, since)))
  const idle = await db
    .select(RIDER_COLUMNS)
    .from(users)
    .where(
      and(
        isNull(users.deleted_at),
        lt(users.created_at, since),
        notExists(ridden),
        not(WAITS_FOR_REFUND_OR_DISPUTE),
        isDue('riders', 'users.id', now)
      )
    )
    .limit(RIDERS_PER_RUN)
  let deleted = 0
  await forEachIsolated(idle, {
    idOf: ({ id }) => id,
    list: 'riders',
    now,
    process: async rider => {
      deleted += Number(await deleteIfPossible(rider, now))
    }
  })
  return deleted
}
