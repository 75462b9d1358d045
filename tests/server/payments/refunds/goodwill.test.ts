import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { refundBooking } from '#contract/bookings/booking-payments.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  bookingSeenByRider,
  deliver,
  eventOf,
  holdScooter,
  paidRide,
  providerRefunds,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

setUpPaymentTests()

const admin = setUpAdmin()

const REASON = 'The scooter was not charged'
const ANOTHER_REFUND = { detail: refundsText.amountChanged, status: 409 }

const refund = (booking: { id: string }, amount: number, id?: string) =>
  admin.call(refundBooking, { body: { amount, reason: REASON, ...(id && { id }) }, params: { id: booking.id } })
const refusal = (booking: { id: string }, body: object) =>
  admin.refusal(refundBooking, { body: { amount: 10, reason: REASON, ...body }, params: { id: booking.id } })

describe('a goodwill refund', () => {
  test('of a part keeps the ride, and is sent with its amount and id', async () => {
    const ride = await paidRide()
    const { refunds } = await refund(ride, 20)
    expect(refunds).toMatchObject([{ amount: 20, reason: 'goodwill', status: 'due' }])
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: 2000, receipt: refunds[0]?.id }])
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
    expect(await sql('SELECT detail FROM audits WHERE subject = ?', ride.id)).toEqual([{ detail: `₹20 · ${REASON}` }])
    const [row] = await admin.call(listAllBookings, { query: { q: ride.id.slice(-8) } })
    expect(row).toMatchObject({ amount: 50, refunded: 20 })
  })

  test('of the whole amount keeps the ride too', async () => {
    const ride = await paidRide()
    await refund(ride, 50)
    razorpayServer().bank.refunds_at_once = true
    await afterMinutes(0)
    await deliver(eventOf('refund.processed', { razorpay_payment_id: ride.payment_id }))
    expect(await refundsOf(ride)).toMatchObject([{ paise: 5000, status: 'processed' }])
    expect(await storedBooking(ride)).toMatchObject({ state: 'confirmed' })
  })

  test('is at most what is left, also for ten at once', async () => {
    const ride = await paidRide()
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => refund(ride, 20)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await refusal(ride, { amount: 20 })).toMatchObject({ detail: refundsText.refundTooHigh('₹10'), status: 409 })
    expect(await refundsOf(ride)).toHaveLength(2)
    expect(await sql('SELECT detail FROM audits WHERE subject = ?', ride.id)).toHaveLength(2)
  })

  test('with the same id is made once', async () => {
    const ride = await paidRide()
    const id = '0123456789abcdef0123456789abcdef'.split('').reverse().join('')
    await refund(ride, 20, id)
    expect((await refund(ride, 20, id)).refunds).toHaveLength(1)
    expect(await sql('SELECT detail FROM audits WHERE subject = ?', ride.id)).toHaveLength(1)
  })

  test('with the id of another refund is refused', async () => {
    const [ride, other] = [await paidRide(), await paidRide()]
    const [made] = (await refund(ride, 20)).refunds
    const { id } = made ?? {}
    expect(await refusal(ride, { amount: 30, id })).toMatchObject(ANOTHER_REFUND)
    expect(await refusal(other, { amount: 20, id })).toMatchObject(ANOTHER_REFUND)
    expect(await refundsOf(ride)).toHaveLength(1)
    expect(await refundsOf(other)).toEqual([])
    // Sending a refund clears its note.
    await afterMinutes(0)
    expect((await refund(ride, 20, id)).refunds).toHaveLength(1)
  })

  test.each([
    ['without a reason', { reason: ' ' }, 422, formsText.reasonRequired],
    ['of nothing', { amount: 0 }, 422, formsText.amountRequired],
    ['of a fraction of a rupee', { amount: 1.5 }, 422, formsText.amountRequired]
  ])('is refused %s', async (_, body, status, msg) => {
    const ride = await paidRide()
    expect(await refusal(ride, body)).toMatchObject({ detail: [{ msg }], status })
    expect(await refundsOf(ride)).toEqual([])
  })

  test('is refused for a hold', async () => {
    expect(await refusal(await holdScooter(), {})).toMatchObject({ detail: refundsText.nothingToRefund, status: 409 })
  })
})
