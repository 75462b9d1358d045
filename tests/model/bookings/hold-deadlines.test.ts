import { describe, expect, test } from 'vitest'
import { HOLD_SECONDS, SETTLING_HOLD_SECONDS } from '#domain/constants.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { markSettling, releaseHold, shortenHold } from '#server/slots/hold-deadlines.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  findBrokenInvariants,
  startHarnessForEachTest,
  storedBookings
} from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// How long a hold lasts. Its claims last as long.

startHarnessForEachTest()

const MINUTE = 60
const begin = START_TIME.getTime() / 1000

const endOfHold = () => storedBookings()[0]?.hold_until

const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * MINUTE * 1000)

/** A payment that the browser has reported, while the bank has not answered. */
async function waiting(): Promise<SampleBooking> {
  const sample = await samples.paidSample({ outcome: 'created' })
  expect(await samples.reportPayment(sample)).toMatchObject({
    body: { message: paymentsText.beingConfirmed, payment_status: 'Pending' }
  })
  return sample
}

describe('a hold', () => {
  test('expires fifteen minutes after its creation', async () => {
    await samples.heldSample()
    expect(endOfHold()).toBe(begin + HOLD_SECONDS)
  })

  test.each([
    ['five minutes after the checkout was dismissed', 2, 7],
    ['at its deadline even if the checkout is dismissed shortly before', 12, 15]
  ])('expires %s', async (_, dismissed, ends) => {
    const { order } = await samples.heldSample()
    advanceTime(dismissed)
    await calls.dismiss('r0', order.session_id)
    expect(endOfHold()).toBe(begin + ends * MINUTE)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('that has expired is not changed by a dismissal, a signature or a cancellation', async () => {
    const { order } = await samples.heldSample()
    advanceTime(15)
    const before = storedBookings()
    await shortenHold(order.session_id, inMinutes(5), now())
    await markSettling(order.session_id, inMinutes(60), now())
    expect(storedBookings()).toMatchObject(
      before.map(({ hold_until, settling, state }) => ({ hold_until, settling, state }))
    )
    expect(await samples.bookBy('r1')).toMatchObject({ isDone: true })
    await releaseHold(order.session_id, now())
    expect(storedBookings()).toMatchObject([{ state: 'expired' }, { state: 'held' }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('that is cancelled frees its slot at once; a paid booking cannot be cancelled', async () => {
    const { order } = await samples.heldSample()
    await releaseHold(order.session_id, now())
    expect(rows('SELECT * FROM slot_claims')).toEqual([])
    const paid = await samples.confirmedSample()
    await releaseHold(paid.order.session_id, now())
    expect(await findBrokenInvariants()).toEqual([])
    samples.expectConfirmedRide(paid)
  })
})

describe('a payment that the provider does not confirm', () => {
  test('is not answered as settling if its hold has ended', async () => {
    const sample = await samples.paidSample()
    faults().fail('fetchPayment', 'error')
    advanceTime(15)
    expect(await samples.reportPayment(sample)).toMatchObject({
      body: { is_settling: false, message: paymentsText.verificationFailed, payment_status: 'Failed', success: false }
    })
  })

  test('is answered as confirmed if a webhook has settled it meanwhile', async () => {
    const sample = await samples.confirmedSample()
    faults().fail('fetchPayment', 'error')
    expect(await samples.reportPayment(sample)).toMatchObject({
      body: { is_settling: false, payment_status: 'Completed', success: true }
    })
  })
})

describe('a settling hold', () => {
  test('lasts at most a day from the report of the browser', async () => {
    await waiting()
    expect(endOfHold()).toBe(begin + SETTLING_HOLD_SECONDS)
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('is neither shortened nor cancelled', async () => {
    const { order } = await waiting()
    await calls.dismiss('r0', order.session_id)
    expect(await calls.cancelHoldBy('r0', order.session_id)).toMatchObject({
      detail: paymentsText.beingConfirmed,
      status: 400
    })
    await releaseHold(order.session_id, now())
    expect(storedBookings()).toMatchObject([{ hold_until: begin + SETTLING_HOLD_SECONDS, settling: 1, state: 'held' }])
  })

  test.each([
    ['at its old deadline', 3, 15],
    ['at once if the old deadline has passed', 20, 20]
  ])('expires %s when the payment has failed', async (_, reported, ends) => {
    const { receipt } = await waiting()
    faults().fail('orderPayments', 'error')
    advanceTime(reported)
    if (bank().payment(receipt.razorpay_payment_id).status === 'created') bank().fail(receipt.razorpay_payment_id)
    faults().clear()
    await cron()
    expect(storedBookings()).toMatchObject([{ hold_until: begin + ends * MINUTE, settling: 0, state: 'held' }])
    expect(await findBrokenInvariants()).toEqual([])
    advanceTime(ends - reported)
    expect(await samples.bookBy('r1')).toMatchObject({ isDone: true })
  })

  test('expires at once when the payment has failed and its rider has another hold', async () => {
    const { receipt } = await waiting()
    await samples.booked('r0', 's1', 3)
    advanceTime(1)
    bank().fail(receipt.razorpay_payment_id)
    await cron()
    expect(await findBrokenInvariants()).toEqual([])
    expect(await samples.bookBy('r1')).toMatchObject({ isDone: true })
  })

  test('expires at once when the payment has failed and its scooter was deleted', async () => {
    const { receipt } = await waiting()
    rows("UPDATE scooters SET archived_at = ?1 WHERE id = 's0'", begin)
    advanceTime(1)
    bank().fail(receipt.razorpay_payment_id)
    await cron()
    expect(storedBookings()).toMatchObject([{ hold_until: begin + MINUTE, settling: 0 }])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('becomes a ride however late its payment is captured', async () => {
    const sample = await samples.paidSample()
    faults().fail('fetchPayment', 'error', 1)
    await samples.reportPayment(sample)
    faults().fail('orderPayments', 'error')
    for (const minutes of [10, 20, 90]) {
      advanceTime(minutes)
      await cron()
      expect(await samples.bookBy('r1')).toMatchObject({ isDone: false, status: 400 })
    }
    faults().clear()
    await samples.runRecovery()
    samples.expectConfirmedRide(sample)
  })
})
