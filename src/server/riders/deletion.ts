import type { D1PreparedStatement } from '@cloudflare/workers-types'
import * as contract from '#contract/riders/admin-riders.ts'
import { LONGEST_ROW_SECONDS } from '#domain/bookings/slots.ts'
import { KEPT_AFTER_RIDE_DAYS, RIDER_RETENTION_DAYS } from '#domain/constants.ts'
import { DECIDED_STATUSES } from '#domain/payments.ts'
import { addDays, addMinutes, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { DAY_MINUTES, DAY_SECONDS, MIDNIGHT } from '#domain/time/time-units.ts'
import { imageIdFromUrl, licenceIdFromUrl } from '#domain/uploads/urls.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { DELETED_WITH_RIDER, FORGOTTEN, type users } from '#server/db/schema/riders.ts'
import { dateFrom, secondsOf, sqlStringList } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { isDue, processWithRetries } from '#server/jobs/retries.ts'
import { logFailure } from '#server/runtime/log.ts'
import { type Refusal, refusal } from '#server/runtime/refusal.ts'
import {
  FREE_CANCELLED_CLAIMS_OF_RIDER,
  isSettlingHold,
  isStillPayable,
  SET_UNPAID_CANCELLED
} from '#server/slots/booking-sql.ts'
import { countOpenRides, openRidesOf } from '#server/slots/scooter-state.ts'
import { deleteUnclaimedUploads } from '#server/uploads/bucket.ts'
import { PHOTO_OWNER, RELEASE_UPLOADS } from '#server/uploads/claims.ts'

// When a rider is deleted who has asked for it (server/auth/leave.ts): after KEPT_AFTER_RIDE_DAYS whole days without a
// ride, and once no money is open. A suspension stops it. Arguments are SQL.

/** SQL: the rows that were ridden. A row that is cancelled changes no more, so that was its last change. */
const fromRidden = (rider: string) => `
FROM bookings b WHERE b.user_id = ${rider} AND b.payment_id IS NOT NULL
   AND (b.state = 'confirmed' OR (b.state = 'cancelled' AND b.updated_at > b.start_at))`

/** The parameter :keptFrom: a ride that ends from then on keeps its rider. */
export const keptFrom = (now: Date): number =>
  secondsOf(instantAt(addDays(dayOf(now), -KEPT_AFTER_RIDE_DAYS), MIDNIGHT))

/** SQL: the rider is deleted now, as asked. Parameter: :keptFrom. */
export const isLeaving = (rider: string) => `
${rider}.deletion_asked_at IS NOT NULL AND ${rider}.suspended_at IS NULL
   AND NOT EXISTS (SELECT 1 ${fromRidden(`${rider}.id`)}
                      AND b.start_at > :keptFrom - ${LONGEST_ROW_SECONDS} AND b.end_at >= :keptFrom)`

/** SQL: a second of the day on which the rider is deleted, as asked; null if the rider stays. */
export const leavesAt = (rider: string) => `
CASE WHEN ${rider}.deletion_asked_at IS NOT NULL AND ${rider}.suspended_at IS NULL
     THEN max(${rider}.deletion_asked_at,
              coalesce((SELECT max(b.end_at) + ${(KEPT_AFTER_RIDE_DAYS + 1) * DAY_SECONDS} ${fromRidden(`${rider}.id`)}), 0)) END`

/** Its day. */
export const leavesOn = (seconds: number | null): Day | null => (seconds === null ? null : dayOf(dateFrom(seconds)))

/** SQL: the disputes of a rider that need an answer or a decision. */
export const undecidedDisputesOf = (rider: string) => `bookings b JOIN disputes d ON d.booking_id = b.id
                    WHERE b.user_id = ${rider} AND d.status NOT IN ${sqlStringList(DECIDED_STATUSES)}`

/** SQL: the refunds of a rider that are not processed. */
export const unfinishedRefundsOf = (rider: string) => `bookings b JOIN refunds r ON r.booking_id = b.id
                    WHERE b.user_id = ${rider} AND r.status <> 'processed'`

/** SQL: what a rider is owed for rides that were cancelled late. */
export const debtsTo = (rider: string) => `bookings b JOIN compensations c ON c.booking_id = b.id
                    WHERE b.user_id = ${rider} AND c.paid_at IS NULL`

/** SQL: the rider is not deleted before money has arrived or a dispute is decided. */
export const waitsForMoney = (rider: string) =>
  `(${[unfinishedRefundsOf, debtsTo, undecidedDisputesOf]
    .map(rows => `EXISTS (SELECT 1 FROM ${rows(`${rider}.id`)})`)
    .join(' OR ')})`

// Deletes riders, by an admin, as they asked, or after RIDER_RETENTION_DAYS: personal data is removed, bookings and
// payments stay anonymised. One batch under one condition, so no rider is half deleted. Parameters: :rider, :now, and
// for who has asked :asked (1, else 0) and :keptFrom.

/**
 * No ride is upcoming, under way or late, no payment is settling, no refund is unfinished, nothing is owed and no dispute is
 * undecided. An undecided dispute still needs the rider's identity.
 */
const CAN_DELETE = `EXISTS (SELECT 1 FROM users WHERE id = :rider AND deleted_at IS NULL)
   AND NOT EXISTS (${openRidesOf('user_id', ':rider')})
   AND NOT EXISTS (SELECT 1 FROM bookings WHERE user_id = :rider AND ${isSettlingHold('bookings')})
   AND NOT EXISTS (SELECT 1 FROM ${unfinishedRefundsOf(':rider')})
   AND NOT EXISTS (SELECT 1 FROM ${debtsTo(':rider')})
   AND NOT EXISTS (SELECT 1 FROM ${undecidedDisputesOf(':rider')})
   AND (:asked = 0 OR EXISTS (SELECT 1 FROM users WHERE id = :rider AND ${isLeaving('users')}))`

/** Why a rider cannot be deleted. If neither applies, a payment is settling, a refund unfinished or something owed. */
const SELECT_BLOCKERS = `
SELECT ${countOpenRides('user_id', ':rider')} AS rides,
       EXISTS (SELECT 1 FROM ${undecidedDisputesOf(':rider')}) AS is_disputed`

const CANCEL_UNPAID = `
UPDATE bookings SET ${SET_UNPAID_CANCELLED}
 WHERE user_id = :rider AND ${isStillPayable('bookings')} AND ${CAN_DELETE}`

/** Whichever request runs it. */
const RELEASE_PICTURES = `
${RELEASE_UPLOADS}
 WHERE id IN (SELECT value FROM json_each(:pictures)) AND ${CAN_DELETE}`

/** Those of returned scooters and of problems, and those that nothing has claimed. */
const RELEASE_PHOTOS = `
${RELEASE_UPLOADS}
 WHERE id IN (SELECT return_photo_id FROM bookings WHERE user_id = :rider AND return_photo_id IS NOT NULL
               UNION ALL
              SELECT photo_id FROM problems WHERE user_id = :rider AND photo_id IS NOT NULL
               UNION ALL
              SELECT id FROM uploads WHERE claimed_at IS NULL AND kind = 'photo' AND ${PHOTO_OWNER} = :rider)
   AND ${CAN_DELETE}`

const BOOKINGS = 'SELECT id FROM bookings WHERE user_id = :rider'

const ROWS: Record<keyof typeof FORGOTTEN, string> = {
  audits: `action IN ('approve_license', 'book_at_desk', 'cancel_booking', 'close_refund', 'move_ride', 'pay_compensation',
                  'refund_booking', 'reject_license', 'return_ride')
   AND subject IN (SELECT :rider UNION ALL ${BOOKINGS} UNION ALL SELECT id FROM refunds WHERE booking_id IN (${BOOKINGS}))`,
  bookings: 'user_id = :rider',
  compensations: `booking_id IN (${BOOKINGS})`,
  outbox: 'user_id = :rider',
  payments: `booking_id IN (${BOOKINGS})`,
  problems: 'user_id = :rider',
  refunds: `booking_id IN (${BOOKINGS})`,
  users: 'id = :rider'
}

const assignments = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns).map(([column, left]) => `${column} = ${left}`)

const FORGET = Object.entries(FORGOTTEN).map(
  ([table, columns]) => `UPDATE ${table} SET ${assignments(columns)} WHERE ${ROWS[table as keyof typeof ROWS]}`
)

const DELETE_ROWS = DELETED_WITH_RIDER.map(table => `DELETE FROM ${table} WHERE user_id = :rider`)

/** The note on a fixed report is in the log too. Before the reports are forgotten. */
const FORGET_LOGGED_NOTES = `
UPDATE audits SET detail = substr(detail, 1, length(detail) - length(p.note) - length(' · ')) FROM problems p
 WHERE p.user_id = :rider AND p.state = 'fixed' AND audits.subject = p.scooter_id AND audits.action = 'update_problem'
   AND substr(audits.detail, -length(' · ' || p.note)) = ' · ' || p.note`

const DROP_MESSAGES = "UPDATE outbox SET state = 'dropped' WHERE user_id = :rider AND state = 'due'"

/** The last statement: the condition of the others asks for `deletion_asked_at`. */
const END_ACCOUNT = `
UPDATE users SET token_version = token_version + 1, deletion_asked_at = NULL, deleted_at = :now WHERE id = :rider`

const DELETE = [
  CANCEL_UNPAID,
  FREE_CANCELLED_CLAIMS_OF_RIDER,
  RELEASE_PICTURES,
  RELEASE_PHOTOS,
  ...[FORGET_LOGGED_NOTES, ...FORGET, ...DELETE_ROWS, DROP_MESSAGES, END_ACCOUNT].map(
    query => `${query} AND ${CAN_DELETE}`
  )
]

type RiderToDelete = Pick<typeof users.$inferSelect, 'id' | 'license_photo_url' | 'profile_image_url'>

const SELECT_RIDERS = 'SELECT id, license_photo_url, profile_image_url FROM users WHERE deleted_at IS NULL'

export const deleteRider = implement(contract.deleteRider, async ({ params: { id } }, admin, { now }) => {
  const rider = await prepareNamed(`${SELECT_RIDERS} AND id = :id`, { id }).first<RiderToDelete>()
  if (!rider) throw refusal('user_not_found')
  const params = conditionOf(id, now)
  const logDeletion = activityInsert({ action: 'delete_rider', subject: id }, { admin, now, when: CAN_DELETE }, params)
  if (!(await deleteIfPossible(rider, params, logDeletion))) throw await deletionBlocker(id, now)
  // If it fails, the next cron run sweeps again.
  await logFailure(deleteUnclaimedUploads(now))
  const isInCloudStorage = rider.license_photo_url !== '' && licenceIdFromUrl(rider.license_photo_url) === null
  return { message: isInCloudStorage ? ridersText.riderDeletedButCloud : ridersText.riderDeleted }
})

/** The parameters of CAN_DELETE. */
const conditionOf = (rider: string, now: Date, hasAsked = false) => ({
  asked: Number(hasAsked),
  keptFrom: keptFrom(now),
  now: secondsOf(now),
  rider
})

/** Returns false if a condition prevents the deletion. */
async function deleteIfPossible(
  { license_photo_url, profile_image_url }: RiderToDelete,
  condition: ReturnType<typeof conditionOf>,
  ...statementsBefore: D1PreparedStatement[]
): Promise<boolean> {
  const pictures = [licenceIdFromUrl(license_photo_url), imageIdFromUrl(profile_image_url)].filter(Boolean)
  const params = { ...condition, deletedName: ridersText.deletedRider, pictures: JSON.stringify(pictures) }
  const { rider: after } = await runIdempotent<{ rider: { deleted_at: number | null } }>(
    { before: statementsBefore, delete: DELETE, rider: 'SELECT deleted_at FROM users WHERE id = :rider' },
    params
  )
  return Boolean(after.results[0]?.deleted_at)
}

async function deletionBlocker(id: string, now: Date): Promise<Refusal> {
  const query = prepareNamed(SELECT_BLOCKERS, { now: secondsOf(now), rider: id })
  const found = await query.first<{ is_disputed: 0 | 1; rides: number }>()
  if (found?.rides) return refusal('rider_has_rides', found.rides)
  return refusal(found?.is_disputed ? 'rider_has_dispute' : 'rider_has_pending_refund')
}

const RIDERS_PER_RUN = 20

/** Without those who wait for money or a dispute, so that they cannot fill every run. */
const selectDue = (condition: string, order = '') => `
${SELECT_RIDERS} AND ${condition} AND NOT ${waitsForMoney('users')} AND ${isDue('riders', 'users.id')}
 ${order} LIMIT ${RIDERS_PER_RUN}`

/** By whether they have asked. Idle are those without a recent booking, because licences are kept only for rides. */
const DUE = [
  { hasAsked: true, query: selectDue(isLeaving('users'), 'ORDER BY deletion_asked_at') },
  {
    hasAsked: false,
    query: selectDue(
      'created_at < :since AND NOT EXISTS (SELECT 1 FROM bookings WHERE user_id = users.id AND start_at >= :since)'
    )
  }
]

/** Deletes riders as they have asked, and idle ones. Returns how many; the rest follow the next hour. */
export async function deleteDueRiders(now: Date): Promise<number> {
  const since = secondsOf(addMinutes(now, -RIDER_RETENTION_DAYS * DAY_MINUTES))
  let deleted = 0
  for (const { hasAsked, query } of DUE) {
    const due = prepareNamed(query, { keptFrom: keptFrom(now), now: secondsOf(now), since })
    const { results } = await due.all<RiderToDelete>()
    await processWithRetries(results, {
      idOf: ({ id }) => id,
      list: 'riders',
      now,
      process: async rider => {
        deleted += Number(await deleteIfPossible(rider, conditionOf(rider.id, now, hasAsked)))
      }
    })
  }
  return deleted
}
