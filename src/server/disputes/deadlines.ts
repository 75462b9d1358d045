import { and, asc, inArray, isNull, lte, or } from 'drizzle-orm'
import { DISPUTE_NEAR_HOURS, HEALTH_COUNTED } from '#domain/constants.ts'
import { UNANSWERED } from '#domain/disputes.ts'
import { addMinutes } from '#domain/time.ts'
import { db } from '#server/db/client.ts'
import { disputes } from '#server/db/schema.ts'
import { complain } from '#server/runtime/log.ts'

/** Every hour: one line for all disputes that are lost soon, or already, unless somebody answers. Tells how many. */
export async function tellDeadlines(now: Date): Promise<number> {
  const soon = addMinutes(now, DISPUTE_NEAR_HOURS * 60)
  const near = await db
    .select({ id: disputes.dispute_id })
    .from(disputes)
    .where(
      and(inArray(disputes.status, [...UNANSWERED]), or(isNull(disputes.respond_by), lte(disputes.respond_by, soon)))
    )
    .orderBy(asc(disputes.respond_by))
    .limit(HEALTH_COUNTED)
  if (near.length > 0) complain('dispute_deadline', { ids: near.map(({ id }) => id) })
  return near.length
}
