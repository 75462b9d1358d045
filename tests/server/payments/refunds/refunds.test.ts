import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import { closeRefund, sendRefund } from '#contract/payments/refunds.ts'
import * as admins from '#messages/admin/payments/refunds.ts'
import * as text from '#messages/payments/payment-responses.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import type { Fault } from '#tests/razorpay/faults.ts'
import {
  afterMinutes,
  bookedByRival,
  bookingSeenByRider,
  claimsOf,
  deliver,
  eventOf,
  holdScooter,
  minutesFromNow,
  paidAtBank,
  paidRide,
  paymentProof,
  paymentsOf,
  providerCallCount,
  providerRefunds,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

type Ride = Awaited<ReturnType<typeof paidRide>>

const admin = setUpAdmin()

/** A paid ride that an admin has cancelled: a refund of 5,000 paise is due. */
async function overdueRefund() {
  const ride = await paidRide()
  await admin.call(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: ride.id } })
  return ride
}

const KEY = 'x-refund-idempotency'
const keysOf = ({ payment_id }: Ride) => providerCallCount('refund', payment_id).map(({ headers }) => headers[KEY])

async function refundOf(ride: { id: string }) {
  const [refund, ...others] = await refundsOf(ride)
  if (!refund || others.length > 0) throw new Error(`Not one refund but ${others.length + 1}`)
  return refund
}

/** When the cron attempts this refund next: after a pause, after a failure, or now. */
async function nextTurnAt({ payment_id, ...ride }: Ride): Promise<Date> {
  const { lease_until } = await refundOf(ride)
  const [failed] = await sql<{ retry_at: number }>('SELECT retry_at FROM failing_items WHERE id = ?', payment_id)
  const seconds = lease_until ?? failed?.retry_at
  return seconds === undefined ? minutesFromNow(0) : new Date(seconds * 1000)
}

/** Runs the cron at the next attempt of this refund. */
const nextTurn = async (ride: Ride) => app.runMinute(await nextTurnAt(ride))

const processed = (ride: Ride) => {
  const [refund] = providerRefunds(ride)
  razorpayServer().bank.processRefund(refund?.id ?? '')
  return deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
}

describe('a due refund', () => {
  test('is sent in full, under a key of its payment, and is processed when the provider reports it', async () => {
    const ride = await overdueRefund()
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ reason: 'cancelled', status: 'sent' })
    expect(providerCallCount('refund', ride.payment_id)).toMatchObject([
      { body: { speed: 'normal' }, headers: { [KEY]: `rf-${ride.payment_id}` } }
    ])
    await processed(ride)
    expect(await refundOf(ride)).toMatchObject({ refund_id: providerRefunds(ride)[0]?.id, status: 'processed' })
    expect(providerRefunds(ride)).toMatchObject([{ amount: 5000 }])
    await afterMinutes(24 * 60)
    expect(providerCallCount('refund', ride.payment_id)).toHaveLength(1)
  })

  test('is checked by the cron if the provider does not report it', async () => {
    const ride = await overdueRefund()
    await sql('UPDATE bookings SET next_check_at = NULL WHERE id = ?', ride.id)
    await nextTurn(ride)
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'sent' })
    const [refund] = providerRefunds(ride)
    razorpayServer().bank.processRefund(refund?.id ?? '')
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'processed' })
    expect(providerCallCount('fetchRefund', refund?.id ?? '')).toHaveLength(2)
  })

  test.each<Fault>(['lost', 'reset', 'error', 'html', 'malformed', 'unexpected'])(
    'with the fault "%s" is retried later under the same key, and paid out once',
    async fault => {
      const ride = await overdueRefund()
      razorpayServer().faults.fail('refund', fault, 1)
      await nextTurn(ride)
      const { lease_until, note, status } = await refundOf(ride)
      expect(lease_until, 'only the list of failures delays it').toBeNull()
      expect([status, note]).toEqual(['due', expect.anything()])
      await app.runMinute(new Date((await nextTurnAt(ride)).getTime() - 1000))
      expect(keysOf(ride)).toHaveLength(1)
      await nextTurn(ride)
      expect(keysOf(ride)).toEqual([`rf-${ride.payment_id}`, `rf-${ride.payment_id}`])
      expect(await refundOf(ride)).toMatchObject({ note: null, status: 'sent' })
      expect(providerRefunds(ride)).toHaveLength(1)
    }
  )

  test('whose request is too slow delays nothing, and is paid out once', async () => {
    const ride = await overdueRefund()
    razorpayServer().faults.fail('refund', 'slow', 1)
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'due' })
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ note: expect.stringContaining('in progress'), status: 'due' })
    razorpayServer().faults.release()
    await expect.poll(() => providerRefunds(ride).length).toBe(1)
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'sent' })
    expect([new Set(keysOf(ride)).size, providerRefunds(ride).length]).toEqual([1, 1])
  })

  test('is requested once by many crons at once', async () => {
    const rides = [await overdueRefund(), await overdueRefund()]
    await Promise.all(Array.from({ length: 5 }, () => app.runMinute()))
    for (const ride of rides) {
      expect([keysOf(ride).length, providerRefunds(ride).length]).toEqual([1, 1])
      expect(await refundOf(ride)).toMatchObject({ attempts: 1, status: 'sent' })
    }
  })

  test('that is rejected because it exists already is processed when the existing one is', async () => {
    const ride = await overdueRefund()
    const { id } = razorpayServer().bank.refundInDashboard(ride.payment_id)
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ refund_id: id, status: 'sent' })
    razorpayServer().bank.processRefund(id)
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'processed' })
    expect(providerRefunds(ride)).toHaveLength(1)
  })

  test('of a payment that is called refunded while it is pending stays due if it fails', async () => {
    const ride = await overdueRefund()
    await afterMinutes(0)
    await afterMinutes(60)
    expect(razorpayServer().bank.payment(ride.payment_id).status).toBe('refunded')
    expect(await refundOf(ride)).toMatchObject({ status: 'sent' })
    razorpayServer().bank.failRefund(providerRefunds(ride)[0]?.id ?? '')
    await deliver(eventOf('refund.failed', { razorpay_payment_id: ride.payment_id }))
    expect(await refundOf(ride)).toMatchObject({ status: 'review' })
  })

  test('that is reported as processed before it is stored as sent is not sent again', async () => {
    const ride = await overdueRefund()
    razorpayServer().faults.fail('refund', 'lost', 1)
    await nextTurn(ride)
    await processed(ride)
    await afterMinutes(60)
    expect(await refundOf(ride)).toMatchObject({ status: 'processed' })
    expect(keysOf(ride)).toHaveLength(1)
  })
})

describe('a refund that the provider refuses', () => {
  test('is tried eight times with growing pauses, then waits for an admin, who sends it again', async () => {
    const ride = await overdueRefund()
    razorpayServer().bank.balance_too_low = true
    const pauses: number[] = []
    let at = Math.ceil(Date.now() / 1000)
    for (let turn = 1; turn <= 8; turn += 1) {
      await app.runMinute(new Date(at * 1000))
      const { lease_until, status } = await refundOf(ride)
      if (status === 'review') break
      pauses.push((lease_until ?? 0) - at)
      at = lease_until ?? 0
    }
    expect(pauses).toEqual([120, 240, 480, 960, 1920, 3840, 7680])
    expect(await refundOf(ride)).toMatchObject({ note: expect.stringContaining('enough balance'), status: 'review' })
    await app.runMinute(new Date((at + 86_400) * 1000))
    expect(keysOf(ride)).toHaveLength(8)
    razorpayServer().bank.balance_too_low = false
    await admin.call(sendRefund, { body: { amount: 50 }, params: { id: ride.payment_id } })
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ note: null, status: 'sent' })
    expect(providerRefunds(ride)).toHaveLength(1)
  })

  test('waits for an admin when it fails at the bank, and is sent again under another key', async () => {
    const ride = await overdueRefund()
    const { bank } = razorpayServer()
    await nextTurn(ride)
    const [first] = bank.refundsOf(ride.payment_id)
    bank.failRefund(first?.id ?? '')
    const failed = eventOf('refund.failed', { razorpay_payment_id: ride.payment_id })
    await deliver(failed)
    expect(await refundOf(ride)).toMatchObject({ note: admins.refundFailed, refund_id: first?.id, status: 'review' })
    await afterMinutes(24 * 60)
    expect(keysOf(ride)).toHaveLength(1)
    await admin.call(sendRefund, { body: { amount: 50 }, params: { id: ride.payment_id } })
    await deliver(failed, { id: 'the-first-failure-again' })
    expect(await refundOf(ride)).toMatchObject({ status: 'due' })
    await nextTurn(ride)
    expect(keysOf(ride)).toEqual([`rf-${ride.payment_id}`, `rf-${ride.payment_id}-${first?.id}`])
    await deliver(failed, { id: 'the-first-failure-once-more' })
    expect(await refundOf(ride)).toMatchObject({ refund_id: providerRefunds(ride)[0]?.id, status: 'sent' })
    await processed(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'processed' })
    expect(providerRefunds(ride)).toHaveLength(1)
  })

  test('waits for an admin when only the cron finds the failure, and the admin marks it as refunded manually', async () => {
    const ride = await overdueRefund()
    await nextTurn(ride)
    razorpayServer().bank.failRefund(providerRefunds(ride)[0]?.id ?? '')
    await nextTurn(ride)
    expect(await refundOf(ride)).toMatchObject({ status: 'review' })
    const body = { amount: 50, note: 'By bank transfer, 4711' }
    const closed = await admin.call(closeRefund, { body, params: { id: ride.payment_id } })
    expect(closed).toMatchObject({ note: 'By bank transfer, 4711', status: 'processed' })
    await afterMinutes(24 * 60)
    expect([keysOf(ride).length, providerRefunds(ride).length]).toEqual([1, 0])
  })
})

describe("a refund in the provider's dashboard", () => {
  test('of the full amount cancels the ride, frees its slot, and the rider sees it', async () => {
    const ride = await paidRide()
    const { bank } = razorpayServer()
    const refund = bank.refundInDashboard(ride.payment_id)
    expect((await storedBooking(ride)).state).toBe('confirmed')
    bank.processRefund(refund.id)
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }), { id: 'once-more' })
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, payment_status: 'Cancelled' })
    expect(await claimsOf(ride)).toEqual([])
    expect(await refundOf(ride)).toMatchObject({ reason: 'elsewhere', refund_id: refund.id, status: 'processed' })
    expect((await storedBooking(await bookedByRival(ride))).state).toBe('held')
    await afterMinutes(24 * 60)
    expect([keysOf(ride).length, providerRefunds(ride).length]).toEqual([0, 1])
  })

  test('of the full amount cancels the ride without a webhook, too', async () => {
    const ride = await paidRide()
    razorpayServer().bank.processRefund(razorpayServer().bank.refundInDashboard(ride.payment_id).id)
    await afterMinutes(16)
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, payment_status: 'Cancelled' })
    expect(await refundOf(ride)).toMatchObject({ reason: 'elsewhere', status: 'processed' })
  })

  test('of a part is recorded and keeps the ride; the last part cancels it', async () => {
    const ride = await paidRide()
    const { bank } = razorpayServer()
    bank.processRefund(bank.refundInDashboard(ride.payment_id, 1000).id)
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    await afterMinutes(16)
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
    expect(await refundsOf(ride)).toMatchObject([{ paise: 1000, reason: 'elsewhere', status: 'processed' }])
    bank.processRefund(bank.refundInDashboard(ride.payment_id, 4000).id)
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    expect(await bookingSeenByRider(ride)).toMatchObject({ payment_status: 'Cancelled' })
    expect((await refundsOf(ride)).map(({ paise }) => paise).sort()).toEqual([1000, 4000])
  })

  test('in two pending halves cancels the ride when the second is processed, not the first', async () => {
    const ride = await paidRide()
    const { bank } = razorpayServer()
    const halves = [bank.refundInDashboard(ride.payment_id, 2500), bank.refundInDashboard(ride.payment_id, 2500)]
    const process = async (half: (typeof halves)[number]) => {
      bank.processRefund(half.id)
      await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    }
    expect(bank.payment(ride.payment_id)).toMatchObject({ amount_refunded: 5000, status: 'refunded' })
    for (const half of halves) {
      await afterMinutes(16)
      expect(await bookingSeenByRider(ride)).toMatchObject({
        otp_pin: ride.scooter.otp_pin,
        payment_status: 'Completed'
      })
      await process(half)
    }
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: null, payment_status: 'Cancelled' })
    expect((await refundsOf(ride)).map(({ refund_id }) => refund_id).sort()).toEqual(halves.map(({ id }) => id).sort())
  })

  test('in two halves of a payment that is not known yet is recorded when the second is processed', async () => {
    const booking = await holdScooter()
    const { razorpay_payment_id } = paidAtBank(booking)
    const { bank } = razorpayServer()
    const halves = [
      bank.refundInDashboard(razorpay_payment_id, 2500),
      bank.refundInDashboard(razorpay_payment_id, 2500)
    ]
    const recorded: number[][] = []
    for (const { id } of halves) {
      bank.processRefund(id)
      await deliver(eventOf('refund.processed', { razorpay_payment_id }))
      recorded.push((await refundsOf(booking)).map(({ paise }) => paise))
    }
    expect(recorded).toEqual([[], [2500, 2500]])
  })

  test('of one half that fails does not change the ride, or the due refund of another', async () => {
    const [ride, other] = [await paidRide(), await overdueRefund()]
    const { bank } = razorpayServer()
    const parts = [ride, other].map(({ payment_id }) => bank.refundInDashboard(payment_id, 2500))
    await nextTurn(other)
    for (const { id } of parts) bank.failRefund(id)
    for (const { payment_id } of [ride, other]) {
      await deliver(eventOf('refund.failed', { razorpay_payment_id: payment_id }))
    }
    expect(await bookingSeenByRider(ride)).toMatchObject({ payment_status: 'Completed' })
    expect(await refundsOf(ride)).toEqual([])
    expect(await refundOf(other)).toMatchObject({ note: null, status: 'sent' })
  })

  test('by the bank of an uncaptured payment is not stored', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, { outcome: 'authorized' })
    razorpayServer().bank.pass(20)
    const event = eventOf('refund.processed', receipt)
    expect((await deliver(event)).status).toBe(200)
    expect([await paymentsOf(booking), await refundsOf(booking)]).toEqual([[], []])
    expect(await bookingSeenByRider(booking)).toMatchObject({ payment_status: 'Pending' })
  })

  test('leaves the payment refunded when the browser reports it afterwards, and no second refund is due', async () => {
    const booking = await holdScooter()
    const receipt = paidAtBank(booking)
    razorpayServer().bank.processRefund(razorpayServer().bank.refundInDashboard(receipt.razorpay_payment_id).id)
    const answer = await booking.rider.call(confirmPayment, paymentProof(booking, receipt))
    expect(answer).toMatchObject({ message: text.paymentBeingRefunded, success: false })
    await afterMinutes(1)
    expect(await refundsOf(booking)).toMatchObject([{ reason: 'elsewhere', status: 'processed' }])
    expect(providerRefunds(booking)).toHaveLength(1)
    expect(await sql('SELECT 1 FROM audits WHERE subject = ?', booking.id)).toEqual([])
  })
})
