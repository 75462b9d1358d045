import { KEPT_AFTER_RIDE_DAYS } from '#domain/constants.ts'
import { addDays, type Day, dayOf } from '#domain/time/india-time.ts'
import { DAY_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import type { StoredBooking } from '#tests/helpers/data/stored-rows.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { emptyTables, resetHarness } from '#tests/model/harness/harness.ts'
import { keepHalf, PROPERTY, RIDERS, type Rider } from '#tests/model/harness/seed.ts'

// Riders whose texts can be found in all tables, and what must happen to them, computed from the rows alone.

export const PASSWORD = 'Rider@123'
/** Each text of a rider has it. Ids, which stay, do not. */
export const markOf = (rider: Rider) => `mark${rider.slice(1)}q`
export const emailOf = (rider: Rider) => `${markOf(rider)}@example.test`

interface RiderRow {
  deleted_at: number | null
  deletion_asked_at: number | null
  id: Rider
  suspended_at: number | null
  token_version: number
}
export const rowOf = (rider: Rider) => rows<RiderRow>('SELECT * FROM users WHERE id = ?', rider)[0] as RiderRow
export const bookingsOf = (rider: Rider) =>
  rows<StoredBooking>('SELECT * FROM bookings WHERE user_id = ? ORDER BY rowid', rider)
export const seconds = () => Math.floor(Date.now() / SECOND_MS)

export const isOpen = ({ end_at, hold_until, kind, returned_at, settling, state }: StoredBooking) =>
  state === 'confirmed'
    ? end_at > seconds() || (kind === 'ride' && returned_at === null)
    : state === 'held' && (settling === 1 || (hold_until ?? 0) > seconds())

/** The rides that were paid and not cancelled before their start. `cancelledAt` is what this test has seen. */
export const cancelledAt = new Map<string, number>()
const isRidden = ({ id, payment_id, start_at, state }: StoredBooking) =>
  payment_id !== null && (state === 'confirmed' || (state === 'cancelled' && (cancelledAt.get(id) ?? 0) > start_at))

export function dayOfDeletion(rider: Rider) {
  const ends = bookingsOf(rider)
    .filter(isRidden)
    .map(({ end_at }) => end_at)
  return ends.length === 0 ? null : addDays(dayOf(new Date(Math.max(...ends) * SECOND_MS)), KEPT_AFTER_RIDE_DAYS + 1)
}

export function waitsForMoney(rider: Rider): boolean {
  const ids = JSON.stringify(bookingsOf(rider).map(({ id }) => id))
  const found = rows(
    `SELECT booking_id FROM refunds WHERE status <> 'processed' AND booking_id IN (SELECT value FROM json_each(?1))
      UNION ALL
     SELECT booking_id FROM compensations WHERE paid_at IS NULL AND booking_id IN (SELECT value FROM json_each(?1))
      UNION ALL
     SELECT booking_id FROM disputes WHERE status IN ('open', 'under_review', 'action_required')
        AND booking_id IN (SELECT value FROM json_each(?1))`,
    ids
  )
  return found.length > 0
}

export const isPast = (day: Day | null) => day === null || day <= dayOf(new Date())

export const isDueNow = (rider: Rider) => {
  const { deletion_asked_at, suspended_at } = rowOf(rider)
  const day = dayOfDeletion(rider)
  return deletion_asked_at !== null && suspended_at === null && isPast(day) && !waitsForMoney(rider)
}

const TABLES = rows<{ name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
).map(({ name }) => name)

/** The tables that have a text of the rider. */
export const tablesWith = (mark: string) =>
  TABLES.filter(table => JSON.stringify(rows(`SELECT * FROM ${table}`)).includes(mark))

export async function insertMarked(rider: Rider) {
  const mark = markOf(rider)
  const password_hash = await hashPassword(PASSWORD, { N: 2, p: 1, r: 1 })
  rows('DELETE FROM users WHERE id = ?', rider)
  const own = { date_of_birth: mark, email: emailOf(rider), license_photo_url: mark, name: mark, phone: mark }
  rows(insertRiderSql({ ...own, id: rider, password_hash, property_id: PROPERTY }))
  // No life is long enough for an idle rider.
  rows('UPDATE users SET created_at = ?1 WHERE id = ?2', seconds() + 99 * 365 * DAY_SECONDS, rider)
  rows('INSERT INTO rider_words (word, user_id) VALUES (?1, ?2)', mark, rider)
  rows(
    'INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at) VALUES (?1, ?2, ?1, ?1, 0)',
    mark,
    rider
  )
}

export async function begin(confirmsReturns: boolean) {
  await resetHarness()
  cancelledAt.clear()
  emptyTables('payout_days', 'payouts')
  keepHalf()
  // The clocks of tests are behind the migrations.
  rows("UPDATE runs SET ended_at = 0 WHERE job = 'hourly'")
  for (const rider of RIDERS) await insertMarked(rider)
  rows("UPDATE property_settings SET return_mode = 'confirmed' WHERE ?1", Number(confirmsReturns))
}
