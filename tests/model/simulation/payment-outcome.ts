import { expect } from 'vitest'
import type { StoredRefund } from '#tests/helpers/data/stored-rows.ts'
import { storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'

/** The result of a payment: a ride, a refund, or a review by an admin. */
export type PaymentOutcome = 'refunded' | 'review' | 'ride' | null

/** The refund that the payment's result requires. Any other refund was made in the dashboard. */
const isDemanded = ({ id, payment_id }: StoredRefund) => id === payment_id

export function currentOutcome(payment_id: string): PaymentOutcome {
  const refunds = storedRefunds().filter(stored => stored.payment_id === payment_id)
  const demanded = refunds.find(isDemanded)
  const ride = storedBookings().find(stored => stored.payment_id === payment_id && stored.state === 'confirmed')
  expect([demanded, ride].filter(Boolean).length, 'a payment is both a ride and refunded').toBeLessThanOrEqual(1)
  if (ride) return 'ride'
  if (demanded) return demanded.status === 'review' ? 'review' : 'refunded'
  return refunds.length > 0 ? 'refunded' : null
}
