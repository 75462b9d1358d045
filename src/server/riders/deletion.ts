import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { and, count, eq, gt, gte, isNull, lt, notExists, notInArray } from 'drizzle-orm'
import type { deleteUser } from '#contract/riders/users.ts'
import { RIDER_KEPT_DAYS } from '#domain/constants.ts'
import { DECIDED } from '#domain/disputes.ts'
import { licenceIdIn } from '#domain/licence-address.ts'
import { addMinutes, DAY_MINUTES } from '#domain/time.ts'
import * as text from '#messages/admin.ts'
import { audited } from '#server/admin/audit-log.ts'
import { d1, db, secondsOf } from '#server/db/client.ts'
import { bookings, disputes, users } from '#server/db/schema.ts'
import { inWords } from '#server/disputes/sql.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { eachAlone, isDue } from '#server/runtime/item-retries.ts'
import { complainOf } from '#server/runtime/log.ts'
import { imageIdIn } from '#server/uploads/image-references.ts'
import { sweepUploads } from '#server/uploads/sweep.ts'

// A rider who asks to be forgotten: what is personal goes, what was booked and paid stays, as somebody's. One batch
// under one condition, so that nobody is half deleted. ?1 is the rider, ?2 now.

/**
 * No ride is ahead or under way, no payment may still come through, no money goes back that somebody has to hear of, and
 * no bank may still have to be told who rode.
 */
const CAN_GO = `EXISTS (SELECT 1 FROM users WHERE id = ?1 AND deleted_at IS NULL)
   AND NOT EXISTS (SELECT 1 FROM bookings WHERE user_id = ?1 AND state = 'confirmed' AND end_at > ?2)
   AND NOT EXISTS (SELECT 1 FROM bookings WHERE user_id = ?1 AND state = 'held' AND settling = 1)
   AND NOT EXISTS (SELECT 1 FROM bookings b JOIN refunds r ON r.booking_id = b.id
                    WHERE b.user_id = ?1 AND r.status <> 'processed')
   AND NOT EXISTS (SELECT 1 FROM bookings b JOIN disputes d ON d.booking_id = b.id
                    WHERE b.user_id = ?1 AND d.status NOT IN ${inWords(DECIDED)})`

// Money that comes after all finds the ride cancelled, and goes back.
const CANCEL_UNPAID = `
UPDATE bookings SET state = 'cancelled', hold_until = NULL, settling = 0, updated_at = ?2
 WHERE user_id = ?1 AND state IN ('held', 'expired', 'released') AND start_at > ?2 AND ${CAN_GO}`

const FREE_CANCELLED_CLAIMS = `
DELETE FROM slot_claims
 WHERE booking_id IN (SELECT id FROM bookings WHERE user_id = ?1 AND state = 'cancelled')`

/** What his browser told of a failed payment can hold anything. */
const EMPTY_REASONS = `
UPDATE payments SET reason = NULL
 WHERE booking_id IN (SELECT id FROM bookings WHERE user_id = ?1) AND reason IS NOT NULL AND ${CAN_GO}`

/** For the next sweep, whoever else's the moment is. */
const GIVE_UP_PICTURES = `
UPDATE uploads SET claimed_at = NULL, created_at = 0
 WHERE id IN (SELECT value FROM json_each(?3)) AND ${CAN_GO}`

const FORGET = `
UPDATE users
   SET name = ?3, email = 'deleted-' || id, phone = '', date_of_birth = '', password_hash = '', property_id = NULL,
       license_photo_url = '', profile_image_url = NULL, token_version = token_version + 1, deleted_at = ?2
 WHERE id = ?1 AND ${CAN_GO}`

const PERSONAL = {
  id: users.id,
  license_photo_url: users.license_photo_url,
  profile_image_url: users.profile_image_url
}
type Rider = Pick<typeof users.$inferSelect, keyof typeof PERSONAL>

export const removeRider: Operation<typeof deleteUser> = async ({ params: { id } }, by, { now }) => {
  const [rider] = await db
    .select(PERSONAL)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
  if (!rider) throw notFound(text.userNotFound)
  const asked = [id, secondsOf(now)] as const
  const written = audited({ action: 'delete_rider', subject: id }, { by, now, when: CAN_GO }, asked)
  if (!(await isForgotten(rider, now, written))) throw conflict(await reasonToStay(id, now))
  // What fails here is done by the next minute's sweep.
  await sweepUploads(now).catch(complainOf)
  const isElsewhere = rider.license_photo_url !== '' && licenceIdIn(rider.license_photo_url) === null
  return { message: isElsewhere ? text.riderDeletedButCloud : text.riderDeleted }
}

/** False where something keeps him. */
async function isForgotten(rider: Rider, now: Date, ...first: D1PreparedStatement[]): Promise<boolean> {
  const { id, license_photo_url, profile_image_url } = rider
  const pictures = [licenceIdIn(license_photo_url), imageIdIn(profile_image_url)].filter(Boolean)
  const asked = [id, secondsOf(now)] as const
  const results = await d1.batchAgain<{ deleted_at: number | null }>([
    ...first,
    d1.prepare(CANCEL_UNPAID).bind(...asked),
    d1.prepare(FREE_CANCELLED_CLAIMS).bind(id),
    d1.prepare(EMPTY_REASONS).bind(...asked),
    d1.prepare(GIVE_UP_PICTURES).bind(...asked, JSON.stringify(pictures)),
    d1.prepare(FORGET).bind(...asked, text.deletedRider),
    d1.prepare('SELECT deleted_at FROM users WHERE id = ?1').bind(id)
  ])
  return Boolean(results.at(-1)?.results[0]?.deleted_at)
}

const FORGOTTEN_AT_ONCE = 20

/**
 * Whoever has not booked for so long is forgotten as if he had asked for it: an identity paper is kept for rides, not for
 * good. He may sign up again. Answers how many; the rest of them go the next day.
 */
export async function forgetIdleRiders(now: Date): Promise<number> {
  const since = addMinutes(now, -RIDER_KEPT_DAYS * DAY_MINUTES)
  const ridden = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.user_id, users.id), gte(bookings.start_at, since)))
  const idle = await db
    .select(PERSONAL)
    .from(users)
    .where(
      and(isNull(users.deleted_at), lt(users.created_at, since), notExists(ridden), isDue('riders', 'users.id', now))
    )
    .limit(FORGOTTEN_AT_ONCE)
  let forgotten = 0
  await eachAlone(idle, {
    idOf: ({ id }) => id,
    list: 'riders',
    now,
    work: async rider => {
      forgotten += Number(await isForgotten(rider, now))
    }
  })
  return forgotten
}

async function reasonToStay(id: string, now: Date): Promise<string> {
  const [ahead] = await db
    .select({ rides: count() })
    .from(bookings)
    .where(and(eq(bookings.user_id, id), eq(bookings.state, 'confirmed'), gt(bookings.end_at, now)))
  if (ahead && ahead.rides > 0) return text.riderHasRides(ahead.rides)
  const disputed = await db
    .select({ id: disputes.dispute_id })
    .from(disputes)
    .innerJoin(bookings, eq(bookings.id, disputes.booking_id))
    .where(and(eq(bookings.user_id, id), notInArray(disputes.status, [...DECIDED])))
    .limit(1)
  return disputed.length > 0 ? text.riderHasDispute : text.riderHasMoneyUnderWay
}
