import { expect } from 'vitest'
import { bank, storedRefunds } from '#tests/model/harness/harness.ts'
import { isBlockedByDispute, paymentsOf } from './payments.ts'
import type { Ride } from './ride.ts'

export class RefundChecks {
  /** Refunds that were made in the provider's dashboard. */
  readonly fromDashboard = new Set<string>()
  /** Payments that are not refunded while they are disputed. */
  #blockedByDispute = new Set<string>()
  readonly #refunds = new Set<string>()

  /** A disputed payment is not refunded, and a pending refund is not reviewed. */
  check(rides: readonly Ride[]): void {
    const payments = rides.flatMap(paymentsOf).filter(({ captured }) => captured)
    const blocked = new Set(payments.map(({ id }) => id).filter(isBlockedByDispute))
    for (const { id, payment_id } of payments.flatMap(payment => bank().refundsOf(payment.id))) {
      const isOurs = !this.#refunds.has(id) && !this.fromDashboard.has(id)
      this.#refunds.add(id)
      const wasBlocked = this.#blockedByDispute.has(payment_id) && blocked.has(payment_id)
      if (isOurs) expect(wasBlocked, 'a disputed payment is refunded').toBe(false)
    }
    this.#blockedByDispute = blocked
    for (const { refund_id, status } of storedRefunds()) {
      if (status !== 'review' || refund_id === null) continue
      expect(bank().refund(refund_id).status, 'a pending refund is in review').not.toBe('pending')
    }
  }
}
