import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, previewCancellationAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments, payCompensation } from '#contract/bookings/booking-payments.ts'
import { cancelBooking, previewCancellation } from '#contract/bookings/manage-ride.ts'
import { listCompensations } from '#contract/payments/refunds.ts'
import { type CancellationTerms, DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { PAISE_PER_RUPEE } from '#domain/money.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import { doneBefore } from '#tests/server/payments/refunds/admin-requests.ts'
import {
  afterMinutes,
  anotherRider,
  bookedByRival,
  bookingSeenByRider,
  claimsOf,
  deliver,
  eventOf,
  paidRide,
  providerRefunds,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

const admin = setUpAdmin()

describe('a rider who cancels a paid booking', () => {
  type Ride = Awaited<ReturnType<typeof paidRide>>

  type Terms = Partial<Omit<CancellationTerms, 'operator_bears'>>

  let property_id: string

  /** Rupees for the hour of each ride. */
  const PRICE = DEFAULT_RATES.hourly_1

  /** Every cancellation is late: the rides start sooner than the longest notice that a property can ask for. */
  const LATE = { free_cancel_minutes: NUMBER_RULES.free_cancel_minutes.max, grace_minutes: 0, late_cancel_percent: 33 }

  /** A refund is in whole rupees, rounded up. */
  const LATE_REFUND = Math.ceil((PRICE * LATE.late_cancel_percent) / 100)

  const inPaise = (rupees: number) => rupees * PAISE_PER_RUPEE

  const setTerms = (body: { [Name in keyof Terms]: number | null }) => setPropertyRules(admin, property_id, body)

  const HALF_PERCENT = 50

  const keepHalfOfLate = () =>
    setTerms({ free_cancel_minutes: null, grace_minutes: null, late_cancel_percent: HALF_PERCENT })

  const preview = ({ id, rider }: Ride) => rider.call(previewCancellation, { params: { id } })

  const cancel = ({ id, rider }: Ride, amount: number) =>
    rider.call(cancelBooking, { body: { amount }, params: { id } })

  const refusedCancel = ({ id, rider }: Ride, body: { amount?: number }) =>
    rider.refusal(cancelBooking, { body, params: { id } })

  beforeAll(async () => {
    property_id = (await anotherRider()).property_id
  })

  beforeEach(keepHalfOfLate)

  /** A ride of a property with these terms. */
  async function rideWithTerms(terms: Terms): Promise<Ride> {
    await setTerms(terms)
    return paidRide()
  }

  test('early is refunded in full, and the scooter is free at once', async () => {
    const ride = await paidRide()
    const shown = await preview(ride)
    const { free_cancel_minutes } = DEFAULT_TERMS
    expect(shown).toMatchObject({
      amount: PRICE,
      full_refund_until: null,
      refund: PRICE,
      refund_after: (PRICE * HALF_PERCENT) / 100,
      until: addMinutes(new Date(ride.start_time), -free_cancel_minutes).toISOString()
    })
    expect(await cancel(ride, PRICE)).toMatchObject({ refund: PRICE })
    expect(await storedBooking(ride)).toMatchObject({ cancelled_by: 'rider', refund_percent: 100, state: 'cancelled' })
    expect(await claimsOf(ride)).toEqual([])
    expect(await bookingSeenByRider(ride)).toMatchObject({
      cancelled_by: 'rider',
      otp_pin: null,
      payment_status: 'Cancelled',
      refund: PRICE,
      refund_status: 'pending'
    })
    await bookedByRival(ride)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: inPaise(PRICE), receipt: null }])
  })

  test('late is refunded the share, in whole rupees and with one request that names the amount', async () => {
    const ride = await rideWithTerms(LATE)
    expect(await preview(ride)).toMatchObject({
      amount: PRICE,
      refund: LATE_REFUND,
      refund_after: null,
      until: null
    })
    expect((await preview(ride)).full_refund_until).not.toBeNull()
    await cancel(ride, LATE_REFUND)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: inPaise(LATE_REFUND), receipt: ride.payment_id }])
    const [refund] = providerRefunds(ride)
    razorpayServer().bank.processRefund(refund?.id ?? '')
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    expect(await refundsOf(ride)).toMatchObject([
      { paise: inPaise(LATE_REFUND), reason: 'cancelled', status: 'processed' }
    ])
    expect(await bookingSeenByRider(ride)).toMatchObject({ refund: LATE_REFUND, refund_status: 'processed' })
  })

  test('must agree to the current amount: another one changes nothing', async () => {
    const ride = await rideWithTerms(LATE)
    expect(await refusedCancel(ride, { amount: PRICE })).toMatchObject({
      detail: bookingText.refundChanged,
      status: 409
    })
    expect(await refusedCancel(ride, {})).toMatchObject({ detail: paymentsText.alreadyPaid, status: 400 })
    expect(await storedBooking(ride)).toMatchObject({ state: 'confirmed' })
    expect(await refundsOf(ride)).toEqual([])
  })
})

describe('late cancellation', () => {
  let property_id: string

  beforeAll(async () => {
    property_id = (await anotherRider()).property_id
    const { max } = NUMBER_RULES.free_cancel_minutes
    await setPropertyRules(admin, property_id, { free_cancel_minutes: max, grace_minutes: 0, late_cancel_percent: 40 })
  })

  const cancelAs = (staff: Pick<typeof admin, 'call'>, { id }: { id: string }) =>
    staff.call(cancelBookingAsAdmin, { body: { amount: 50, owed: 30 }, params: { id } })

  const payRequest = ({ id }: { id: string }, note = 'By UPI') => ({ body: { amount: 30, note }, params: { id } })

  test('the admin reads what is owed, the rider reads it until it is paid, and an owner notes how it was', async () => {
    const ride = await paidRide()
    expect(await admin.call(previewCancellationAsAdmin, { params: { id: ride.id } })).toEqual({ owed: 30, refund: 50 })
    await cancelAs(admin, ride)
    expect(await bookingSeenByRider(ride)).toMatchObject({ owed: 30, refund: 50 })
    const [owed] = await admin.call(listCompensations, { query: {} })
    expect(owed).toMatchObject({ amount: 30, id: ride.id, payment_status: 'Cancelled', user_email: ride.rider.email })
    const { compensation } = await admin.call(payCompensation, payRequest(ride))
    expect(compensation).toMatchObject({ amount: 30, note: 'By UPI' })
    expect(await admin.call(getBookingPayments, { params: { id: ride.id } })).toMatchObject({ compensation })
    expect(await admin.call(listCompensations, { query: {} })).toEqual([])
    expect((await bookingSeenByRider(ride))?.owed).toBeUndefined()
  })

  test('what one owner has paid or cancelled, another with the same words has not', async () => {
    const [ride, other] = [await paidRide(), await signedInAdmin()]
    await cancelAs(admin, ride)
    await cancelAs(admin, ride)
    const cancelRequest = { body: { amount: 50, owed: 30 }, params: { id: ride.id } }
    expect(await other.refusal(cancelBookingAsAdmin, cancelRequest)).toMatchObject(
      await doneBefore(admin, 'cancel_booking', adminBookingsText.cancelledByAnother)
    )
    const paid = await admin.call(payCompensation, payRequest(ride))
    expect(await admin.call(payCompensation, payRequest(ride))).toEqual(paid)
    expect(await other.refusal(payCompensation, payRequest(ride))).toMatchObject(
      await doneBefore(admin, 'pay_compensation', refundsText.paidByAnother)
    )
  })

  test.each([29.999, 30.001, -30])('%d rupees are no amount', async amount => {
    const ride = await paidRide()
    await cancelAs(admin, ride)
    expect((await admin.refusal(payCompensation, { ...payRequest(ride), body: { amount, note: 'x' } })).status).toBe(
      422
    )
  })
})
