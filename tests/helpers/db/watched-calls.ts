import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Order, type PaymentReceipt, paySandboxOrder } from '#contract/payments/orders.ts'
import { handle } from '#server/http/handle.ts'
import type { Operation } from '#server/http/operation.ts'
import type { signedInRider } from '#tests/helpers/data/people.ts'
import { type AnyInput, toRequestInit } from '#tests/helpers/servers/app.ts'
import { queryPlans } from './watched-d1.ts'

// API calls in the test's process, with the statements that reach the Worker's database.

/** To the database, of one call. */
export const ROUND_TRIPS_MAX = 6

/** Runs the API code from the request to the response. */
export async function watchCall<E extends Endpoint>(
  token: string,
  operation: Operation<E>,
  { body, params = {}, query = {} }: AnyInput = {}
) {
  const address = `http://localhost/api?${new URLSearchParams(query as Record<string, string>)}`
  const request = new Request(address, await toRequestInit(operation.endpoint, body, token))
  const seen = await queryPlans(() => handle(operation, request, params))
  const { answer, plans, roundTrips, rowsRead } = seen
  return { body: (await answer.json()) as unknown, plans, roundTrips, rowsRead, status: answer.status }
}

/** What the bank returns for an order and the browser passes on. */
export async function sandboxProof(
  rider: Awaited<ReturnType<typeof signedInRider>>,
  { razorpay_order_id: order_id, session_id }: Order
) {
  const receipt = (await rider.call(paySandboxOrder, {
    body: { outcome: 'success' },
    params: { order_id }
  })) as PaymentReceipt
  return { body: { ...receipt, session_id } }
}

/** Any scan of rows, except of those that a statement generates itself or reads from JSON. */
export const scans = (plan: string[]) =>
  plan.filter(step =>
    /^SCAN (?!\w+ VIRTUAL TABLE\b|cells\b|counted\b|ended\b|moved\b|ranked\b|seen\b|usual\b|waiting\b|\(subquery-\d+\)|(\d+ )?CONSTANT ROW)/.test(
      step
    )
  )
