import type { PaymentOutcome } from '#stores/payment/pay-order.ts'
import { storeIfUnconfirmed } from '#stores/payment/unconfirmed-payments.ts'
import { refreshAfter } from './my-bookings.ts'

/** Stores a payment that is not confirmed yet. Returns false if an error is already shown. */
export function applyOutcome(bookingId: string, outcome: PaymentOutcome): boolean {
  storeIfUnconfirmed(bookingId, outcome)
  return outcome !== 'unverified'
}

/** The same for a payment that is approved after its dialog was dismissed: the list has been reloaded before. */
export function applyLateOutcome(bookingId: string): (outcome: PaymentOutcome) => void {
  return outcome => void refreshAfter(applyOutcome(bookingId, outcome))
}
