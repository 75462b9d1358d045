import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { START_TIME } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  findBrokenInvariants,
  resetHarness,
  startHarness,
  storedBookings
} from '#tests/model/harness/harness.ts'
import { lossOf } from '#tests/model/harness/loss.ts'
import { scaledCount } from '#tests/model/harness/runs.ts'
import { clearThrottles } from '#tests/model/harness/seed.ts'

// Random rides are booked, extended, refunded as goodwill in parts and cancelled. The amounts are then computed again,
// to the paisa, by a query that knows only the rules of the product.

startHarness()

const RIDES = Math.max(8, scaledCount(40))

interface RandomRide {
  cancelAfter: number
  cancelledBy: 'admin' | 'rider'
  extensions: { hours: 1 | 2 | 5; minutesLater: number }[]
  goodwill: { minutesLater: number; rupees: number }[]
  hours: 1 | 3
  hoursAhead: number
  terms: CancellationTerms
}

const minutesLater = fc.integer({ max: 90, min: 0 })
const randomRide: fc.Arbitrary<RandomRide> = fc.record({
  cancelAfter: fc.integer({ max: 400, min: 0 }),
  cancelledBy: fc.constantFrom('admin', 'rider', 'rider'),
  extensions: fc.array(fc.record({ hours: fc.constantFrom(1, 2, 5), minutesLater }), { maxLength: 3 }),
  goodwill: fc.array(fc.record({ minutesLater, rupees: fc.integer({ max: 60, min: 1 }) }), { maxLength: 2 }),
  hours: fc.constantFrom(1, 3),
  hoursAhead: fc.integer({ max: 8, min: 1 }),
  terms: fc.record({
    free_cancel_minutes: fc.constantFrom(0, 60, 180, 10_080),
    grace_minutes: fc.constantFrom(0, 10, 60),
    late_cancel_percent: fc.integer({ max: 100, min: 0 }),
    operator_bears: fc.constant(true)
  })
})

async function pay(order: { razorpay_order_id: string; session_id: string }): Promise<void> {
  const reported = await calls.reportPayment('r0', order.session_id, bank().pay(order.razorpay_order_id))
  expect(reported).toMatchObject({ body: { success: true } })
}

/** Runs the life of a ride and returns its id. Times are minutes. */
async function live({ cancelAfter, cancelledBy, extensions, goodwill, hours, hoursAhead, terms }: RandomRide) {
  const start = new Date(START_TIME.getTime() + hoursAhead * HOUR_MS)
  const booked = await calls.book({ hours, rider: 'r0', scooter: 's0', start })
  if (!booked.isDone) throw new Error('Not booked')
  const id = booked.body.session_id
  rows('UPDATE bookings SET terms = ?1 WHERE id = ?2', JSON.stringify(terms), id)
  await pay(booked.body)
  for (const extension of extensions) {
    clearThrottles()
    advanceTime(extension.minutesLater)
    const extended = await calls.extend('r0', id, extension.hours)
    if (extended.isDone) await pay(extended.body)
  }
  for (const { minutesLater, rupees } of goodwill) {
    advanceTime(minutesLater)
    const paid = storedBookings().filter(({ state }) => state === 'confirmed')
    await calls.refundAsAdmin(paid[rupees % paid.length]?.id ?? id, rupees)
  }
  advanceTime(cancelAfter)
  if (cancelledBy === 'rider') {
    const preview = await calls.previewCancel('r0', id)
    if (preview.isDone) await calls.cancelPaidBy('r0', id, preview.body.refund)
  } else {
    const [{ left } = { left: 0 }] = rows<{ left: number }>(LEFT)
    const loss = lossOf(id)
    expect(await calls.cancelAsAdmin(id, left, { owed: loss / 100 })).toMatchObject({ isDone: true })
    expect(rows('SELECT paise FROM compensations')).toEqual(loss > 0 ? [{ paise: loss }] : [])
  }
  return id
}

const LEFT = `
SELECT (sum(p.paise) - coalesce((SELECT sum(paise) FROM refunds), 0)) / 100.0 AS left
  FROM bookings b JOIN payments p ON p.id = b.payment_id WHERE b.state = 'confirmed'`

// The share of each payment as the product's rules say it: all of it up to the grace after the payment, or up to the
// free time before the ride's start; then a share in whole rupees, rounded up for all late rows together.
const EXPECTED_REFUNDS = `
WITH cancelled AS (
  SELECT b.id, b.payment_id, p.paise, ride.start_at, b.start_at AS row_start, b.paid_at, b.cancelled_by,
         ride.updated_at AS cancelled_at,
         ride.terms ->> 'free_cancel_minutes' AS free, ride.terms ->> 'grace_minutes' AS grace,
         ride.terms ->> 'late_cancel_percent' AS percent,
         (SELECT coalesce(sum(r.paise), 0) FROM refunds r WHERE r.payment_id = b.payment_id AND r.reason = 'goodwill') AS goodwill
    FROM bookings b JOIN bookings ride ON ride.id = coalesce(b.ride_id, b.id) JOIN payments p ON p.id = b.payment_id
   WHERE b.state = 'cancelled'),
judged AS (
  SELECT *, iif(cancelled_by = 'admin' OR cancelled_at < paid_at + 60 * grace OR cancelled_at <= start_at - 60 * free,
                100, percent) AS refund_percent
    FROM cancelled),
sums AS (
  SELECT *, sum(paise) OVER (PARTITION BY refund_percent ORDER BY row_start) AS sum FROM judged),
shares AS (
  SELECT *, (sum * refund_percent + 9999) / 10000 * 100 - ((sum - paise) * refund_percent + 9999) / 10000 * 100 AS share
    FROM sums)
SELECT payment_id, max(share, goodwill) AS paise FROM shares ORDER BY payment_id`

const ACTUAL_REFUNDS = `
SELECT b.payment_id, (SELECT coalesce(sum(r.paise), 0) FROM refunds r WHERE r.payment_id = b.payment_id) AS paise
  FROM bookings b WHERE b.state = 'cancelled' AND b.payment_id IS NOT NULL ORDER BY b.payment_id`

test(`the refunds of ${RIDES} random rides are those that an independent query computes`, async () => {
  const counts = { extended: 0, late: 0, owed: 0, withGoodwill: 0 }
  for (const ride of fc.sample(randomRide, { numRuns: RIDES, seed: 20_260_615 })) {
    await resetHarness()
    clearThrottles()
    await live(ride)
    const actual = rows<{ paise: number; payment_id: string }>(ACTUAL_REFUNDS)
    expect(actual, JSON.stringify(ride)).toEqual(rows(EXPECTED_REFUNDS))
    expect(await findBrokenInvariants()).toEqual([])
    counts.extended += Number(actual.length > 1)
    counts.late += Number(actual.some(({ paise }) => paise > 0 && paise % 5000 !== 0))
    counts.owed += Number(rows('SELECT 1 FROM compensations').length > 0)
    counts.withGoodwill += Number(rows("SELECT 1 FROM refunds WHERE reason = 'goodwill'").length > 0)
  }
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(RIDES / 20)
})
