import type { Bank } from './bank/bank.ts'
import type { Call, ProviderRequest } from './faults.ts'

// Maps each API request to a call, and each call to its effect on the bank.

const ROUTES: Record<Call, string> = {
  capture: 'POST /v1/payments/{id}/capture',
  createOrder: 'POST /v1/orders',
  fetchOrder: 'GET /v1/orders/{id}',
  fetchPayment: 'GET /v1/payments/{id}',
  fetchRefund: 'GET /v1/refunds/{id}',
  orderPayments: 'GET /v1/orders/{id}/payments',
  ordersByReceipt: 'GET /v1/orders',
  paymentRefunds: 'GET /v1/payments/{id}/refunds',
  refund: 'POST /v1/payments/{id}/refund',
  settlementRecon: 'GET /v1/settlements/recon/combined'
}

const PATTERNS = Object.entries(ROUTES).map(([call, route]) => ({
  call: call as Call,
  pattern: new RegExp(`^${route.replace('{id}', '([^/]+)')}$`)
}))

export interface MatchedCall {
  call: Call
  id: string
}

export function matchCall({ method, path }: ProviderRequest): MatchedCall | null {
  for (const { call, pattern } of PATTERNS) {
    const match = pattern.exec(`${method} ${path}`)
    if (match) return { call, id: decodeURIComponent(match[1] ?? '') }
  }
  return null
}

export const REFUND_KEY = 'x-refund-idempotency'

const collection = (items: readonly object[]) => ({ count: items.length, entity: 'collection', items })

/** The last ten items, unless the query sets count and skip. */
function paged<Item>(items: readonly Item[], { count = '10', skip = '0' }: ProviderRequest['query']): readonly Item[] {
  const end = items.length - Number(skip)
  return items.slice(Math.max(0, end - Number(count)), end)
}

export function answerTo(bank: Bank, { call, id }: MatchedCall, { body, headers, query }: ProviderRequest): object {
  const answers: Record<Call, () => object> = {
    capture: () => bank.handleCapture(id, body),
    createOrder: () => bank.createOrder(body),
    fetchOrder: () => bank.order(id),
    fetchPayment: () => bank.payment(id),
    fetchRefund: () => bank.refund(id),
    orderPayments: () => collection(bank.paymentsOf(id)),
    ordersByReceipt: () => collection(bank.orders(query.receipt ?? null)),
    paymentRefunds: () => collection(paged(bank.refundsOf(id), query)),
    refund: () => bank.handleRefund(id, body, headers[REFUND_KEY] ?? null),
    settlementRecon: () => collection(bank.settlementReport(query))
  }
  return structuredClone(answers[call]())
}
