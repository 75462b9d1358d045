import { expect } from 'vitest'
import type { Order } from '#contract/payments/orders.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import type { HoldRequest } from '#server/slots/reserve.ts'
import type { Attempt } from '#tests/fakes/razorpay/bank/attempts.ts'
import type { Payment } from '#tests/fakes/razorpay/bank/entities.ts'
import * as calls from './calls.ts'
import { START_TIME } from './clock.ts'
import { bank, cronAfter, findBrokenInvariants, resetHarness, storedBookings, storedRefunds } from './harness.ts'
import type { Rider, Scooter } from './seed.ts'

// The state of a booking before a fault, and the required state after it.

const RIDE = { hours: 1, scooter: 's0' } as const

export const START = new Date(START_TIME.getTime() + HOUR_MS)

/** Books the hour from START, or `later` hours after it. */
export function bookBy(rider: Rider = 'r0', scooter: Scooter = RIDE.scooter, later = 0) {
  return calls.book({ ...RIDE, rider, scooter, start: new Date(START.getTime() + later * HOUR_MS) })
}

/** Requests the hour from START without a buffer, unless a field says otherwise. Extensions have no terms. */
export const holdRequest = (fields: Partial<HoldRequest> & { id: string }): HoldRequest => ({
  address: 'address',
  amount: 50,
  buffer_minutes: 0,
  hours: RIDE.hours,
  plan: null,
  scooter_id: RIDE.scooter,
  terms: fields.ride_id ? undefined : DEFAULT_TERMS,
  user_id: 'r0',
  window: windowFrom(START, RIDE.hours),
  ...fields
})

export async function booked(...args: Parameters<typeof bookBy>): Promise<Order> {
  const answer = await bookBy(...args)
  if (!answer.isDone) throw new Error(`Not booked: ${JSON.stringify(answer.detail)}`)
  return answer.body
}

export interface SampleBooking {
  order: Order
  receipt: calls.Receipt
}

/** No booking yet: the test itself sets the order and the receipt. */
export async function emptySample(): Promise<SampleBooking> {
  await resetHarness()
  return {} as SampleBooking
}

export async function heldSample(): Promise<SampleBooking> {
  await resetHarness()
  const order = await booked()
  return { order, receipt: { razorpay_order_id: '', razorpay_payment_id: '', razorpay_signature: '' } }
}

export async function paidSample(attempt: Attempt = {}): Promise<SampleBooking> {
  const { order } = await heldSample()
  return { order, receipt: bank().pay(order.razorpay_order_id, attempt) }
}

export const reportPayment = ({ order, receipt }: SampleBooking) => calls.reportPayment('r0', order.session_id, receipt)

export async function confirmedSample(): Promise<SampleBooking> {
  const sample = await paidSample()
  expect(await reportPayment(sample)).toMatchObject({ body: { success: true } })
  return sample
}

/** Books and pays again: after any result of an earlier request, the rider ends with a ride and a single order. */
export async function bookAndPay(sample: SampleBooking): Promise<void> {
  sample.order = await booked()
  await payOrder(sample)
}

/** Pays the order, and reports the payment as the browser does. */
export async function payOrder(sample: SampleBooking): Promise<void> {
  sample.receipt = bank().pay(sample.order.razorpay_order_id)
  expect(await reportPayment(sample)).toMatchObject({ body: { success: true } })
}

export const cancel = ({ order }: SampleBooking) => calls.cancelAsAdmin(order.session_id, order.amount / 100)

/** Cancelled by an admin: a refund is due. */
export async function cancelledSample(): Promise<SampleBooking> {
  const sample = await confirmedSample()
  expect(await cancel(sample)).toMatchObject({ isDone: true })
  return sample
}

/** A refund that is due, and that the provider processes as soon as it is sent. */
export async function dueRefundSample(): Promise<SampleBooking> {
  const sample = await cancelledSample()
  bank().refunds_at_once = true
  return sample
}

/** Refunded and processed in the provider's dashboard; the server does not know it yet. */
export async function dashboardRefundSample(): Promise<SampleBooking> {
  const sample = await confirmedSample()
  bank().processRefund(bank().refundInDashboard(paymentIn(sample).id).id)
  return sample
}

export const paymentIn = ({ receipt }: SampleBooking): Payment => bank().payment(receipt.razorpay_payment_id)

/** Runs the cron once, this much later, and checks the invariants. */
export async function checkedCronAfter(minutes: number): Promise<void> {
  await cronAfter(minutes)
  expect(await findBrokenInvariants()).toEqual([])
}

/** Runs the cron twice, each time after the pause with which it retries a failing provider. */
export async function runRecovery(): Promise<void> {
  for (const minutes of [3, 6]) await checkedCronAfter(minutes)
}

export function expectConfirmedRide({ order, receipt }: SampleBooking): void {
  expect(storedBookings().filter(({ id }) => id === order.session_id)).toMatchObject([
    { payment_id: receipt.razorpay_payment_id, state: 'confirmed' }
  ])
  expect(storedRefunds()).toEqual([])
  expect(bank().payment(receipt.razorpay_payment_id)).toMatchObject({ amount_refunded: 0, status: 'captured' })
}

/** One processed refund at the bank, and one in the database. */
export function expectRefunded(sample: SampleBooking): void {
  const { id } = paymentIn(sample)
  expect(storedRefunds()).toMatchObject([{ payment_id: id, status: 'processed' }])
  expect(bank().refundsOf(id)).toMatchObject([{ amount: sample.order.amount, status: 'processed' }])
}
