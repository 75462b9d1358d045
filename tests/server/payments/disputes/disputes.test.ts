import { describe, expect, test } from 'vitest'
import { getHealth } from '#contract/monitoring/health.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import type { BankEvent } from '#tests/fakes/razorpay/events.ts'
import { winAllDisputes } from '#tests/helpers/data/stored-state.ts'
import { app, callAs, sql } from '#tests/helpers/servers/app.ts'
import { razorpayServer } from '#tests/helpers/servers/provider.ts'
import {
  bookingSeenByRider,
  deliver,
  type HeldBooking,
  holdScooter,
  paidAtBank,
  paidRide,
  paymentsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'

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

async function deliverAll(events: readonly BankEvent[]): Promise<void> {
  for (const event of events) expect((await deliver(event)).status).toBe(200)
}

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

  test('that is reported before its payment belongs to the booking of its order', async () => {
    const booking: HeldBooking = await holdScooter()
    const receipt = paidAtBank(booking)
    const { id } = razorpayServer().bank.dispute(receipt.razorpay_payment_id)
    await deliverAll(eventsOf(id))
    expect([await paymentsOf(booking), (await storedBooking(booking)).state]).toEqual([[], 'held'])
    expect((await disputeOf(id))?.booking_id).toBe(booking.id)
    await reportPayment(booking, receipt)
    expect((await storedBooking(booking)).state).toBe('confirmed')
  })

  test('is assigned by its payment if its event names no order', async () => {
    const ride = await paidRide()
    const { id } = razorpayServer().bank.dispute(ride.payment_id)
    const [event] = eventsOf(id) as [BankEvent]
    await deliver({ ...event, body: event.body.replace(/"order_id":"[^"]+"/, '"order_id":null') })
    expect((await disputeOf(id))?.booking_id).toBe(ride.id)
  })

  test('is stored beside other disputes of the same payment', async () => {
    const ride = await paidRide()
    const { bank } = razorpayServer()
    const [fraud, chargeback] = [
      bank.dispute(ride.payment_id, { phase: 'fraud' }),
      bank.dispute(ride.payment_id, { amount: 1000 })
    ]
    bank.decide(fraud.id, 'closed')
    for (const { id } of [fraud, chargeback]) await deliverAll(eventsOf(id))
    expect(new Set((await disputesOf(ride)).map(({ phase, status }) => `${phase} ${status}`))).toEqual(
      new Set(['fraud closed', 'chargeback open'])
    )
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
