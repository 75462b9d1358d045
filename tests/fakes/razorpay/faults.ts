import { isFields } from './checks.ts'

// Faults of the provider's calls, and a record of the requests.

export const CALLS = [
  'createOrder',
  'ordersByReceipt',
  'fetchOrder',
  'orderPayments',
  'fetchPayment',
  'capture',
  'refund',
  'paymentRefunds',
  'fetchRefund',
  'settlementRecon'
] as const

export type Call = (typeof CALLS)[number]

const WRONG_ANSWERS = ['wrong_amount', 'wrong_currency', 'wrong_order'] as const
type WrongAnswer = (typeof WRONG_ANSWERS)[number]

/** Faults that replace the response before the request is executed. A slow response waits until it is released. */
const BROKEN = ['busy', 'error', 'malformed', 'html', 'reset', 'slow', 'unexpected', 'timeout'] as const

/** All faults. 'lost' executes the request but sends no response. */
export const FAULTS = [...BROKEN, ...WRONG_ANSWERS, 'lost'] as const
export type Fault = (typeof FAULTS)[number]

export interface ProviderRequest {
  body: unknown
  headers: Record<string, string>
  method: string
  path: string
  query: Record<string, string>
}

export class Faults {
  readonly #requests = new Map<Call, ProviderRequest[]>()
  #failing: { call: Call; fault: Fault; times: number }[] = []
  readonly #slow: (() => void)[] = []

  /** Injects a fault, for the next `times` requests if given. After that, earlier faults apply again. */
  fail(call: Call, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#failing.push({ call, fault, times })
  }

  /** Removes all faults; slow requests keep waiting until `release`. */
  clear(): void {
    this.#failing = []
  }

  requestsOf(call: Call): readonly ProviderRequest[] {
    return this.#requests.get(call) ?? []
  }

  isWaitedFor(): boolean {
    return this.#slow.length > 0
  }

  release(): void {
    for (const resume of this.#slow.splice(0)) resume()
  }

  released(): Promise<void> {
    return new Promise(resolve => this.#slow.push(resolve))
  }

  /** Records the request and returns its fault, if any. */
  record(call: Call, request: ProviderRequest): Fault | null {
    this.#requests.set(call, [...this.requestsOf(call), request])
    const next = this.#failing.findLast(failing => failing.call === call && failing.times > 0)
    if (!next) return null
    next.times -= 1
    return next.fault
  }
}

const WRONG = { wrong_amount: 'amount', wrong_currency: 'currency', wrong_order: 'order_id' } as const

/** The same response with one wrong field: in an order its own id, in a list every item. */
export function corruptAnswer(answer: unknown, fault: Fault | null): unknown {
  if (!isWrongAnswer(fault) || !isFields(answer)) return answer
  if (Array.isArray(answer.items)) return { ...answer, items: answer.items.map(item => corruptAnswer(item, fault)) }
  if (fault === 'wrong_order')
    return { ...answer, [answer.entity === 'order' ? 'id' : WRONG[fault]]: 'order_OfSomebodyElse' }
  return { ...answer, [WRONG[fault]]: fault === 'wrong_amount' ? Number(answer.amount) - 1 : 'USD' }
}

const isWrongAnswer = (fault: Fault | null): fault is WrongAnswer =>
  WRONG_ANSWERS.some(wrongAnswer => wrongAnswer === fault)
