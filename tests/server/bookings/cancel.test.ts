import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin/admin-bookings.ts'
import { cancelBooking, previewCancellation } from '#contract/bookings/cancel-booking.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import * as text from '#messages/booking/booking-responses.ts'
import { alreadyPaid } from '#messages/payments/payment-responses.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  bookedByRival,
  bookingSeenByRider,
  claimsOf,
  deliver,
  eventOf,
  paidRide,
  providerCallCount,
  providerRefunds,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/fixtures.ts'

setUpPaymentTests()

type Ride = Awaited<ReturnType<typeof paidRide>>

const admin = setUpAdmin()
let property_id: string

const FREE = { free_cancel_minutes: null, grace_minutes: null, late_cancel_percent: null }
/** Every cancellation is late, however far ahead the ride is. */
const LATE = { free_cancel_minutes: 1_000_000, grace_minutes: 0, late_cancel_percent: 33 }

const setTerms = (body: Record<string, number | null>) =>
  admin.call(updatePropertyRules, { body, params: { id: property_id } })

const preview = ({ id, rider }: Ride) => rider.call(previewCancellation, { params: { id } })
const cancel = ({ id, rider }: Ride, amount: number) => rider.call(cancelBooking, { body: { amount }, params: { id } })
const refusedCancel = ({ id, rider }: Ride, body: { amount?: number }) =>
  rider.refusal(cancelBooking, { body, params: { id } })

beforeAll(async () => {
  property_id = (await anotherRider()).property_id
})
beforeEach(() => setTerms(FREE))

async function lateRide(terms = LATE): Promise<Ride> {
  const ride = await paidRide()
  await sql('UPDATE bookings SET terms = ? WHERE id = ?', JSON.stringify(terms), ride.id)
  return ride
}

describe('a rider who cancels a paid booking', () => {
  test('early is refunded in full, and the scooter is free at once', async () => {
    const ride = await paidRide()
    const shown = await preview(ride)
    expect(shown).toMatchObject({ amount: 50, full_refund_until: null, refund: 50, refund_after: 25 })
    expect(new Date(shown.until ?? '').getTime()).toBe(new Date(ride.start_time).getTime() - 60 * 60_000)
    expect(await cancel(ride, 50)).toMatchObject({ refund: 50 })
    expect(await storedBooking(ride)).toMatchObject({ cancelled_by: 'rider', refund_percent: 100, state: 'cancelled' })
    expect(await claimsOf(ride)).toEqual([])
    expect(await bookingSeenByRider(ride)).toMatchObject({
      cancelled_by: 'rider',
      otp_pin: null,
      payment_status: 'Cancelled',
      refund: 50,
      refund_status: 'pending'
    })
    await bookedByRival(ride)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: 5000, receipt: null }])
  })

  test('late is refunded the share, in whole rupees and with one request that names the amount', async () => {
    const ride = await lateRide()
    expect(await preview(ride)).toMatchObject({ amount: 50, refund: 17, refund_after: null, until: null })
    expect((await preview(ride)).full_refund_until).not.toBeNull()
    await cancel(ride, 17)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: 1700, receipt: ride.payment_id }])
    const [refund] = providerRefunds(ride)
    razorpayServer().bank.processRefund(refund?.id ?? '')
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    expect(await refundsOf(ride)).toMatchObject([{ paise: 1700, reason: 'cancelled', status: 'processed' }])
    expect(await bookingSeenByRider(ride)).toMatchObject({ refund: 17, refund_status: 'processed' })
  })

  test('is refunded nothing if the share is 0 %', async () => {
    const ride = await lateRide({ ...LATE, late_cancel_percent: 0 })
    expect(await preview(ride)).toMatchObject({ refund: 0 })
    expect(await cancel(ride, 0)).toMatchObject({ refund: 0 })
    expect(await refundsOf(ride)).toEqual([])
    expect(await bookingSeenByRider(ride)).toMatchObject({ payment_status: 'Cancelled', refund: null })
  })

  test('keeps the terms of the time of booking', async () => {
    await setTerms({ late_cancel_percent: 20 })
    const ride = await paidRide()
    await setTerms({ late_cancel_percent: 0 })
    expect(await preview(ride)).toMatchObject({ refund: 50, refund_after: 10 })
  })

  test('must agree to the current amount: another one changes nothing', async () => {
    const ride = await lateRide()
    expect(await refusedCancel(ride, { amount: 50 })).toMatchObject({ detail: text.refundChanged, status: 409 })
    expect(await refusedCancel(ride, {})).toMatchObject({ detail: alreadyPaid, status: 400 })
    expect(await storedBooking(ride)).toMatchObject({ state: 'confirmed' })
    expect(await refundsOf(ride)).toEqual([])
  })

  test('cannot cancel the booking of another', async () => {
    const ride = await paidRide()
    const other = await anotherRider()
    const params = { id: ride.id }
    expect((await other.refusal(previewCancellation, { params })).status).toBe(404)
    expect((await other.refusal(cancelBooking, { body: { amount: 50 }, params })).status).toBe(404)
  })

  test('with twenty simultaneous calls is refunded once, and gets the same answer each time', async () => {
    const ride = await lateRide()
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(ride, 17)))
    expect(new Set(answers.map(({ refund }) => refund))).toEqual(new Set([17]))
    expect(await refundsOf(ride)).toHaveLength(1)
    await afterMinutes(0)
    expect(providerCallCount('refund', ride.payment_id)).toHaveLength(1)
  })

  test('at the same time as an admin is refunded once, and one of them is told that the other was first', async () => {
    const ride = await lateRide()
    const [byRider, byAdmin] = await Promise.allSettled([
      cancel(ride, 17),
      admin.call(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: ride.id } })
    ])
    expect([byRider.status, byAdmin.status].sort()).toEqual(['fulfilled', 'rejected'])
    const refunds = await refundsOf(ride)
    expect(refunds).toMatchObject([{ paise: byRider.status === 'fulfilled' ? 1700 : 5000 }])
  })

  test('after an admin reads that it is cancelled already', async () => {
    const ride = await paidRide()
    await admin.call(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: ride.id } })
    expect((await refusedCancel(ride, { amount: 50 })).status).toBe(409)
    expect(await bookingSeenByRider(ride)).toMatchObject({ cancelled_by: 'admin', refund: 50 })
  })

  test('is refunded the part of its amount that was not refunded in the dashboard', async () => {
    const ride = await lateRide()
    const { bank } = razorpayServer()
    bank.processRefund(bank.refundInDashboard(ride.payment_id, 1000).id)
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    expect(await preview(ride)).toMatchObject({ amount: 50, refund: 7 })
    await cancel(ride, 7)
    await afterMinutes(0)
    expect(providerRefunds(ride).map(({ amount }) => amount)).toEqual([1000, 700])
  })

  test('has a due refund of the share when the provider refuses it', async () => {
    const ride = await lateRide()
    razorpayServer().bank.balance_too_low = true
    await cancel(ride, 17)
    await afterMinutes(0)
    expect(await refundsOf(ride)).toMatchObject([{ paise: 1700, status: 'due' }])
    expect(providerRefunds(ride)).toEqual([])
  })
})
