import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { confirmPayment } from '#contract/payments/orders.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { send, sql } from '#tests/helpers/servers/app.ts'
import {
  afterMinutes,
  bookingSeenByRider,
  holdScooter,
  paidAtBank,
  paidRide,
  paymentProof,
  providerRefunds,
  refundsOf,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { activityOf, cancelling, doneBefore } from './admin-requests.ts'

setUpPaymentTests()

const admin = setUpAdmin()

/** Decisions of an admin, above all on payments in another amount than the order's. */
async function inReview(paise = 4000) {
  const stay = await holdScooter()
  const receipt = paidAtBank(stay, { amount: paise })
  await stay.rider.refusal(confirmPayment, paymentProof(stay, receipt))
  return { ...stay, payment_id: receipt.razorpay_payment_id }
}

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
