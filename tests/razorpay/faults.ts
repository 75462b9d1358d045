import { isFields } from './checks.ts'

// What can go wrong with a call, and what was asked.

export const CALLS = [
  'createOrder',
  'ordersByReceipt',
  'fetchOrder',
  'orderPayments',
  'fetchPayment',
  'capture',
  'refund',
  'paymentRefunds',
  'fetchRefund'
] as const

export type Call = (typeof CALLS)[number]

const LIES = ['wrong_amount', 'wrong_currency', 'wrong_order'] as const
type Lie = (typeof LIES)[number]

/** Before a request is done: no answer at all, or another one. A slow one waits until it is released. */
const BROKEN = ['busy', 'error', 'garbled', 'html', 'reset', 'slow', 'strange', 'timeout'] as const

/** All faults there are; 'lost' does what it is asked for and tells nobody. */
export const FAULTS = [...BROKEN, ...LIES, 'lost'] as const
export type Fault = (typeof FAULTS)[number]

export interface Asked {
  body: unknown
  headers: Record<string, string>
  method: string
  path: string
  query: Record<string, string>
}

export class Faults {
  readonly #asked = new Map<Call, Asked[]>()
  #failing: { call: Call; fault: Fault; times: number }[] = []
  readonly #slow: (() => void)[] = []

  /** From now on, or so many times and then as before. */
  fail(call: Call, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#failing.push({ call, fault, times })
  }

  /** Everything goes well again; who waits, goes on waiting until `release`. */
  mend(): void {
    this.#failing = []
  }

  asked(call: Call): readonly Asked[] {
    return this.#asked.get(call) ?? []
  }

  isWaitedFor(): boolean {
    return this.#slow.length > 0
  }

  release(): void {
    for (const go of this.#slow.splice(0)) go()
  }

  released(): Promise<void> {
    return new Promise(resolve => this.#slow.push(resolve))
  }

  /** Remembers the asking, and tells what goes wrong with it. */
  meet(call: Call, asked: Asked): Fault | null {
    this.#asked.set(call, [...this.asked(call), asked])
    const next = this.#failing.findLast(failing => failing.call === call && failing.times > 0)
    if (!next) return null
    next.times -= 1
    return next.fault
  }
}

const WRONG = { wrong_amount: 'amount', wrong_currency: 'currency', wrong_order: 'order_id' } as const

/** The same answer with one thing wrong: of an order its own id, of a list in every item. */
export function lieAbout(answer: unknown, fault: Fault | null): unknown {
  if (!isLie(fault) || !isFields(answer)) return answer
  if (Array.isArray(answer.items)) return { ...answer, items: answer.items.map(item => lieAbout(item, fault)) }
  if (fault === 'wrong_order')
    return { ...answer, [answer.entity === 'order' ? 'id' : WRONG[fault]]: 'order_OfSomebodyElse' }
  return { ...answer, [WRONG[fault]]: fault === 'wrong_amount' ? Number(answer.amount) - 1 : 'USD' }
}

const isLie = (fault: Fault | null): fault is Lie => LIES.some(lie => lie === fault)
