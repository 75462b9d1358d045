import { describe, expect, test } from 'vitest'
import { cancelBookingAsAdmin, getBookingPayments, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getHealth } from '#contract/monitoring/health.ts'
import { confirmPayment } from '#contract/payments/browser-reports.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { closeRefund, listRefunds, sendRefund } from '#contract/payments/refunds.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import * as activity from '#messages/admin/activity.ts'
import * as refundResponses from '#messages/admin/payments/refund-responses.ts'
import * as riderResponses from '#messages/admin/riders/rider-responses.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { app, callAs, sql } from '#tests/helpers/servers/app.ts'
import { deliverWebhooks, razorpayServer } from '#tests/helpers/servers/provider.ts'
import type { DisputeRequest } from '#tests/razorpay/disputes.ts'
import {
  afterMinutes,
  anotherRider,
  beginRide,
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

// What happens to payments and refunds, and what admins can do, while a bank disputes the payment.

setUpPaymentTests()

const admin = setUpAdmin()

type Paid = HeldBooking & { payment_id: string }

/** A dispute that was reported, and its next steps. */
async function disputed({ payment_id }: Pick<Paid, 'payment_id'>, options: DisputeRequest = {}) {
  const { bank } = razorpayServer()
  const { id: dispute_id } = bank.dispute(payment_id, options)
  await deliverWebhooks()
  async function decided(outcome: 'closed' | 'lost' | 'won') {
    bank.decide(dispute_id, outcome)
    await deliverWebhooks()
  }
  async function contested() {
    bank.contest(dispute_id)
    await deliverWebhooks()
  }
  return { contested, decided, dispute_id }
}

/** Paid after its slot was lost: a refund is due. */
async function overdueRefund(): Promise<Paid> {
  const booking = await holdScooter()
  await expireHold(booking)
  await beginRide(booking)
  const receipt = paidAtBank(booking)
  await reportPayment(booking, receipt)
  expect(await refundsOf(booking)).toMatchObject([{ reason: 'slot_lost', status: 'due' }])
  return { ...booking, payment_id: receipt.razorpay_payment_id }
}

/** Paid in another amount than the order's: an admin decides. */
async function inReview(): Promise<Paid> {
  const booking = await holdScooter()
  const receipt = paidAtBank(booking, { amount: 4000 })
  await booking.rider.refusal(confirmPayment, paymentProof(booking, receipt))
  return { ...booking, payment_id: receipt.razorpay_payment_id }
}

const cancelling = ({ id }: { id: string }, body: object) => ({ body: { amount: 50, ...body }, params: { id } })
const over = ({ payment_id }: Paid, body: object) => ({ body: { amount: 40, ...body }, params: { id: payment_id } })
const REFUSED = { detail: refundResponses.paymentDisputed, status: 409 }

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

  test('is sent when the dispute is closed', async () => {
    const booking = await overdueRefund()
    const dispute = await disputed(booking, { phase: 'fraud' })
    await afterMinutes(1)
    await dispute.decided('closed')
    await afterMinutes(0)
    expect(providerRefunds(booking)).toHaveLength(1)
  })

  test('waits for an admin when the dispute is lost, because the rider has the money', async () => {
    const booking = await overdueRefund()
    await (await disputed(booking)).decided('lost')
    await afterMinutes(1)
    expect([providerRefunds(booking), await refundsOf(booking)]).toMatchObject([
      [],
      [{ note: refundResponses.disputeLost, status: 'review' }]
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
    await admin.call(cancelBookingAsAdmin, cancelling(ride, { despite_dispute }) as never)
    await afterMinutes(0)
    expect(providerRefunds(ride)).toHaveLength(1)
    expect(await detailsOf(ride.id)).toEqual([
      { action: 'cancel_booking', detail: activity.disputeOverridden(dispute_id) }
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
    await admin.call(sendRefund, over(review, { despite_dispute: { dispute_id, status: 'lost' } }) as never)
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
    const closed = await admin.call(closeRefund, over(review, { despite_dispute, note }) as never)
    expect(closed).toMatchObject({ note, status: 'processed' })
    expect((await detailsOf(review.payment_id))[0]?.detail).toContain(dispute_id)
  })

  test('need not name a dispute that was won or closed', async () => {
    const [won, closed] = [await paidRide(), await paidRide()]
    await (await disputed(won)).decided('won')
    await (await disputed(closed, { phase: 'fraud' })).decided('closed')
    for (const ride of [won, closed]) await admin.call(cancelBookingAsAdmin, cancelling(ride, {}) as never)
    await afterMinutes(0)
    expect([providerRefunds(won).length, providerRefunds(closed).length]).toEqual([1, 1])
  })

  test('does not approve later changes: an unsent refund waits again when the dispute is lost', async () => {
    const ride = await paidRide()
    const { decided, dispute_id } = await disputed(ride)
    razorpayServer().bank.balance_too_low = true
    const despite_dispute = { dispute_id, status: 'open' as const }
    await admin.call(cancelBookingAsAdmin, cancelling(ride, { despite_dispute }) as never)
    await afterMinutes(0)
    await decided('lost')
    razorpayServer().bank.balance_too_low = false
    await afterMinutes(24 * 60)
    expect([providerRefunds(ride), (await refundsOf(ride))[0]?.status]).toEqual([[], 'review'])
  })

  test('need not name a dispute for an unpaid hold', async () => {
    const booking = await holdScooter()
    expect(await admin.call(cancelBookingAsAdmin, cancelling(booking, { amount: 0 }) as never)).toMatchObject({
      payment_status: 'Cancelled'
    })
  })

  test.each([{ despite_dispute: true }, { despite_dispute: { dispute_id: 'disp_1', status: 'maybe' } }])(
    'must name the dispute in a valid form: %j',
    async body => {
      const ride = await paidRide()
      expect((await admin.refusal(cancelBookingAsAdmin, cancelling(ride, body))).status).toBe(422)
    }
  )
})

describe('the list of disputes', () => {
  test('shows the booking, amount, reason and deadline, and the booking shows the dispute, too', async () => {
    const ride = await paidRide()
    const { dispute_id } = await disputed(ride, { amount: 2000, hours: 48 })
    const [row] = await admin.call(listDisputes, { query: {} })
    expect(row).toMatchObject({
      amount: 20,
      amount_deducted: 0,
      booking_amount: 50,
      booking_id: ride.id,
      currency: 'INR',
      dispute_id,
      payment_id: ride.payment_id,
      phase: 'chargeback',
      reason: 'The customer did not receive what he paid for.',
      scooter_name: ride.scooter.name,
      status: 'open',
      user_email: ride.rider.email
    })
    const hours = (Date.parse(row?.respond_by ?? '') - Date.parse(row?.created_at ?? '')) / 3_600_000
    expect(hours).toBe(48)
    const bookings = await admin.call(listAllBookings, { query: { user_id: ride.rider.id } })
    expect(bookings.find(({ id }) => id === ride.id)?.dispute).toMatchObject({ amount: 20, dispute_id, status: 'open' })
    const { disputes } = await admin.call(getBookingPayments, { params: { id: ride.id } })
    expect(disputes).toEqual([row])
  })

  test('is newest first, paged, sortable by deadline, and filtered by open and decided', async () => {
    const ride = await paidRide()
    const near = await disputed(ride, { hours: 1 })
    const far = await disputed(ride, { hours: 900 })
    const lost = await disputed(ride)
    await lost.decided('lost')
    const all = [near, far, lost]
    for (const [age, { dispute_id }] of all.entries()) {
      await sql('UPDATE disputes SET created_at = ? WHERE dispute_id = ?', 4_000_000_000 - age, dispute_id)
    }
    const idsOf = async (query: object) =>
      (await admin.call(listDisputes, { query } as never)).map(({ dispute_id }) => dispute_id)
    const ids = all.map(({ dispute_id }) => dispute_id)
    expect((await idsOf({})).slice(0, 3)).toEqual(ids)
    expect(await idsOf({ page: '1', per_page: '2' })).toEqual(ids.slice(0, 2))
    expect((await idsOf({ is_decided: 'true' }))[0]).toBe(lost.dispute_id)
    const open = await idsOf({ is_decided: 'false', sort: 'respond_by' })
    expect(open).not.toContain(lost.dispute_id)
    expect(open[0]).toBe(near.dispute_id)
    expect(open.at(-1)).toBe(far.dispute_id)
    expect((await admin.refusal(listDisputes, { query: { is_decided: 'perhaps' } })).status).toBe(422)
  })

  test('shows the most urgent of several disputes beside a refund', async () => {
    const booking = await overdueRefund()
    await (await disputed(booking)).decided('lost')
    await disputed(booking, { hours: 90 })
    const first = await disputed(booking, { hours: 30 })
    const rows = await admin.call(listRefunds, { query: {} })
    expect(rows.find(({ booking_id }) => booking_id === booking.id)?.dispute?.dispute_id).toBe(first.dispute_id)
  })
})

describe('an operator', () => {
  test('sees in the health how many disputes are open, and that one needs an answer', async () => {
    await sql("UPDATE disputes SET status = 'won'")
    await sql("UPDATE runs SET troubles = 0, ended_at = unixepoch() WHERE job = 'minute'")
    const health = () => callAs(undefined, getHealth)
    const ride = await paidRide()
    const { contested, decided } = await disputed(ride)
    expect(await health()).toMatchObject({
      payments: { disputes_open: 1, disputes_unanswered: 1 },
      status: 'attention'
    })
    await contested()
    const answered = await health()
    expect(answered.payments).toMatchObject({ disputes_open: 1, disputes_unanswered: 0 })
    await decided('won')
    expect((await health()).payments).toMatchObject({ disputes_open: 0, disputes_unanswered: 0 })
  })

  test('finds one log line an hour for all disputes with a near deadline, and none in between', async () => {
    await sql("UPDATE disputes SET status = 'won'")
    const ride = await paidRide()
    const near = [await disputed(ride, { hours: 1 }), await disputed(ride, { hours: 48 })]
    const far = await disputed(ride, { hours: 200 })
    const answered = await disputed(ride, { hours: 2 })
    await answered.contested()
    const linesAt = async (minute: number) => {
      const before = app.logs().length
      const now = new Date()
      now.setUTCMinutes(minute, 0, 0)
      await app.runMinute(now)
      return app
        .logs()
        .slice(before)
        .filter(line => line.includes('dispute_deadline_near'))
    }
    const [line, ...more] = await linesAt(0)
    expect(more).toEqual([])
    for (const { dispute_id } of near) expect(line).toContain(dispute_id)
    for (const { dispute_id } of [far, answered]) expect(line).not.toContain(dispute_id)
    expect(await linesAt(1)).toEqual([])
  })
})

describe('a rider', () => {
  test('is not deleted while a payment is disputed, because the rides may be needed as evidence', async () => {
    const rider = await anotherRider()
    const ride = await paidRide(rider)
    const { decided } = await disputed(ride)
    // Long over, and older than the period that the invariant checks of these tests cover.
    await sql('UPDATE bookings SET start_at = 3600, end_at = 7200 WHERE id = ?', ride.id)
    const removing = { params: { id: rider.id } }
    expect(await admin.refusal(deleteRider, removing)).toMatchObject({
      detail: riderResponses.riderHasDispute,
      status: 409
    })
    await decided('lost')
    await admin.call(deleteRider, removing)
    expect(JSON.stringify(await sql('SELECT * FROM disputes'))).not.toContain(rider.email)
    expect(await admin.call(listDisputes, { query: {} })).toEqual(
      expect.arrayContaining([expect.objectContaining({ booking_id: ride.id, user_name: riderResponses.deletedRider })])
    )
  })
})
