import type { PaymentOutcome } from '#stores/payment/pay-order.ts'
import { type PaidBooking, storeIfUnconfirmed } from '#stores/payment/unconfirmed-payments.ts'
import { refreshAfter } from './my-bookings.ts'

/** Stores a payment that is not confirmed yet. Returns false if an error is already shown. */
export function applyOutcome(booking: PaidBooking, outcome: PaymentOutcome): boolean {
  storeIfUnconfirmed(booking, outcome)
  return outcome !== 'refused' && outcome !== 'unverified'
}

/** The same for a payment that is approved after its dialog was dismissed: the list has been reloaded before. */
export function applyLateOutcome(booking: PaidBooking): (outcome: PaymentOutcome) => void {
  return outcome => void refreshAfter(applyOutcome(booking, outcome))
}
