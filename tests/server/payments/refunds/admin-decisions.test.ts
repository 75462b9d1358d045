import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { refundBooking } from '#contract/bookings/booking-payments.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertBooking } from '#tests/helpers/data/rows.ts'
import { setRideTimes } from '#tests/helpers/data/stored-state.ts'
import { send, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  bookedByRival,
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
import { activityOf, cancelling, doneBefore, inReview } from './admin-requests.ts'

setUpPaymentTests()

const admin = setUpAdmin()

describe('the list of refunds', () => {
  test('shows who is refunded how much, for which ride, and why', async () => {
    const review = await inReview(99)
    const { end_time, start_time } = (await bookingSeenByRider(review)) ?? {}
    const [row] = await admin.call(listRefunds, { query: {} })
    expect(row).toMatchObject({
      amount: 0.99,
      booking_amount: 50,
      booking_id: review.id,
      currency: 'INR',
      end_time,
      note: null,
      payment_id: review.payment_id,
      payment_status: 'Pending',
      reason: 'mismatch',
      refund_id: null,
      scooter_name: review.scooter.name,
      start_time,
      status: 'review',
      user_email: review.rider.email,
      user_name: review.rider.name
    })
  })

  test('is sorted newest first, paged, and filtered by status', async () => {
    const made = [await inReview(), await inReview(), await inReview()]
    for (const [age, { payment_id }] of made.entries()) {
      await sql('UPDATE refunds SET created_at = ? WHERE payment_id = ?', 4_000_000_000 - age, payment_id)
    }
    const ids = made.map(({ payment_id }) => payment_id)
    const listRefundsBy = async (query: Record<string, string>) => {
      const reply = await send(listRefunds, { query }, admin.token)
      const rows = (await reply.json()) as { payment_id: string; status: string }[]
      return { more: reply.headers.get(HAS_MORE_HEADER), rows }
    }
    const idsOf = ({ rows }: Awaited<ReturnType<typeof listRefundsBy>>) => rows.map(({ payment_id }) => payment_id)
    const [whole, first, second] = [
      await listRefundsBy({}),
      await listRefundsBy({ page: '1', per_page: '2' }),
      await listRefundsBy({ page: '2', per_page: '2' })
    ]
    expect(idsOf(whole).slice(0, 3)).toEqual(ids)
    expect([idsOf(first), first.more]).toEqual([ids.slice(0, 2), 'true'])
    expect(idsOf(second)[0]).toBe(ids[2])
    expect(idsOf(await listRefundsBy({ sort: 'created_at' }))).toEqual(idsOf(whole).toReversed())
    await sql("UPDATE refunds SET status = 'due', lease_until = 9999999999 WHERE payment_id = ?", ids[1])
    expect(idsOf(await listRefundsBy({ status: 'due' }))).toEqual([ids[1]])
    const open = await listRefundsBy({ status: 'review' })
    expect(new Set(open.rows.map(({ status }) => status))).toEqual(new Set(['review']))
    expect(idsOf(open).slice(0, 2)).toEqual([ids[0], ids[2]])
    expect((await admin.refusal(listRefunds, { query: { status: 'lost' } })).status).toBe(422)
    expect((await admin.refusal(listRefunds, { query: { page: '0' } })).status).toBe(422)
  })
})

describe('an admin who decides on a refund', () => {
  const over = <Body extends object>({ payment_id }: { payment_id: string }, body: Body) => ({
    body,
    params: { id: payment_id }
  })

  test('sends it: the provider refunds the amount paid, not the amount ordered', async () => {
    const review = await inReview(4000)
    const sent = await admin.call(sendRefund, { body: { amount: 40 }, params: { id: review.payment_id } })
    expect(sent).toMatchObject({ amount: 40, status: 'due' })
    await afterMinutes(0)
    expect(providerRefunds(review)).toMatchObject([{ amount: 4000 }])
    expect(await activityOf(review.payment_id)).toEqual([{ action: 'send_refund', admin_id: admin.id, detail: null }])
  })

  test('closes it with a note, without a call to the provider', async () => {
    const review = await inReview()
    const body = { amount: 40, note: '  Paid back in cash, receipt 12 ' }
    const closed = await admin.call(closeRefund, { body, params: { id: review.payment_id } })
    expect(closed).toMatchObject({ note: 'Paid back in cash, receipt 12', status: 'processed' })
    await afterMinutes(24 * 60)
    expect(providerRefunds(review)).toEqual([])
    expect(await activityOf(review.payment_id)).toEqual([
      { action: 'close_refund', admin_id: admin.id, detail: 'Paid back in cash, receipt 12' }
    ])
  })

  test('gets 409 for another amount or a refund that is not in review, and nothing is logged', async () => {
    const review = await inReview()
    const note = 'in cash'
    for (const amount of [0, 39.99, 50, 4000]) {
      expect(await admin.refusal(sendRefund, over(review, { amount }))).toMatchObject({
        detail: refundsText.amountChanged,
        status: 409
      })
      expect((await admin.refusal(closeRefund, over(review, { amount, note }))).status).toBe(409)
    }
    expect([await activityOf(review.payment_id), (await refundsOf(review))[0]?.status]).toEqual([[], 'review'])
    const ride = await paidRide()
    await admin.call(cancelBookingAsAdmin, cancelling(ride, 50))
    expect(await admin.refusal(closeRefund, over(ride, { amount: 50, note }))).toMatchObject({
      detail: refundsText.refundNotOpen,
      status: 409
    })
    await sql("UPDATE refunds SET status = 'processed' WHERE payment_id = ?", ride.payment_id)
    for (const endpoint of [sendRefund, closeRefund])
      expect((await admin.refusal(endpoint, over(ride, { amount: 50, note }))).status).toBe(409)
    expect(await activityOf(ride.payment_id)).toEqual([])
  })

  test('gets the same answer again if the first one was lost, and nothing more is logged', async () => {
    const [toSend, toClose] = [await inReview(), await inReview()]
    const sent = { amount: 40 }
    const closed = { amount: 40, note: 'in cash' }
    for (const [endpoint, review, body, decide] of [
      [sendRefund, toSend, sent, () => admin.call(sendRefund, over(toSend, sent))],
      [closeRefund, toClose, closed, () => admin.call(closeRefund, over(toClose, closed))]
    ] as const) {
      const [first, again] = [await decide(), await decide()]
      expect([again, (await activityOf(review.payment_id)).length]).toEqual([first, 1])
      expect((await admin.refusal(endpoint, over(review, { ...body, amount: 39 }))).status).toBe(409)
    }
    expect((await admin.refusal(closeRefund, over(toClose, { amount: 40, note: 'by card' }))).status).toBe(409)
    const other = await signedInAdmin()
    expect(await other.refusal(closeRefund, over(toClose, closed))).toMatchObject(
      await doneBefore(admin, 'close_refund', refundsText.paidByAnother)
    )
  })

  test.each([{}, { note: '' }, { note: '   ' }, { note: 'x'.repeat(501) }])(
    'cannot close it without a note: %j',
    async errorBody => {
      const review = await inReview()
      expect((await admin.refusal(closeRefund, over(review, { amount: 40, ...errorBody }))).status).toBe(422)
      expect((await refundsOf(review))[0]?.status).toBe('review')
    }
  )

  test('gets 404 for an unknown refund', async () => {
    const ride = await paidRide()
    for (const payment_id of ['none', ride.payment_id]) {
      const refusal = await admin.refusal(sendRefund, over({ payment_id }, { amount: 50 }))
      expect(refusal).toMatchObject({ detail: refundsText.refundNotFound, status: 404 })
      expect((await admin.refusal(closeRefund, over({ payment_id }, { amount: 50, note: 'x' }))).status).toBe(404)
    }
  })
})

describe('an admin who cancels a booking', () => {
  test('cancels a paid one: its payment is refunded once, its slot is free, the rider sees it, and it is logged', async () => {
    const ride = await paidRide()
    const answer = await admin.call(cancelBookingAsAdmin, cancelling(ride, 50))
    expect(answer).toMatchObject({ amount: 50, id: ride.id, payment_status: 'Cancelled' })
    expect(await bookingSeenByRider(ride)).toMatchObject({
      otp_pin: null,
      payment_status: 'Cancelled',
      refund: 50,
      refund_status: 'pending'
    })
    expect((await bookedByRival(ride)).id).not.toBe(ride.id)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toMatchObject([{ amount: 5000 }])
    expect(await activityOf(ride.id)).toEqual([{ action: 'cancel_booking', admin_id: admin.id, detail: null }])
  })

  test('cancels a ride that is over, after a complaint', async () => {
    const ride = await paidRide()
    await setRideTimes(ride.id, { end: 200_003_600, start: 200_000_000 })
    await admin.call(cancelBookingAsAdmin, cancelling(ride, 50))
    await afterMinutes(0)
    expect(providerRefunds(ride)).toHaveLength(1)
  })

  const ended = ['cancelled', 'expired', 'refunded'] as const
  test.each(ended)('gets 409 for one that is %s already, and nothing is logged', async state => {
    const stay = await holdScooter()
    const at = new Date(1_900_000_000_000)
    const end = new Date(1_900_003_600_000)
    const { id } = await insertBooking({ end, scooter_id: stay.scooter.id, start: at, state, user_id: stay.rider.id })
    if (state === 'refunded') await sql('UPDATE bookings SET payment_id = NULL WHERE id = ?', id)
    const refusals = await Promise.all(
      [0, 50].map(amount => admin.refusal(cancelBookingAsAdmin, cancelling({ id }, amount)))
    )
    expect(refusals).toMatchObject([0, 50].map(() => ({ detail: adminBookingsText.bookingEnded, status: 409 })))
    expect([await activityOf(id), (await storedBooking({ id })).state]).toEqual([[], state])
  })

  test('must send the amount that will be refunded; the amount of before the payment is rejected, too', async () => {
    const ride = await paidRide()
    for (const amount of [0, 49, 51, 5000]) {
      const refusal = await admin.refusal(cancelBookingAsAdmin, cancelling(ride, amount))
      expect(refusal).toMatchObject({ detail: refundsText.amountChanged, status: 409 })
    }
    const stay = await holdScooter()
    expect((await admin.refusal(cancelBookingAsAdmin, cancelling(stay, 50))).status).toBe(409)
    for (const { id } of [ride, stay]) expect(await activityOf(id)).toEqual([])
    expect([(await storedBooking(ride)).state, (await storedBooking(stay)).state]).toEqual(['confirmed', 'held'])
    expect(await refundsOf(ride)).toEqual([])
  })
})

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
