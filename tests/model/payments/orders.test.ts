import { describe, expect, test, vi } from 'vitest'
import { HOLD_SECONDS, ORDER_CREATION_LEASE_SECONDS } from '#domain/constants.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceMinutes, expireTimeouts } from '#tests/model/harness/clock.ts'
import { failSteps, notApplied, STOPPED } from '#tests/model/harness/errors.ts'
import { bank, faults, startHarnessForEachTest, storedBookings } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// One booking has one order, however often and by whomever it is requested.

startHarnessForEachTest()

async function payOrderOfAnotherCall(): Promise<void> {
  advanceMinutes(ORDER_CREATION_LEASE_SECONDS / 60)
  await samples.bookAndPay({} as samples.SampleBooking)
}

describe('the order of a hold', () => {
  test('is requested by another call when the first one does not return', async () => {
    failSteps(({ operation }) => operation.includes('SET order_id'), notApplied(STOPPED))
    await samples.bookBy()
    stopFaults()
    expect(storedBookings()).toMatchObject([{ order_id: null, state: 'held' }])
    const order = await samples.booked()
    expect(storedBookings()).toMatchObject([{ id: order.session_id, order_id: order.razorpay_order_id }])
  })

  test('does not change when a slower call creates another one', async () => {
    faults().fail('createOrder', 'slow', 1)
    const first = samples.bookBy()
    await vi.waitFor(() => expect(faults().isWaitedFor()).toBe(true))
    advanceMinutes(1)
    const second = await samples.booked()
    faults().release()
    const answer = await first
    expect(answer).toMatchObject({ body: { razorpay_order_id: second.razorpay_order_id } })
    expect(storedBookings()).toMatchObject([{ order_id: second.razorpay_order_id }])
    expect(bank().orders()).toHaveLength(2)
  })
  test('is requested by one call at a time, with ten seconds for each', async () => {
    faults().fail('createOrder', 'slow', 2)
    const first = samples.bookBy()
    await vi.waitFor(() => expect(faults().requestsOf('createOrder')).toHaveLength(1))
    advanceMinutes(ORDER_CREATION_LEASE_SECONDS / 60)
    const second = samples.bookBy()
    await vi.waitFor(() => expect(faults().requestsOf('createOrder')).toHaveLength(2))
    const startedAt = Date.now()
    const { razorpay_order_id } = await samples.booked()
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual((ORDER_CREATION_LEASE_SECONDS - 1) * 1000)
    faults().release()
    expect(await Promise.all([first, second])).toMatchObject([
      { body: { razorpay_order_id } },
      { body: { razorpay_order_id } }
    ])
  })

  test('says how long the hold lasts when the answer is sent, also after a slow provider', async () => {
    faults().fail('createOrder', 'slow', 1)
    const answer = samples.bookBy()
    await vi.waitFor(() => expect(faults().isWaitedFor()).toBe(true))
    advanceMinutes(9.5 / 60)
    faults().release()
    expect(await answer).toMatchObject({ body: { hold_seconds: HOLD_SECONDS - 10 } })
  })

  // The provider answers while the hold that the order was requested for is no longer live.
  test.each([
    ['its rider has booked another ride', () => samples.booked('r0', 's1')],
    ['an admin has cancelled it', () => calls.cancelAsAdmin(storedBookings()[0]?.id ?? '', 0)],
    ['it has expired', () => advanceMinutes(HOLD_SECONDS / 60)],
    ['it is paid by the order of another call', payOrderOfAnotherCall]
  ])('is not handed out after a slow provider if %s', async (_, endHold) => {
    faults().fail('createOrder', 'slow', 1)
    const answer = samples.bookBy()
    await vi.waitFor(() => expect(faults().isWaitedFor()).toBe(true))
    await endHold()
    faults().release()
    expect(await answer).toMatchObject({ detail: paymentsText.holdEnded, isDone: false, status: 409 })
    expect(storedBookings()[0]?.order_id).toMatch(/^order_/)
  })

  test('is not handed out to a call that waited for it if the hold has ended', async () => {
    failSteps(({ operation }) => operation.includes('SET order_id'), notApplied(STOPPED))
    await samples.bookBy()
    changeBefore('SET ordering_until', () =>
      rows("UPDATE bookings SET order_id = 'order_1', ordering_until = NULL, state = 'cancelled', hold_until = NULL")
    )
    expect(await samples.bookBy()).toMatchObject({ detail: paymentsText.holdEnded, isDone: false, status: 409 })
  })

  test('is kept when an earlier request for it fails after it was handed out', async () => {
    faults().fail('createOrder', 'slow', 1)
    const first = samples.bookBy()
    await vi.waitFor(() => expect(faults().isWaitedFor()).toBe(true))
    advanceMinutes(1)
    const { razorpay_order_id } = await samples.booked()
    expireTimeouts()
    expect(await first).toMatchObject({ detail: paymentsText.orderFailed, isDone: false })
    expect(storedBookings()).toMatchObject([{ order_id: razorpay_order_id, state: 'held' }])
    expect(rows('SELECT 1 FROM slot_claims')).toHaveLength(2)
  })

  test('is not requested if it was stored in the meantime', async () => {
    failSteps(({ operation }) => operation.includes('SET order_id'), notApplied(STOPPED))
    await samples.bookBy()
    advanceMinutes(1)
    changeBefore('SET ordering_until', () => rows("UPDATE bookings SET order_id = 'order_1', ordering_until = NULL"))
    expect(await samples.bookBy()).toMatchObject({ body: { razorpay_order_id: 'order_1' } })
    stopFaults()
    expect(faults().requestsOf('createOrder')).toHaveLength(1)
  })
})
