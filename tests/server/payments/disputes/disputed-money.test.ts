import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { refundBooking } from '#contract/bookings/booking-payments.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import * as activityText from '#messages/admin/activity.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import { inReview } from '#tests/server/payments/refunds/admin-requests.ts'
import {
  afterMinutes,
  beginRide,
  expireHold,
  holdScooter,
  paidAtBank,
  paidRide,
  providerRefunds,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'
import { disputed, overdueRefund, type Paid } from './sample-disputes.ts'

// What happens to payments and refunds, and what admins can do, while a bank disputes the payment.

setUpPaymentTests()

const admin = setUpAdmin()

const cancelling = <Body extends object>({ id }: { id: string }, body: Body) => ({
  body: { amount: 50, ...body },
  params: { id }
})

const over = <Body extends object>({ payment_id }: Paid, body: Body) => ({
  body: { amount: 40, ...body },
  params: { id: payment_id }
})

const goodwill = <Body extends object>({ id }: { id: string }, body: Body) => ({
  body: { reason: 'The scooter was not charged', ...body },
  params: { id }
})

const REFUSED = { detail: refundsText.paymentDisputed, status: 409 }

const detailsOf = (subject: string) =>
  sql<{ action: string; detail: string | null }>('SELECT action, detail FROM audits WHERE subject = ?', subject)

describe('a refund that is due while its payment is disputed', () => {
  test('waits for the outcome, and is sent when the dispute is won', async () => {
    const booking = await overdueRefund()
    const dispute = await disputed(booking)
    await afterMinutes(1)
    await dispute.contested()
    await afterMinutes(24 * 60)
    expect([providerRefunds(booking), (await refundsOf(booking))[0]?.status]).toEqual([[], 'due'])
    await dispute.decided('won')
    await afterMinutes(0)
    expect(providerRefunds(booking)).toMatchObject([{ amount: 5000 }])
  })

  test('waits for an admin when the dispute is lost, because the rider has the money', async () => {
    const booking = await overdueRefund()
    await (await disputed(booking)).decided('lost')
    await afterMinutes(1)
    expect([providerRefunds(booking), await refundsOf(booking)]).toMatchObject([
      [],
      [{ note: refundsText.disputeLost, status: 'review' }]
    ])
    const rows = await admin.call(listRefunds, { query: { status: 'review' } })
    const [shown] = rows.filter(({ payment_id }) => payment_id === booking.payment_id)
    expect(shown?.dispute).toMatchObject({ amount: 50, amount_deducted: 50, currency: 'INR', status: 'lost' })
  })

  test('waits if the dispute was reported before the payment', async () => {
    const booking = await holdScooter()
    await expireHold(booking)
    await beginRide(booking)
    const receipt = paidAtBank(booking)
    const payment_id = receipt.razorpay_payment_id
    razorpayServer().bank.webhooks.pending = []
    const dispute = await disputed({ payment_id })
    await reportPayment(booking, receipt)
    await afterMinutes(1)
    expect([providerRefunds(booking), (await refundsOf(booking))[0]?.status]).toEqual([[], 'due'])
    await dispute.decided('won')
    await afterMinutes(0)
    expect(providerRefunds(booking)).toHaveLength(1)
  })

  test('waits while another dispute of the payment is open', async () => {
    const booking = await overdueRefund()
    const [one, other] = [await disputed(booking, { phase: 'fraud' }), await disputed(booking, { amount: 1000 })]
    await one.decided('closed')
    await afterMinutes(1)
    expect(providerRefunds(booking)).toEqual([])
    await other.decided('won')
    await afterMinutes(0)
    expect(providerRefunds(booking)).toHaveLength(1)
  })

  test('is still checked with the provider if it was sent before the dispute', async () => {
    const booking = await overdueRefund()
    await afterMinutes(0)
    const [sent] = providerRefunds(booking)
    await disputed(booking)
    razorpayServer().bank.webhooks.pending = []
    razorpayServer().bank.processRefund(sent?.id ?? '')
    await afterMinutes(24 * 60)
    expect([(await refundsOf(booking))[0]?.status, (await storedBooking(booking)).state]).toEqual([
      'processed',
      'refunded'
    ])
  })
})

describe('an admin who refunds a disputed payment', () => {
  test('must name the dispute and its status: cancelling', async () => {
    const ride = await paidRide()
    const { contested, dispute_id } = await disputed(ride)
    const open = { dispute_id, status: 'open' }
    for (const body of [{}, { despite_dispute: { ...open, dispute_id: 'disp_other' } }]) {
      expect(await admin.refusal(cancelBookingAsAdmin, cancelling(ride, body))).toMatchObject(REFUSED)
    }
    await contested()
    expect(await admin.refusal(cancelBookingAsAdmin, cancelling(ride, { despite_dispute: open }))).toMatchObject(
      REFUSED
    )
    expect([(await storedBooking(ride)).state, await refundsOf(ride), await detailsOf(ride.id)]).toEqual([
      'confirmed',
      [],
      []
    ])

    const despite_dispute = { dispute_id, status: 'under_review' as const }
    await admin.call(cancelBookingAsAdmin, cancelling(ride, { despite_dispute }))
    await afterMinutes(0)
    expect(providerRefunds(ride)).toHaveLength(1)
    expect(await detailsOf(ride.id)).toEqual([
      { action: 'cancel_booking', detail: activityText.disputeOverridden(dispute_id) }
    ])
  })

  test('must name the dispute and its status: sending', async () => {
    const review = await inReview()
    const { decided, dispute_id } = await disputed(review, { amount: 1000 })
    await decided('lost')
    expect(await admin.refusal(sendRefund, over(review, {}))).toMatchObject(REFUSED)
    const open = { dispute_id, status: 'open' }
    expect(await admin.refusal(sendRefund, over(review, { despite_dispute: open }))).toMatchObject(REFUSED)
    await afterMinutes(1)
    expect([providerRefunds(review), (await refundsOf(review))[0]?.status]).toEqual([[], 'review'])
    await admin.call(sendRefund, over(review, { despite_dispute: { dispute_id, status: 'lost' as const } }))
    await afterMinutes(1)
    expect(providerRefunds(review)).toMatchObject([{ amount: 4000 }])
  })

  test('must name the dispute and its status: marking as refunded manually', async () => {
    const review = await inReview()
    const { decided, dispute_id } = await disputed(review)
    await decided('lost')
    const note = 'By the dispute'
    expect(await admin.refusal(closeRefund, over(review, { note }))).toMatchObject(REFUSED)
    const despite_dispute = { dispute_id, status: 'lost' as const }
    const closed = await admin.call(closeRefund, over(review, { despite_dispute, note }))
    expect(closed).toMatchObject({ note, status: 'processed' })
    expect((await detailsOf(review.payment_id))[0]?.detail).toContain(dispute_id)
  })

  test('approves no earlier refund with a partial refund that is refused', async () => {
    const ride = await paidRide()
    const { refunds } = await admin.call(refundBooking, goodwill(ride, { amount: 20 }))
    const { dispute_id } = await disputed(ride)
    const despite_dispute = { dispute_id, status: 'open' as const }
    for (const body of [{ amount: 40 }, { amount: 30, id: refunds[0]?.id }]) {
      const refused = await admin.refusal(refundBooking, goodwill(ride, { despite_dispute, ...body }))
      expect(refused).toMatchObject({ status: 409 })
    }
    await afterMinutes(0)
    expect(providerRefunds(ride)).toEqual([])
  })

  test('need not name a dispute that was won or closed', async () => {
    const [won, closed] = [await paidRide(), await paidRide()]
    await (await disputed(won)).decided('won')
    await (await disputed(closed, { phase: 'fraud' })).decided('closed')
    for (const ride of [won, closed]) await admin.call(cancelBookingAsAdmin, cancelling(ride, {}))
    await afterMinutes(0)
    expect([providerRefunds(won).length, providerRefunds(closed).length]).toEqual([1, 1])
  })

  test('does not approve later changes: an unsent refund waits again when the dispute is lost', async () => {
    const ride = await paidRide()
    const { decided, dispute_id } = await disputed(ride)
    razorpayServer().bank.balance_too_low = true
    const despite_dispute = { dispute_id, status: 'open' as const }
    await admin.call(cancelBookingAsAdmin, cancelling(ride, { despite_dispute }))
    await afterMinutes(0)
    await decided('lost')
    razorpayServer().bank.balance_too_low = false
    await afterMinutes(24 * 60)
    expect([providerRefunds(ride), (await refundsOf(ride))[0]?.status]).toEqual([[], 'review'])
  })
})
