import * as v from 'valibot'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { errorBody } from '#contract/kit/endpoint.ts'
import { confirmPayment, type Order, type PaymentReceipt, paySandboxOrder } from '#contract/payments/orders.ts'
import { send } from '#tests/helpers/servers/app.ts'
import { signedInRider } from './people.ts'

// Many concurrent riders; their calls may succeed or fail.

export type Rider = Awaited<ReturnType<typeof signedInRider>>

const SIGN_IN_CONCURRENCY = 8

/** Creates `count` riders at one property. */
export function ridersAt(property_id: string, count: number): Promise<Rider[]> {
  return withConcurrency(Array.from({ length: count }), SIGN_IN_CONCURRENCY, () => signedInRider({ property_id }))
}

/** Runs a task for every item with limited concurrency. Results are in the order of the items. */
export async function withConcurrency<One, Result>(
  items: readonly One[],
  concurrency: number,
  task: (one: One) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, one] of waiting) results[index] = await task(one)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

/** Returns the order; or the error's detail, with the conflicting window from the headers. */
export async function requestBooking({ token }: Rider, body: Record<string, unknown>) {
  const reply = await send(createHourlyBooking, { body }, token)
  const { headers, status } = reply
  const answer: unknown = await reply.json()
  if (reply.ok) return { order: answer as Order, status }
  const { detail } = v.parse(errorBody, answer)
  return { detail, end: headers.get('x-conflict-end'), start: headers.get('x-conflict-start'), status }
}

/** Pays at the bank. Returns a function that reports the payment to the server, as the browser would. */
export async function payOrder({ token }: Rider, { razorpay_order_id: order_id, session_id }: Order) {
  const payment = { body: { outcome: 'success' }, params: { order_id } }
  const receipt = (await (await send(paySandboxOrder, payment, token)).json()) as PaymentReceipt
  return async () => {
    const reply = await send(confirmPayment, { body: { ...receipt, session_id } }, token)
    return v.parse(confirmPayment.output, await reply.json())
  }
}

/** Pays an order, as a rider whose browser reports it at once. */
export const payAndReport = async (rider: Rider, order: Order) => (await payOrder(rider, order))()
