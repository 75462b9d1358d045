import { paySandboxOrder } from '#contract/payments/sandbox.ts'
import type { Caller } from './caller.ts'
import type { Receipt } from './stage.ts'

/** The sandbox plays the bank; a backend without it has nobody to pay with. */
export async function payAtSandbox(caller: Caller, order_id: string, token: string): Promise<Receipt | null> {
  const asked = { body: { outcome: 'success' }, params: { order_id }, token }
  const { answer, status } = await caller.ask(paySandboxOrder, asked)
  return status === 200 ? (answer as Receipt) : null
}
