import { paySandboxOrder } from '#contract/payments/orders.ts'
import type { ConformanceCaller } from './caller.ts'
import type { PaymentReceipt } from './context.ts'

/** Pays in the sandbox. A backend without it has no way to pay. */
export async function payInSandbox(
  caller: ConformanceCaller,
  order_id: string,
  token: string
): Promise<PaymentReceipt | null> {
  const payRequest = { body: { outcome: 'success' }, params: { order_id }, token }
  const { answer, status } = await caller.request(paySandboxOrder, payRequest)
  return status === 200 ? (answer as PaymentReceipt) : null
}
