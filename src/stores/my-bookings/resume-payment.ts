import { goTo } from '#client/device/navigation.ts'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/bookings/create-booking.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookAgainPath } from '#domain/bookings/book-again.ts'
import { PATHS } from '#domain/routes.ts'
import { extensionExpired } from '#messages/my-bookings/unpaid-extension.ts'
import { checkoutDescription } from '#messages/payments/checkout.ts'
import { bookAgainToPay } from '#messages/payments/payment-responses.ts'
import { holdExpired } from '#messages/payments/payments.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { HAS_HOLDS } from '#stores/kit/backend-features.ts'
import { onRefusal } from '#stores/kit/on-refusal.ts'
import { payOrder } from '#stores/payment/pay-order.ts'
import { windowOf } from './booking-details.ts'
import { announceExtension } from './manage-ride/announce-extension.ts'
import { applyLateOutcome, applyOutcome } from './payment-outcome.ts'

// Loaded on demand, because most riders have no payment to complete.

/**
 * Reopens the order of an unpaid booking. Returns false if an error is already shown, so that a failed reload is not
 * reported as well.
 */
export async function resumePayment(booking: Booking, scooter: string, when: string): Promise<boolean> {
  if (!HAS_HOLDS) return bookAgain(booking, bookAgainToPay)
  const request = call(contract.resumePayment, { params: { id: booking.id } })
  const order = await onRefusal(request, ['hold_expired'], () => null)
  const isExtension = booking.kind === 'extension'
  if (!order && isExtension) {
    toast('info', extensionExpired)
    return true
  }
  if (!order) return bookAgain(booking, holdExpired)
  const outcome = await payOrder(order, {
    description: checkoutDescription(scooter, when),
    onLateOutcome: applyLateOutcome(booking),
    supportPhone: booking.support_phone,
    ...(isExtension && { showSuccess: announceExtension(booking.end_time) })
  })
  return applyOutcome(booking, outcome)
}

/** Reopening an order is not possible, so the rider has to create a new one. Only our own backend can reopen orders. */
function bookAgain(booking: Booking, sentence: string): false {
  const { scooter } = booking
  toastAfterNavigation('info', sentence)
  goTo(scooter?.id ? bookAgainPath(scooter.id, windowOf(booking), new Date()) : PATHS.home)
  return false
}
