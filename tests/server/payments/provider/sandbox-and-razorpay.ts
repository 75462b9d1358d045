import { type Order, type PaymentReceipt, paySandboxOrder } from '#contract/payments/orders.ts'
import type { signedInRider } from '#tests/helpers/data/people.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { razorpayServer, startAppWithProvider } from '#tests/helpers/servers/provider.ts'

type Rider = Awaited<ReturnType<typeof signedInRider>>

/** A payment provider as a rider sees it, so that one suite runs with both. */
export interface ProviderDriver {
  start: () => void
  /** The bank captures the payment; returns what the checkout passes on. */
  pay: (order: Order, by: Rider) => Promise<PaymentReceipt>
  /** Pays another amount, in paise, than the order's. */
  payAmount: (order: Order, by: Rider, paise: number) => Promise<PaymentReceipt>
  decline: (order: Order, by: Rider) => Promise<unknown>
  /** How often the provider has refunded the order. */
  refundCount: (order: Order) => Promise<number>
}

const params = ({ razorpay_order_id: order_id }: Order) => ({ order_id })

export const sandboxDriver: ProviderDriver = {
  decline: (order, by) => by.call(paySandboxOrder, { body: { outcome: 'failure' }, params: params(order) }),
  refundCount: async ({ razorpay_order_id }) => {
    const query = "SELECT id FROM sandbox_payments WHERE order_id = ? AND status = 'refunded'"
    return (await sql(query, razorpay_order_id)).length
  },
  payAmount: async (order, by, paise) => {
    const receipt = await sandboxDriver.pay(order, by)
    await sql('UPDATE sandbox_payments SET amount = ? WHERE id = ?', paise, receipt.razorpay_payment_id)
    return receipt
  },
  pay: async (order, by) =>
    (await by.call(paySandboxOrder, { body: { outcome: 'success' }, params: params(order) })) as PaymentReceipt,
  start: () => startApp()
}

export const razorpayDriver: ProviderDriver = {
  decline: async ({ razorpay_order_id }) => razorpayServer().bank.pay(razorpay_order_id, { outcome: 'failed' }),
  refundCount: async ({ razorpay_order_id }) => {
    const { bank } = razorpayServer()
    return bank.paymentsOf(razorpay_order_id).flatMap(({ id }) => bank.refundsOf(id)).length
  },
  payAmount: async ({ razorpay_order_id }, _, amount) => razorpayServer().bank.pay(razorpay_order_id, { amount }),
  pay: async ({ razorpay_order_id }) => razorpayServer().bank.pay(razorpay_order_id, { outcome: 'captured' }),
  start: () => startAppWithProvider()
}
