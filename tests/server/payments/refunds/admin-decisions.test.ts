import { describe, expect, test } from 'vitest'
import {
  cancelBookingAsAdmin,
  getBookingPayments,
  listAllBookings,
  reconcileBooking
} from '#contract/bookings/admin-bookings.ts'
import { HAS_MORE_HEADER } from '#contract/kit/has-more.ts'
import { confirmPayment, recordPaymentFailure } from '#contract/payments/browser-reports.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import { bookingEnded } from '#messages/admin/bookings/booking-responses.ts'
import * as text from '#messages/admin/payments/refund-responses.ts'
import * as bookingResponses from '#messages/booking/booking-responses.ts'
import * as paymentResponses from '#messages/payments/payment-responses.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { insertBooking } from '#tests/helpers/data/rows.ts'
import { send, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  afterMinutes,
  anotherRider,
  bookedByRival,
  bookingSeenByRider,
  claimsOf,
  deliver,
  eventOf,
  expireHold,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paidRide,
  paymentProof,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/fixtures.ts'

setUpPaymentTests()

const admin = setUpAdmin()

const cancelling = ({ id }: { id: string }, amount: number) => ({ body: { amount }, params: { id } })

const activityOf = (subject: string) =>
  sql('SELECT admin_id, action, detail FROM audits WHERE subject = ? ORDER BY created_at', subject)

/** Decisions of an admin, above all on payments in another amount than the order's. */
async function inReview(paise = 4000) {
  const stay = await holdScooter()
  const receipt = paidAtBank(stay, { amount: paise })
  await stay.rider.refusal(confirmPayment, paymentProof(stay, receipt))
  return { ...stay, payment_id: receipt.razorpay_payment_id }
}

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

  test('cancels a hold without a refund; a later payment for it is refunded', async () => {
    const stay = await holdScooter()
    await admin.call(cancelBookingAsAdmin, cancelling(stay, 0))
    expect([await claimsOf(stay), await refundsOf(stay)]).toEqual([[], []])
    expect(await bookingSeenByRider(stay)).toMatchObject({ payment_status: 'Cancelled', refund: null })
    const answer = await reportPayment(stay, paidAtBank(stay))
    expect(answer).toMatchObject({
      message: paymentResponses.paymentRefunded,
      payment_status: 'Cancelled',
      success: false
    })
    await afterMinutes(0)
    expect([providerRefunds(stay).length, (await activityOf(stay.id)).length]).toEqual([1, 1])
    expect(await bookingSeenByRider(stay)).toMatchObject({ payment_status: 'Cancelled', refund: 50 })
  })

  test('cancels a hold that waits for the provider, and its payment is refunded', async () => {
    const stay = await holdScooter()
    razorpayServer().faults.fail('fetchPayment', 'error')
    const receipt = paidAtBank(stay)
    await reportPayment(stay, receipt)
    await admin.call(cancelBookingAsAdmin, cancelling(stay, 0))
    razorpayServer().faults.clear()
    await deliver(eventOf('payment.captured', receipt))
    await afterMinutes(0)
    expect([providerRefunds(stay).length, (await storedBooking(stay)).state]).toEqual([1, 'cancelled'])
  })

  test('cancels a ride that is over, after a complaint', async () => {
    const ride = await paidRide()
    await sql('UPDATE bookings SET start_at = 200000000, end_at = 200003600 WHERE id = ?', ride.id)
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
    expect(refusals).toMatchObject([0, 50].map(() => ({ detail: bookingEnded, status: 409 })))
    expect([await activityOf(id), (await storedBooking({ id })).state]).toEqual([[], state])
  })

  test('cannot cancel an expired hold, before or after the sweep', async () => {
    const stay = await holdScooter()
    await expireHold(stay)
    const refusal = await admin.refusal(cancelBookingAsAdmin, cancelling(stay, 0))
    expect(refusal).toMatchObject({ detail: bookingEnded, status: 409 })
    expect([await activityOf(stay.id), (await storedBooking(stay)).state]).toEqual([[], 'held'])
  })

  test('must send the amount that will be refunded; the amount of before the payment is rejected, too', async () => {
    const ride = await paidRide()
    for (const amount of [0, 49, 51, 5000]) {
      const refusal = await admin.refusal(cancelBookingAsAdmin, cancelling(ride, amount))
      expect(refusal).toMatchObject({ detail: text.amountChanged, status: 409 })
    }
    const stay = await holdScooter()
    expect((await admin.refusal(cancelBookingAsAdmin, cancelling(stay, 50))).status).toBe(409)
    for (const { id } of [ride, stay]) expect(await activityOf(id)).toEqual([])
    expect([(await storedBooking(ride)).state, (await storedBooking(stay)).state]).toEqual(['confirmed', 'held'])
    expect(await refundsOf(ride)).toEqual([])
  })

  test('cancels it once, however many admins do it at once', async () => {
    const ride = await paidRide()
    const other = await signedInAdmin()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(cancelBookingAsAdmin, cancelling(ride, 50), index % 2 === 0 ? admin.token : other.token)
      )
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status !== 200 && status !== 409)).toEqual([])
    expect(statuses).toContain(200)
    expect(await admin.refusal(cancelBookingAsAdmin, cancelling(ride, 50))).toMatchObject({ status: 409 })
    await Promise.all([afterMinutes(0), afterMinutes(0)])
    expect([providerRefunds(ride).length, (await refundsOf(ride)).length, (await activityOf(ride.id)).length]).toEqual([
      1, 1, 1
    ])
  })

  test('while the payer reports the payment gets either a ride or one refund, whichever call wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const stay = await holdScooter()
      const receipt = paidAtBank(stay)
      const [, { status }] = await Promise.all([
        reportPayment(stay, receipt),
        send(cancelBookingAsAdmin, cancelling(stay, 0), admin.token)
      ])
      const { state } = await storedBooking(stay)
      const refunds = await refundsOf(stay)
      expect([200, 409]).toContain(status)
      expect([state, refunds.length]).toEqual(status === 200 ? ['cancelled', 1] : ['confirmed', 0])
      expect(await activityOf(stay.id)).toHaveLength(refunds.length)
      await afterMinutes(0)
      expect(providerRefunds(stay)).toHaveLength(refunds.length)
    }
  })

  test('gets 404 for an unknown booking', async () => {
    expect(await admin.refusal(cancelBookingAsAdmin, cancelling({ id: 'none' }, 0))).toMatchObject({
      detail: bookingResponses.bookingNotFound,
      status: 404
    })
  })
})

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
  const over = ({ payment_id }: { payment_id: string }, body: object) => ({
    body: body as Record<string, unknown>,
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
        detail: text.amountChanged,
        status: 409
      })
      expect((await admin.refusal(closeRefund, over(review, { amount, note }))).status).toBe(409)
    }
    expect([await activityOf(review.payment_id), (await refundsOf(review))[0]?.status]).toEqual([[], 'review'])
    const ride = await paidRide()
    await admin.call(cancelBookingAsAdmin, cancelling(ride, 50))
    expect(await admin.refusal(sendRefund, over(ride, { amount: 50 }))).toMatchObject({
      detail: text.refundNotOpen,
      status: 409
    })
    expect((await admin.refusal(closeRefund, over(ride, { amount: 50, note }))).status).toBe(409)
    expect(await activityOf(ride.payment_id)).toEqual([])
  })

  test.each([{}, { note: '' }, { note: '   ' }, { note: 'x'.repeat(501) }])(
    'cannot close it without a note: %j',
    async errorBody => {
      const review = await inReview()
      expect((await admin.refusal(closeRefund, over(review, { amount: 40, ...errorBody }))).status).toBe(422)
      expect((await refundsOf(review))[0]?.status).toBe('review')
    }
  )

  test('decides once, however many admins decide at once and on whatever', async () => {
    const review = await inReview()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? send(sendRefund, over(review, { amount: 40 }), admin.token)
          : send(closeRefund, over(review, { amount: 40, note: 'in cash' }), admin.token)
      )
    )
    expect(replies.map(({ status }) => status).filter(status => status !== 200 && status !== 409)).toEqual([])
    const activity = await activityOf(review.payment_id)
    await afterMinutes(0)
    const wasSent = activity[0]?.action === 'send_refund'
    expect([activity.length, providerRefunds(review).length]).toEqual([1, wasSent ? 1 : 0])
  })

  test('gets 404 for an unknown refund', async () => {
    const ride = await paidRide()
    for (const payment_id of ['none', ride.payment_id]) {
      const refusal = await admin.refusal(sendRefund, over({ payment_id }, { amount: 50 }))
      expect(refusal).toMatchObject({ detail: text.refundNotFound, status: 404 })
      expect((await admin.refusal(closeRefund, over({ payment_id }, { amount: 50, note: 'x' }))).status).toBe(404)
    }
  })
})

describe('the payment details of a booking', () => {
  const of = ({ id }: { id: string }) => ({ params: { id } })

  test('contain every attempt, latest first, and the refund', async () => {
    const stay = await holdScooter()
    await stay.rider.call(recordPaymentFailure, { body: { error_description: 'Bank is away', session_id: stay.id } })
    await sql('UPDATE payments SET created_at = 1000 WHERE booking_id = ?', stay.id)
    const receipt = paidAtBank(stay)
    await reportPayment(stay, receipt)
    await admin.call(cancelBookingAsAdmin, cancelling(stay, 50))
    const money = await admin.call(getBookingPayments, of(stay))
    expect(money).toMatchObject({
      attempts: [
        { amount: 50, currency: 'INR', payment_id: receipt.razorpay_payment_id, reason: null, status: 'captured' },
        { amount: null, payment_id: null, reason: 'Bank is away', status: 'failed' }
      ],
      order_id: stay.order.razorpay_order_id,
      refunds: [{ amount: 50, payment_id: receipt.razorpay_payment_id, reason: 'cancelled', status: 'due' }]
    })
  })

  test('are empty before the first payment attempt', async () => {
    const stay = await holdScooter()
    const nothing = { attempts: [], disputes: [], order_id: stay.order.razorpay_order_id, refunds: [] }
    expect(await admin.call(getBookingPayments, of(stay))).toEqual(nothing)
  })

  test('are requested from the provider on demand, and settled', async () => {
    const stay = await holdScooter()
    const receipt = paidAtBank(stay)
    expect((await admin.call(getBookingPayments, of(stay))).attempts).toEqual([])
    const money = await admin.call(reconcileBooking, of(stay))
    expect(money.attempts).toMatchObject([{ payment_id: receipt.razorpay_payment_id, status: 'captured' }])
    expect(await bookingSeenByRider(stay)).toMatchObject({ otp_pin: stay.scooter.otp_pin, payment_status: 'Completed' })
    expect(await admin.call(reconcileBooking, of(stay))).toEqual(money)
    expect(await activityOf(stay.id)).toEqual([])
  })

  test('answer 502 with a sentence if the provider cannot be reached, and do not change', async () => {
    const stay = await holdScooter()
    paidAtBank(stay)
    razorpayServer().faults.fail('orderPayments', 'reset')
    const refusal = await admin.refusal(reconcileBooking, of(stay))
    expect(refusal).toMatchObject({ detail: text.providerUnreachable, status: 502 })
    expect((await storedBooking(stay)).state).toBe('held')
    expect((await admin.call(getBookingPayments, of(stay))).attempts).toEqual([])
  })

  test('answer 404 for an unknown booking', async () => {
    for (const endpoint of [getBookingPayments, reconcileBooking]) {
      expect(await admin.refusal(endpoint, of({ id: 'none' }))).toMatchObject({
        detail: bookingResponses.bookingNotFound,
        status: 404
      })
    }
  })

  test('are for admins only', async () => {
    const ride: HeldBooking = await paidRide()
    const stranger = await anotherRider()
    const statuses = await Promise.all(
      [ride.rider.token, stranger.token, undefined].map(
        async token => (await send(getBookingPayments, of(ride), token)).status
      )
    )
    expect(statuses).toEqual([403, 403, 401])
    const listed = await admin.call(listAllBookings, { query: { user_id: stranger.id } })
    expect(listed).toEqual([])
  })
})
