import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { refundBooking } from '#contract/bookings/booking-payments.ts'
import { cancelBooking, previewCancellation } from '#contract/bookings/manage-ride.ts'
import { type CancellationTerms, DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { PAISE_PER_RUPEE } from '#domain/money.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
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
  providerRefunds,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

type Ride = Awaited<ReturnType<typeof paidRide>>
type Terms = Partial<Omit<CancellationTerms, 'operator_bears'>>

const admin = setUpAdmin()
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
const cancel = ({ id, rider }: Ride, amount: number) => rider.call(cancelBooking, { body: { amount }, params: { id } })
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

describe('a rider who cancels a paid booking', () => {
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

  test('is refunded nothing if the share is 0 %', async () => {
    const ride = await rideWithTerms({ ...LATE, late_cancel_percent: 0 })
    expect(await preview(ride)).toMatchObject({ refund: 0 })
    expect(await cancel(ride, 0)).toMatchObject({ refund: 0 })
    expect(await refundsOf(ride)).toEqual([])
    expect(await bookingSeenByRider(ride)).toMatchObject({ payment_status: 'Cancelled', refund: null })
    const [shown] = await admin.call(listAllBookings, { query: { q: ride.id.slice(-8) } })
    expect(shown).toMatchObject({ amount: PRICE, refunded: 0 })
    const goodwill = { body: { amount: 10, reason: 'The scooter was not charged' }, params: { id: ride.id } }
    expect((await admin.call(refundBooking, goodwill)).refunds).toMatchObject([{ amount: 10, status: 'due' }])
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
