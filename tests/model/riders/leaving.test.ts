import { expect, test } from 'vitest'
import { KEPT_AFTER_RIDE_DAYS } from '#domain/constants.ts'
import { addDays, type Day, dayOf } from '#domain/time/india-time.ts'
import { DAY_MINUTES, DAY_SECONDS, HOUR_MINUTES, HOUR_MS, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { hashPassword } from '#server/auth/password-hash.ts'
import { signIn } from '#server/auth/sign-in.ts'
import { actorFor } from '#server/sessions/actor.ts'
import { randomFrom } from '#tests/fakes/razorpay/webhooks.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import type { StoredBooking } from '#tests/helpers/data/stored-rows.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { RANDOM_LEAVING_STEPS, SEED } from '#tests/helpers/hardening.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cron,
  emptyTables,
  findBrokenInvariants,
  resetHarness,
  startHarness
} from '#tests/model/harness/harness.ts'
import { clearThrottles, keepHalf, PROPERTY, RIDERS, type Rider, SCOOTERS } from '#tests/model/harness/seed.ts'

// Riders who ride, ask for the deletion, come back, are suspended and are deleted, in any order. What must happen is
// computed here from the rows alone.

startHarness()

const PASSWORD = 'Rider@123'
/** Each text of a rider has it. Ids, which stay, do not. */
const markOf = (rider: Rider) => `mark${rider.slice(1)}q`
const emailOf = (rider: Rider) => `${markOf(rider)}@example.test`

interface RiderRow {
  deleted_at: number | null
  deletion_asked_at: number | null
  id: Rider
  suspended_at: number | null
  token_version: number
}
const rowOf = (rider: Rider) => rows<RiderRow>('SELECT * FROM users WHERE id = ?', rider)[0] as RiderRow
const bookingsOf = (rider: Rider) =>
  rows<StoredBooking>('SELECT * FROM bookings WHERE user_id = ? ORDER BY rowid', rider)
const seconds = () => Math.floor(Date.now() / SECOND_MS)

const isOpen = ({ end_at, hold_until, kind, returned_at, settling, state }: StoredBooking) =>
  state === 'confirmed'
    ? end_at > seconds() || (kind === 'ride' && returned_at === null)
    : state === 'held' && (settling === 1 || (hold_until ?? 0) > seconds())

/** The rides that were paid and not cancelled before their start. `cancelledAt` is what this test has seen. */
const cancelledAt = new Map<string, number>()
const isRidden = ({ id, payment_id, start_at, state }: StoredBooking) =>
  payment_id !== null && (state === 'confirmed' || (state === 'cancelled' && (cancelledAt.get(id) ?? 0) > start_at))

function dayOfDeletion(rider: Rider) {
  const ends = bookingsOf(rider)
    .filter(isRidden)
    .map(({ end_at }) => end_at)
  return ends.length === 0 ? null : addDays(dayOf(new Date(Math.max(...ends) * SECOND_MS)), KEPT_AFTER_RIDE_DAYS + 1)
}

function waitsForMoney(rider: Rider): boolean {
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

const isPast = (day: Day | null) => day === null || day <= dayOf(new Date())

const isDueNow = (rider: Rider) => {
  const { deletion_asked_at, suspended_at } = rowOf(rider)
  const day = dayOfDeletion(rider)
  return deletion_asked_at !== null && suspended_at === null && isPast(day) && !waitsForMoney(rider)
}

const TABLES = rows<{ name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
).map(({ name }) => name)

/** The tables that have a text of the rider. */
const tablesWith = (mark: string) =>
  TABLES.filter(table => JSON.stringify(rows(`SELECT * FROM ${table}`)).includes(mark))

let ids = 0

async function insertMarked(rider: Rider) {
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

/** The database grows with the steps, and they get slower. */
const STEPS_OF_LIFE = 125

async function begin(confirmsReturns: boolean) {
  await resetHarness()
  cancelledAt.clear()
  emptyTables('payout_days', 'payouts')
  keepHalf()
  // The clocks of tests are behind the migrations.
  rows("UPDATE runs SET ended_at = 0 WHERE job = 'hourly'")
  for (const rider of RIDERS) await insertMarked(rider)
  rows("UPDATE property_settings SET return_mode = 'confirmed' WHERE ?1", Number(confirmsReturns))
}

/** Long enough for a busy machine. */
const STEP_MS = 40
const options = { timeout: RANDOM_LEAVING_STEPS * STEP_MS }

test(
  'a rider is deleted only as asked, without a ride in 90 days or money on the way, and leaves no text',
  options,
  async () => {
    const random = randomFrom(SEED.seed ?? Date.now())
    const below = (count: number) => Math.floor(random() * count)
    const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
    let riders: Rider[] = []
    const counts = { asked: 0, deleted: 0, held: 0, returned: 0, rides: 0, suspended: 0, waited: 0, withdrawn: 0 }
    const hasSession = (rider: Rider) => rowOf(rider).deletion_asked_at === null

    async function book(rider: Rider) {
      if (!hasSession(rider)) return
      const start = new Date(Math.ceil(Date.now() / HOUR_MS + 1 + below(30)) * HOUR_MS)
      const answer = await calls.book({ hours: pick([1, 3] as const), rider, scooter: pick(SCOOTERS), start })
      if (!answer.isDone) return
      rows('UPDATE bookings SET note_to_staff = ?1 WHERE id = ?2', markOf(rider), answer.body.session_id)
      if (below(5) === 0) return
      const receipt = bank().pay(answer.body.razorpay_order_id)
      expect((await calls.reportPayment(rider, answer.body.session_id, receipt)).isDone).toBe(true)
      counts.rides += 1
    }

    const confirmedOf = (rider: Rider) => bookingsOf(rider).filter(({ state }) => state === 'confirmed')

    async function cancel(rider: Rider) {
      const ride = confirmedOf(rider).at(-1)
      if (!ride) return
      const { refunded } = rows<{ refunded: number }>(
        'SELECT coalesce(sum(paise), 0) / 100 AS refunded FROM refunds WHERE booking_id = ?',
        ride.id
      )[0] as { refunded: number }
      const shown = hasSession(rider) && below(2) === 0 ? await calls.previewCancel(rider, ride.id) : null
      const answer = shown?.isDone
        ? await calls.cancelPaidBy(rider, ride.id, shown.body.refund)
        : await cancelByAdmin(ride, refunded, markOf(rider))
      if (answer.isDone) cancelledAt.set(ride.id, seconds())
    }

    async function cancelByAdmin({ amount, id }: StoredBooking, refunded: number, reason: string) {
      const preview = await calls.previewCancelAsAdmin(id)
      const owed = preview.isDone ? (preview.body.owed ?? 0) : 0
      return calls.cancelAsAdmin(id, amount - refunded, { reason, ...(owed > 0 && { owed }) })
    }

    async function returnRide(rider: Rider) {
      const ride = confirmedOf(rider).find(({ end_at, start_at }) => start_at <= seconds() && end_at > seconds())
      if (ride && (await calls.returnAsAdmin(ride.id)).isDone) counts.returned += 1
    }

    async function report(rider: Rider) {
      const ride = confirmedOf(rider).find(({ end_at, start_at }) => start_at <= seconds() && end_at > seconds())
      if (!ride || !hasSession(rider)) return
      const fields = { is_rideable: true, kind: 'damaged', words: markOf(rider) } as const
      const answer = await calls.reportProblemBy(rider, ride.id, ++ids, fields)
      if (answer.isDone && below(2) === 0) await calls.decideProblem(ids, { note: markOf(rider), state: 'fixed' })
    }

    async function suspend(rider: Rider) {
      if (rowOf(rider).suspended_at !== null) return void (await calls.liftSuspension(rider))
      const ahead = confirmedOf(rider).filter(({ start_at }) => start_at > seconds())
      const refund = ahead.reduce((sum, { amount }) => sum + amount, 0)
      if ((await calls.suspend(rider, refund)).isDone) for (const { id } of ahead) cancelledAt.set(id, seconds())
    }

    async function ask(rider: Rider) {
      if (!hasSession(rider)) return
      const { token_version } = rowOf(rider)
      const isSuspended = rowOf(rider).suspended_at !== null
      const hasRides = bookingsOf(rider).some(isOpen)
      const answer = await calls.askForDeletionOf(rider, PASSWORD)
      expect(answer.status).toBe(isSuspended ? 403 : hasRides ? 409 : 200)
      const isAsked = answer.isDone
      counts[isAsked ? 'asked' : isSuspended ? 'suspended' : 'held'] += 1
      expect(hasSession(rider)).toBe(!isAsked)
      expect(rowOf(rider).token_version - token_version).toBe(Number(isAsked))
      if (!answer.isDone) return
      const day = dayOfDeletion(rider)
      expect(answer.body.deleted_on).toBe(day !== null && day > dayOf(new Date()) ? day : null)
      expect(rows('SELECT 1 FROM push_subscriptions WHERE user_id = ?', rider)).toEqual([])
    }

    async function comeBack(rider: Rider) {
      if (hasSession(rider)) return
      expect((await calls.signInOf(rider, emailOf(rider), PASSWORD)).isDone).toBe(true)
      expect(hasSession(rider)).toBe(true)
      counts.withdrawn += 1
    }

    async function untilStart(rider: Rider) {
      await book(rider)
      const [ride] = confirmedOf(rider).filter(({ start_at }) => start_at > seconds())
      if (!ride) return
      await pass(Math.ceil((ride.start_at - seconds()) / MINUTE_SECONDS) + below(60))
      await pick([ask, report, returnRide, returnRide])(rider)
    }

    /** The staff keep a refund, or decide about those that they keep. */
    function holdMoney() {
      const isHeld = rows("SELECT 1 FROM refunds WHERE status = 'review'").length > 0
      if (isHeld) rows("UPDATE refunds SET status = 'processed', processed_at = ?1 WHERE status = 'review'", seconds())
      else rows("UPDATE refunds SET status = 'review' WHERE rowid = (SELECT max(rowid) FROM refunds)")
    }

    const payDebts = () => rows('UPDATE compensations SET paid_at = ?1 WHERE paid_at IS NULL', seconds())

    async function pass(minutes: number) {
      advanceTime(minutes)
      const before = new Map(riders.map(rider => [rider, { ...rowOf(rider), isDue: isDueNow(rider) }]))
      await cron()
      for (const [index, rider] of riders.entries()) {
        const { deletion_asked_at, isDue, suspended_at } = before.get(rider) ?? { ...rowOf(rider), isDue: false }
        // The job runs in another hour than the last.
        if (minutes >= HOUR_MINUTES && isDue) expect(rowOf(rider).deleted_at, `${rider} is due`).not.toBeNull()
        if (!isDue && deletion_asked_at !== null && suspended_at === null && isPast(dayOfDeletion(rider)))
          counts.waited += 1
        if (rowOf(rider).deleted_at === null) continue
        counts.deleted += 1
        expect([deletion_asked_at === null, suspended_at]).toEqual([false, null])
        expect(isPast(dayOfDeletion(rider))).toBe(true)
        expect(waitsForMoney(rider)).toBe(false)
        expect(tablesWith(markOf(rider))).toEqual([])
        expect(await findBrokenInvariants()).toEqual([])
        const next = `r${++ids}x` as Rider
        await insertMarked(next)
        riders[index] = next
      }
    }

    const WAITS = [
      1,
      20,
      60,
      90,
      DAY_MINUTES,
      10 * DAY_MINUTES,
      KEPT_AFTER_RIDE_DAYS * DAY_MINUTES,
      (KEPT_AFTER_RIDE_DAYS + 1) * DAY_MINUTES
    ]
    const often = (times: number, step: (rider: Rider) => unknown) => Array<typeof step>(times).fill(step)
    const steps = [
      ...often(4, book),
      ...often(3, ask),
      ...often(3, comeBack),
      ...often(3, untilStart),
      ...[cancel, report, returnRide, suspend, holdMoney, payDebts]
    ]
    for (let step = 0; step < RANDOM_LEAVING_STEPS; step += 1) {
      if (step % STEPS_OF_LIFE === 0) {
        await begin(below(2) === 0)
        riders = [...RIDERS]
      }
      clearThrottles()
      if (below(3) === 0) await pass(pick(WAITS))
      else await pick(steps)(pick(riders))
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(RANDOM_LEAVING_STEPS / 125)
  }
)

/** Changes the rider before the first statement that has these words, as another call does. */
function changeBefore(words: string, change: string): void {
  injectFaults(({ operation }) => {
    if (!operation.includes(words)) return null
    stopFaults()
    rows(`UPDATE users SET ${change} WHERE id = 'r0'`)
    return null
  })
}

test('a rider who signs in while the job runs stays', async () => {
  await begin(false)
  for (const rider of ['r0', 'r1'] as const) await calls.askForDeletionOf(rider, PASSWORD)
  advanceTime(HOUR_MINUTES)
  changeBefore('deleted_at = ?', 'deletion_asked_at = NULL')
  await cron()
  expect(rowOf('r0').deleted_at).toBeNull()
  expect(rowOf('r1').deleted_at).not.toBeNull()
})

test('a sign-in that began before the request withdraws nothing, and its session has ended', async () => {
  await begin(false)
  changeBefore('SET deletion_asked_at = NULL', 'deletion_asked_at = 1, token_version = token_version + 1')
  const { access_token } = await signIn({ body: { email: emailOf('r0'), password: PASSWORD } }, null, {
    clock: now,
    headers: new Headers(),
    isSecure: true,
    now: now(),
    responseHeaders: new Headers()
  }).then(answer => answer as { access_token: string })
  expect(rowOf('r0').deletion_asked_at).toBe(1)
  const headers = new Headers({ authorization: `Bearer ${access_token}` })
  await expect(actorFor('rider', headers)).rejects.toThrow(apiErrorsText.notAuthenticated)
})
