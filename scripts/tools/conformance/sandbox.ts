import { paySandboxOrder } from '#contract/payments/sandbox.ts'
import type { ConformanceClient } from './caller.ts'
import type { PaymentSuccess } from './stage.ts'

/** The sandbox plays the bank; a backend without it has nobody to pay with. */
export async function payInSandbox(
  caller: ConformanceClient,
  order_id: string,
  token: string
): Promise<PaymentSuccess | null> {
  const asked = { body: { outcome: 'success' }, params: { order_id }, token }
  const { answer, status } = await caller.ask(paySandboxOrder, asked)
  return status === 200 ? (answer as PaymentSuccess) : null
}
