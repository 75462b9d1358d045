import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import * as text from '#messages/payments/payments.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
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
