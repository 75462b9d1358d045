import { call } from '#client/http/api.ts'
import * as contract from '#contract/bookings/create-booking.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import type { Order } from '#contract/payments/orders.ts'
import { HAS_HOLDS } from '#domain/backend.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { PATHS } from '#domain/routes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { toast, toastAfterNavigation } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { onRefusal } from '#stores/kit/requests.ts'
import { type PaymentOutcome, payOrder } from '#stores/payment/pay-order.ts'
import { storeIfUnconfirmed } from '#stores/payment/payment-notices.ts'
import { rideText, scooterName, windowOf } from './booking-facts.ts'
import { refreshAfter } from './my-bookings.ts'

// Loaded on demand, because most riders have no payment to complete.

/**
 * Pays the order of a booking or extension. Returns false if an error is already shown, so that a failed reload is not
 * reported as well.
 */
export async function pay(order: Order, booking: Booking, shownPrice?: number): Promise<boolean> {
  const applyOutcome = (outcome: PaymentOutcome) => {
    storeIfUnconfirmed(booking, outcome)
    return outcome !== 'refused' && outcome !== 'unverified'
  }
  const outcome = await payOrder(order, {
    description: paymentsText.checkoutDescription(scooterName(booking), rideText(booking, currentTime())),
    // The list has been reloaded before.
    onLateOutcome: late => void refreshAfter(applyOutcome(late)),
    supportPhone: booking.support_phone,
    ...(shownPrice !== undefined && { shownPrice }),
    ...(booking.kind === 'extension' && { showSuccess: announceExtension(booking.end_time) })
  })
  return applyOutcome(outcome)
}

/** Tells the new end of the ride instead of the usual success message. */
const announceExtension =
  (endTime: string): typeof toast =>
  (kind, message) => {
    const until = timeOrWeekdayText(parseInstant(endTime), currentTime())
    toast(kind, kind === 'success' ? manageRideText.extendedUntil(until) : message)
  }

/** Reopens the order of an unpaid booking. Returns false if an error is already shown. */
export async function resumePayment(booking: Booking): Promise<boolean> {
  if (!HAS_HOLDS) return bookAgain(booking, paymentsText.bookAgainToPay)
  const request = call(contract.resumePayment, { params: { id: booking.id } })
  const order = await onRefusal(request, ['hold_expired'], () => null)
  if (order) return pay(order, booking)
  if (booking.kind !== 'extension') return bookAgain(booking, paymentsText.holdExpired)
  toast('info', rideCardText.extensionExpired)
  return true
}

/** Reopening an order is not possible, so the rider has to create a new one. Only our own backend can reopen orders. */
function bookAgain(booking: Booking, sentence: string): false {
  const { scooter } = booking
  toastAfterNavigation('info', sentence)
  location.assign(scooter?.id ? bookAgainPath(scooter.id, windowOf(booking), currentTime()) : PATHS.home)
  return false
}
