import { expect, test } from 'vitest'
import { KEPT_AFTER_RIDE_DAYS } from '#domain/constants.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { DAY_MINUTES, HOUR_MINUTES, HOUR_MS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { signIn } from '#server/auth/sign-in.ts'
import { actorFor } from '#server/sessions/sessions.ts'
import { randomFrom } from '#tests/fakes/razorpay/webhooks.ts'
import type { StoredBooking } from '#tests/helpers/data/stored-rows.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { RANDOM_LEAVING_STEPS, SEED } from '#tests/helpers/hardening.ts'
import { injectFaults, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { advanceTime, bank, cron, findBrokenInvariants, startHarness } from '#tests/model/harness/harness.ts'
import { clearThrottles, RIDERS, type Rider, SCOOTERS } from '#tests/model/harness/seed.ts'
import {
  begin,
  bookingsOf,
  cancelledAt,
  dayOfDeletion,
  emailOf,
  insertMarked,
  isDueNow,
  isOpen,
  isPast,
  markOf,
  PASSWORD,
  rowOf,
  seconds,
  tablesWith,
  waitsForMoney
} from './marked-riders.ts'

// Riders who ride, ask for the deletion, come back, are suspended and are deleted, in any order.

startHarness()

let ids = 0

/** The database grows with the steps, and they get slower. */
const STEPS_OF_LIFE = 125

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
