import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { getHealth } from '#contract/monitoring/health.ts'
import { listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import * as ridersText from '#messages/admin/riders.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import type { BankEvent } from '#tests/fakes/razorpay/events.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { moveRideToPast, winAllDisputes } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  anotherRider,
  bookingSeenByRider,
  deliver,
  holdScooter,
  paidAtBank,
  paidRide,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'
import { disputed, overdueRefund } from './sample-disputes.ts'

setUpPaymentTests()

interface StoredDispute {
  booking_id: string
  dispute_id: string
  paise: number
  paise_deducted: number
  payment_id: string
  phase: string
  refund_allowed: number
  respond_by: number
  status: string
}

const disputesOf = ({ id }: { id: string }) =>
  sql<StoredDispute>('SELECT * FROM disputes WHERE booking_id = ? ORDER BY created_at, dispute_id', id)

const disputeOf = async (dispute_id: string) =>
  (await sql<StoredDispute>('SELECT * FROM disputes WHERE dispute_id = ?', dispute_id))[0]

/** Every event of one dispute, in order. */
const eventsOf = (dispute_id: string) => razorpayServer().bank.events.filter(({ body }) => body.includes(dispute_id))

const statusOf = async (answer: Response) => [answer.status, await answer.json()]

const DONE = [200, { message: paymentsText.webhookAccepted }]

const NOTHING = [200, { message: paymentsText.nothingToDo }]

describe('a dispute', () => {
  test('is stored with its deadline and amount, and its ride and PIN do not change', async () => {
    const ride = await paidRide()
    const { bank } = razorpayServer()
    const made = bank.dispute(ride.payment_id, { amount: 2000, phase: 'retrieval' })
    expect(await statusOf(await deliver(eventsOf(made.id)[0] as BankEvent))).toEqual(DONE)
    expect(await disputesOf(ride)).toEqual([
      expect.objectContaining({
        dispute_id: made.id,
        paise: 2000,
        paise_deducted: 0,
        payment_id: ride.payment_id,
        phase: 'retrieval',
        respond_by: made.respond_by,
        status: 'open'
      })
    ])
    expect((await storedBooking(ride)).state).toBe('confirmed')
    expect(await bookingSeenByRider(ride)).toMatchObject({ otp_pin: ride.scooter.otp_pin, payment_status: 'Completed' })
    expect(app.logs().join('\n')).toMatch(new RegExp(`"dispute_changed".*"dispute_id":"${made.id}"`))
  })

  test('of an unknown payment is logged, answered 200 and not stored', async () => {
    const { bank } = razorpayServer()
    const order = bank.createOrder({ amount: 9900, currency: 'INR', receipt: 'another-shop' })
    const { razorpay_payment_id } = bank.pay(order.id)
    const { id } = bank.dispute(razorpay_payment_id)
    expect(await statusOf(await deliver(eventsOf(id)[0] as BankEvent))).toEqual(NOTHING)
    expect(await disputeOf(id)).toBeUndefined()
    expect(app.logs().join('\n')).toMatch(new RegExp(`"dispute_payment_unknown".*"dispute_id":"${id}"`))
  })

  test('is assigned by its payment if its event names no order', async () => {
    const ride = await paidRide()
    const { id } = razorpayServer().bank.dispute(ride.payment_id)
    const [event] = eventsOf(id) as [BankEvent]
    await deliver({ ...event, body: event.body.replace(/"order_id":"[^"]+"/, '"order_id":null') })
    expect((await disputeOf(id))?.booking_id).toBe(ride.id)
  })

  test('over a payment with a fraction of a paisa is stored and reported to the operator', async () => {
    await winAllDisputes()
    const booking = await holdScooter()
    const receipt = paidAtBank(booking, { amount: 5000.5 })
    const { id } = razorpayServer().bank.dispute(receipt.razorpay_payment_id)
    expect(await statusOf(await deliver(eventsOf(id)[0] as BankEvent))).toEqual(DONE)
    expect(await disputesOf(booking)).toMatchObject([{ dispute_id: id, paise: 5001, status: 'open' }])
    const health = await callAs(undefined, getHealth)
    expect(health).toMatchObject({ payments: { disputes_unanswered: 1 }, status: 'attention' })
    const [unreadable] = razorpayServer().bank.events.filter(({ body }) => body.includes(receipt.razorpay_payment_id))
    expect(await statusOf(await deliver(unreadable as BankEvent))).toEqual(NOTHING)
    expect(app.logs().join('\n')).toContain('"webhook_parse_failed"')
  })

  test('that is partly unreadable is stored with its readable part, and logged', async () => {
    const ride = await paidRide()
    const { id } = razorpayServer().bank.dispute(ride.payment_id, { amount: 2000 })
    const [created] = eventsOf(id) as [BankEvent]
    const envelope = JSON.parse(created.body)
    const unread = { amount: '20', created_at: 'now', currency: 356, phase: null, reason_code: 7, respond_by: 'soon' }
    Object.assign(envelope.payload.dispute.entity, unread)
    const malformed = { ...created, body: JSON.stringify({ ...envelope, created_at: 'now' }), id: `strange-${id}` }
    expect(await statusOf(await deliver(malformed))).toEqual(DONE)
    expect(await disputesOf(ride)).toMatchObject([
      { currency: 'INR', paise: 5000, phase: 'unknown', respond_by: null, status: 'open' }
    ])
    expect(app.logs().join('\n')).toContain(`"dispute_parse_failed"`)
    razorpayServer().bank.contest(id)
    const [, contested] = eventsOf(id) as [BankEvent, BankEvent]
    const later = JSON.parse(contested.body)
    later.created_at += 86_400
    await deliver({ ...contested, body: JSON.stringify(later) })
    expect(await disputesOf(ride)).toMatchObject([{ paise: 2000, phase: 'chargeback', status: 'under_review' }])
    const known = await disputeOf(id)
    Object.assign(later.payload.dispute.entity, unread)
    later.created_at += 1
    const action = { ...later, event: 'payment.dispute.action_required' }
    await deliver({ ...contested, body: JSON.stringify(action), id: `again-${id}` })
    expect(await disputeOf(id)).toEqual({ ...known, status: 'action_required', told_at: later.created_at })
  })
})

const admin = setUpAdmin()

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
    const idsOf = async (query: ClientInput<typeof listDisputes>['query'] = {}) =>
      (await admin.call(listDisputes, { query })).map(({ dispute_id }) => dispute_id)
    const ids = all.map(({ dispute_id }) => dispute_id)
    expect((await idsOf()).slice(0, 3)).toEqual(ids)
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
  test('finds one log line an hour for all disputes with a near deadline, and none in between', async () => {
    await winAllDisputes()
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
    await moveRideToPast(ride.id)
    const removing = { params: { id: rider.id } }
    expect(await admin.refusal(deleteRider, removing)).toMatchObject({
      detail: ridersText.riderHasDispute,
      status: 409
    })
    await decided('lost')
    await admin.call(deleteRider, removing)
    expect(JSON.stringify(await sql('SELECT * FROM disputes'))).not.toContain(rider.email)
    expect(await admin.call(listDisputes, { query: {} })).toEqual(
      expect.arrayContaining([expect.objectContaining({ booking_id: ride.id, user_name: ridersText.deletedRider })])
    )
  })
})
