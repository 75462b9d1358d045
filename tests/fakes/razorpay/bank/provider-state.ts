import type { CapturePeriods } from '#tests/fakes/razorpay/checks.ts'
import { type EventName, eventOf, type Subjects } from '#tests/fakes/razorpay/events.ts'
import { Refusal } from '#tests/fakes/razorpay/refusal.ts'
import type { Webhooks } from '#tests/fakes/razorpay/webhooks.ts'
import type { Dispute, Order, Payment, Refund } from './entities.ts'
import type { Settled } from './settlements.ts'

const MINUTE_MS = 60_000

/** The provider's data and its clock. */
export class ProviderState {
  readonly disputes = new Map<string, Dispute>()
  readonly orders = new Map<string, Order>()
  readonly payments = new Map<string, Payment>()
  /** Capture periods by order id. */
  readonly periods = new Map<string, CapturePeriods>()
  readonly refunds = new Map<string, Refund>()
  /** By the day of the report. */
  readonly settled = new Map<string, readonly Settled[]>()
  readonly #webhooks: Webhooks
  #passed_ms = 0

  constructor(webhooks: Webhooks) {
    this.#webhooks = webhooks
  }

  now(): number {
    return Math.floor((Date.now() + this.#passed_ms) / 1000)
  }

  pass(minutes: number): void {
    this.#passed_ms += minutes * MINUTE_MS
  }

  order(id: string): Order {
    return requireEntity(this.orders.get(id))
  }

  payment(id: string): Payment {
    return requireEntity(this.payments.get(id))
  }

  dispute(id: string): Dispute {
    return requireEntity(this.disputes.get(id))
  }

  refund(id: string): Refund {
    return requireEntity(this.refunds.get(id))
  }

  paymentsOf(order_id: string): Payment[] {
    return [...this.payments.values()].filter(payment => payment.order_id === order_id)
  }

  refundsOf(payment_id: string): Refund[] {
    return [...this.refunds.values()].filter(refund => refund.payment_id === payment_id)
  }

  emit(event: EventName, subjects: Subjects): void {
    this.#webhooks.add(eventOf(event, subjects, this.now()))
  }
}

function requireEntity<Entity>(entity: Entity | undefined): Entity {
  if (entity) return entity
  throw new Refusal('The id provided does not exist')
}
