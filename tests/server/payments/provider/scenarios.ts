import { beforeAll, describe, expect, test } from 'vitest'
import { createHourlyBooking, resumePayment } from '#contract/bookings/create-booking.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { confirmPayment, type Order, type PaymentReceipt, recordPaymentFailure } from '#contract/payments/orders.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { signedInRider } from '#tests/helpers/data/people.ts'
import { daysAhead, insertScooter } from '#tests/helpers/data/rows.ts'
import { endHold } from '#tests/helpers/data/stored-state.ts'
import { app, database, sql } from '#tests/helpers/servers/app.ts'

type Rider = Awaited<ReturnType<typeof signedInRider>>

/** A payment provider as a rider sees it, so that one suite runs with both. */
export interface ProviderDriver {
  start: () => void
  /** The bank captures the payment; returns what the checkout passes on. */
  pay: (order: Order, by: Rider) => Promise<PaymentReceipt>
  decline: (order: Order, by: Rider) => Promise<unknown>
  /** How often the provider has refunded the order. */
  refundCount: (order: Order) => Promise<number>
}

/** Tests that every payment provider must pass. */
export function testPaymentScenarios(driver: ProviderDriver): void {
  driver.start()
  let rider: Rider
  let scooter: Awaited<ReturnType<typeof insertScooter>>
  beforeAll(async () => {
    rider = await signedInRider()
  })

  let day = 1

  /** A new scooter, held for an hour by the rider. */
  async function held(): Promise<Order> {
    scooter = await insertScooter(rider.property_id)
    const body = { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(++day, '10:00') } as const
    return rider.call(createHourlyBooking, { body })
  }

  const paid = (order: Order, by: Rider = rider): Promise<PaymentReceipt> => driver.pay(order, by)

  const proof = (order: Order, receipt: PaymentReceipt) => ({ body: { ...receipt, session_id: order.session_id } })

  const bookingOf = async (order: Order) => (await rider.call(listMyBookings)).find(({ id }) => id === order.session_id)

  describe('paying for a booking', () => {
    test('turns Pending into Completed and shows the PIN to the payer', async () => {
      const order = await held()
      expect(await bookingOf(order)).toMatchObject({ otp_pin: null, payment_status: 'Pending' })
      const answer = await rider.call(confirmPayment, proof(order, await paid(order)))
      expect(answer).toMatchObject({ booking_id: order.session_id, payment_status: 'Completed', success: true })
      expect(await bookingOf(order)).toMatchObject({ otp_pin: scooter.otp_pin, payment_status: 'Completed' })
    })

    test('returns the same answer when it is reported again', async () => {
      const order = await held()
      const report = proof(order, await paid(order))
      const first = await rider.call(confirmPayment, report)
      const answers = await Promise.all([1, 2, 3].map(() => rider.call(confirmPayment, report)))
      expect(answers).toEqual([first, first, first])
      expect(await sql('SELECT 1 FROM refunds WHERE booking_id = ?', order.session_id)).toEqual([])
      expect(await sql('SELECT 1 FROM payments WHERE booking_id = ?', order.session_id)).toHaveLength(1)
    })

    test('rejects a wrong signature with 400, logs it and does not change the hold', async () => {
      const order = await held()
      const forged = { ...(await paid(order)), razorpay_signature: 'f'.repeat(64) }
      const refusal = await rider.refusal(confirmPayment, proof(order, forged))
      expect(refusal).toMatchObject({ detail: paymentsText.signatureMismatch, status: 400 })
      expect(app.logs().join('\n')).toMatch(
        new RegExp(`"payment_signature_rejected".*"booking_id":"${order.session_id}"`)
      )
      expect(await bookingOf(order)).toMatchObject({ otp_pin: null, payment_status: 'Pending' })
    })

    test('rejects the payment of another order, although it is valid there', async () => {
      const cheap = await held()
      const receipt = await paid(cheap)
      const dear = await held()
      const asIs = await rider.refusal(confirmPayment, proof(dear, receipt))
      const withOtherOrder = { ...receipt, razorpay_order_id: dear.razorpay_order_id }
      const renamed = await rider.refusal(confirmPayment, proof(dear, withOtherOrder))
      expect([asIs.status, renamed.status]).toEqual([400, 400])
      expect(await bookingOf(dear)).toMatchObject({ payment_status: 'Pending' })
    })

    test('answers 404 for the payment session or order of another rider', async () => {
      const order = await held()
      const receipt = await paid(order)
      const stranger = await signedInRider({ property_id: rider.property_id })
      const refusals = await Promise.all([
        stranger.refusal(confirmPayment, proof(order, receipt)),
        stranger.refusal(recordPaymentFailure, { body: { error_description: 'x', session_id: order.session_id } }),
        stranger.refusal(resumePayment, { params: { id: order.session_id } })
      ])
      expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(await stranger.call(listMyBookings)).toEqual([])
    })

    test('keeps the booking Pending when the bank declines, and accepts the next attempt', async () => {
      const order = await held()
      await driver.decline(order, rider)
      await rider.call(recordPaymentFailure, { body: { error_description: 'declined', session_id: order.session_id } })
      expect(await bookingOf(order)).toMatchObject({ payment_status: 'Pending' })
      await rider.call(confirmPayment, proof(order, await paid(order)))
      expect(await bookingOf(order)).toMatchObject({ payment_status: 'Completed' })
    })

    test('refunds a payment once, with a message, if another rider has the slot', async () => {
      const order = await held()
      const { id: scooter_id } = scooter
      await endHold(order.session_id)
      const rival = await signedInRider({ property_id: rider.property_id })
      const start_time = (await bookingOf(order))?.start_time ?? ''
      await rival.call(createHourlyBooking, { body: { duration_hours: 1, scooter_id, start_time } })
      const report = proof(order, await paid(order))
      const answer = await rider.call(confirmPayment, report)
      expect(answer).toMatchObject({ message: paymentsText.paidTooLate, payment_status: 'Refunded', success: false })
      await rider.call(confirmPayment, report)
      await app.runMinute()
      await app.runMinute()
      expect(await driver.refundCount(order)).toBe(1)
      expect(await bookingOf(order)).toMatchObject({ otp_pin: null, payment_status: 'Refunded' })
      expect(await rival.call(listMyBookings)).toMatchObject([{ payment_status: 'Pending' }])
    })
  })

  describe('resuming a payment', () => {
    test('opens the same order while the hold lives', async () => {
      const order = await held()
      const again = await rider.call(resumePayment, { params: { id: order.session_id } })
      expect(again).toEqual({ ...order, hold_seconds: expect.any(Number) })
      expect(again.hold_seconds).toBeLessThanOrEqual(order.hold_seconds ?? 0)
    })

    test('is rejected with a sentence when the hold has expired or the booking is paid', async () => {
      const late = await held()
      await endHold(late.session_id)
      const order = await held()
      await rider.call(confirmPayment, proof(order, await paid(order)))
      const refusals = await Promise.all(
        [late, order].map(one => rider.refusal(resumePayment, { params: { id: one.session_id } }))
      )
      expect(refusals.map(({ detail }) => detail)).toEqual([paymentsText.holdExpired, paymentsText.alreadyPaid])
    })
  })

  describe('a PIN', () => {
    test("appears only in the payer's own paid booking", async () => {
      const order = await held()
      const { otp_pin } = scooter
      const receipt = await paid(order)
      const confirmation = await rider.call(confirmPayment, proof(order, receipt))
      const other = await signedInRider({ property_id: rider.property_id })
      const get = async (path: string, token: string) =>
        (await app.fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })).text()
      const place = `/properties/${rider.property_id}`
      const paths = ['/properties', '/profile', `${place}/scooters`, `${place}/pricing`, `${place}/pricing-plans`]
      const answers = await Promise.all([
        ...paths.flatMap(path => [get(path, rider.token), get(path, other.token)]),
        get('/my-bookings', other.token)
      ])
      expect(answers.filter(answer => answer.includes(otp_pin))).toEqual([])
      expect(JSON.stringify([order, receipt, confirmation])).not.toContain(otp_pin)
      expect(await get('/my-bookings', rider.token)).toContain(otp_pin)
    })
  })

  describe('the invariants', () => {
    test('are not broken by the tests of this file', async () => {
      expect(await brokenInvariants(database(), app.lastRun(), { since: new Date(100_000_000) })).toEqual([])
    })
  })
}
