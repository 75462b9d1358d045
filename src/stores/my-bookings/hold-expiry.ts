import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { extensionExpired } from '#messages/my-bookings/unpaid-extension.ts'
import { holdExpired } from '#messages/payments/payments.ts'
import { toast } from '#stores/app/toasts.ts'
import { $unconfirmedIds } from '#stores/payment/unconfirmed-payments.ts'
import { holdRemainingMs } from './booking-details.ts'
import { $bookings, $payingBookingId } from './bookings-state.ts'

let expiryTimer: ReturnType<typeof setTimeout> | undefined

/** Announces the next hold that expires while the page is open. */
export function scheduleHoldExpiry(bookings: readonly Booking[], refresh: () => Promise<void>): void {
  clearTimeout(expiryTimer)
  const now = new Date()
  const holds = bookings.filter(booking => displayStatus(booking, now) === 'Payment Pending' && booking.expires_at)
  const [next] = holds.sort((one, other) => holdRemainingMs(one, now) - holdRemainingMs(other, now))
  if (next) expiryTimer = setTimeout(() => void onHoldExpired(next, refresh), holdRemainingMs(next, now))
}

/** No announcement if the payment of the hold is being made, was unconfirmed or has succeeded. */
async function onHoldExpired(hold: Booking, refresh: () => Promise<void>): Promise<void> {
  const wasUnconfirmed = $unconfirmedIds.get().includes(hold.id)
  await refresh()
  const bookings = $bookings.get()
  // It may have moved to a later page.
  const expired = Array.isArray(bookings) && (findHold(hold, bookings as Booking[]) ?? hold)
  if (!expired || wasUnconfirmed || $payingBookingId.get() !== null) return
  if (displayStatus(expired, new Date()) === 'Failed')
    toast('info', hold.kind === 'extension' ? extensionExpired : holdExpired)
}

/** A paid extension has become a part of its ride, which then ends with it. */
function findHold(hold: Booking, bookings: readonly Booking[]): Booking | undefined {
  return hold.kind === 'extension'
    ? bookings.find(({ end_time, payment_status }) => payment_status === 'Completed' && end_time === hold.end_time)
    : bookings.find(({ id }) => id === hold.id)
}

export function stopHoldExpiry(): void {
  clearTimeout(expiryTimer)
}
