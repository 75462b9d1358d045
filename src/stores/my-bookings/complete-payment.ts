import { goTo } from '#client/device/navigation.ts'
import { isOfflineShell } from '#client/device/network.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { MY_BOOKINGS_NETWORK_ONLY } from '#domain/routes.ts'
import { completePaymentFailed } from '#messages/my-bookings/my-bookings.ts'
import { showFailures } from '#stores/kit/errors.ts'
import { $payingBookingId } from './bookings-state.ts'
import { refreshAfter } from './my-bookings.ts'

const loadResumePayment = () => import('./resume-payment.ts')

/**
 * 'Complete Payment': reopens the order while the hold is valid. After that, it starts a new booking with the same
 * choices.
 */
export async function completePayment(booking: Booking): Promise<void> {
  if ($payingBookingId.get() !== null) return
  if (isOfflineShell()) return goTo(MY_BOOKINGS_NETWORK_ONLY)
  $payingBookingId.set(booking.id)
  const succeeded = await showFailures(completePaymentFailed, async () => {
    const { resumePayment } = await loadResumePayment()
    return resumePayment(booking)
  })
  $payingBookingId.set(null)
  await refreshAfter(Boolean(succeeded))
}
