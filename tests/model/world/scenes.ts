import { expect } from 'vitest'
import type { Order } from '#contract/bookings/bookings.ts'
import { HOUR_MS } from '#domain/time-units.ts'
import type { Attempt } from '#tests/razorpay/attempts.ts'
import type { Payment } from '#tests/razorpay/entities.ts'
import * as calls from './calls.ts'
import { START_TIME } from './clock.ts'
import type { Rider, Scooter } from './house.ts'
import { advanceTime, bank, cron, findBrokenInvariants, resetWorld, storedBookings, storedRefunds } from './world.ts'

// The state of a booking before a fault, and the required state after it.

const RIDE = { hours: 1, scooter: 's0' } as const

export const START = new Date(START_TIME.getTime() + HOUR_MS)

/** The same hour for everybody, or this many hours later. */
export function bookBy(rider: Rider = 'r0', scooter: Scooter = RIDE.scooter, later = 0) {
  return calls.book({ ...RIDE, rider, scooter, start: new Date(START.getTime() + later * HOUR_MS) })
}

export async function booked(...args: Parameters<typeof bookBy>): Promise<Order> {
  const answer = await bookBy(...args)
  if (!answer.isDone) throw new Error(`Not booked: ${JSON.stringify(answer.detail)}`)
  return answer.body
}

export interface Scene {
  order: Order
  receipt: calls.Receipt
}

export async function heldScene(): Promise<Scene> {
  await resetWorld()
  const order = await booked()
  return { order, receipt: { razorpay_order_id: '', razorpay_payment_id: '', razorpay_signature: '' } }
}

export async function paidScene(attempt: Attempt = {}): Promise<Scene> {
  const { order } = await heldScene()
  return { order, receipt: bank().pay(order.razorpay_order_id, attempt) }
}

export const reportPayment = ({ order, receipt }: Scene) => calls.reportPayment('r0', order.session_id, receipt)

export async function confirmedScene(): Promise<Scene> {
  const scene = await paidScene()
  expect(await reportPayment(scene)).toMatchObject({ body: { success: true } })
  return scene
}

export const cancel = ({ order }: Scene) => calls.cancelAsAdmin(order.session_id, order.amount / 100)

/** Cancelled by an admin: a refund is due. */
export async function cancelledScene(): Promise<Scene> {
  const scene = await confirmedScene()
  expect(await cancel(scene)).toMatchObject({ isDone: true })
  return scene
}

export const paymentIn = ({ receipt }: Scene): Payment => bank().payment(receipt.razorpay_payment_id)

/** Runs the cron twice, after the pause that it leaves a failing provider. */
export async function runRecovery(): Promise<void> {
  for (const minutes of [3, 6]) {
    advanceTime(minutes)
    await cron()
    expect(await findBrokenInvariants()).toEqual([])
  }
}

export function expectConfirmedRide({ order, receipt }: Scene): void {
  expect(storedBookings().filter(({ id }) => id === order.session_id)).toMatchObject([
    { payment_id: receipt.razorpay_payment_id, state: 'confirmed' }
  ])
  expect(storedRefunds()).toEqual([])
  expect(bank().payment(receipt.razorpay_payment_id)).toMatchObject({ amount_refunded: 0, status: 'captured' })
}

/** Once at the bank and once in the database. */
export function expectRefunded(scene: Scene): void {
  const { id } = paymentIn(scene)
  expect(storedRefunds()).toMatchObject([{ payment_id: id, status: 'processed' }])
  expect(bank().refundsOf(id)).toMatchObject([{ amount: scene.order.amount, status: 'processed' }])
}
