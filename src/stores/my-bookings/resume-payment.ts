import { goTo } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { ApiProblem } from '#client/http/problem.ts'
import { type Booking, resumeBooking } from '#contract/bookings/bookings.ts'
import { bookAgainPath } from '#domain/booking-again.ts'
import { PATHS } from '#domain/routes.ts'
import { instantFrom } from '#domain/time.ts'
import { bookAgainToPay, checkoutDescription, holdEnded } from '#messages/booking.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { rememberUnconfirmed } from '#stores/booking/confirming.ts'
import { payOrder } from '#stores/booking/payment.ts'

// Comes when a payment is completed: most riders owe none.

/** The same order again, of what `scooter` and `when` tell; answers whether the list can be asked for without fearing the same failure. */
export async function payAgain(booking: Booking, scooter: string, when: string): Promise<boolean> {
  if (IS_EXTERNAL_BACKEND) return bookAnew(booking, bookAgainToPay)
  const order = await call(resumeBooking, { params: { id: booking.id } }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem) || error.detail !== holdEnded) throw error
    return null
  })
  if (!order) return bookAnew(booking, holdEnded)
  const description = checkoutDescription(scooter, when)
  const outcome = await payOrder(order, { description })
  if (outcome === 'confirming' || outcome === 'unverified') rememberUnconfirmed(booking.id)
  return outcome !== 'unverified'
}

/** Where an order cannot be opened again, and only our own backend ever does it, there has to be a new one. */
function bookAnew({ end_time, scooter, start_time }: Booking, sentence: string): false {
  const ride = { end: instantFrom(end_time), start: instantFrom(start_time) }
  toastAfterNavigation('info', sentence)
  goTo(scooter?.id ? bookAgainPath(scooter.id, ride) : PATHS.home)
  return false
}
