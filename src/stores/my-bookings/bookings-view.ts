import type { Booking } from '#contract/bookings/my-bookings.ts'
import { isUnconfirmed } from '#stores/payment/unconfirmed-payments.ts'
import { type BookingSections, hasNotice, sectionsOf } from './booking-sections.ts'
import { unpaidExtensionOf } from './manage-ride/unpaid-extension.ts'

interface BookingsView extends BookingSections {
  /** True unless all bookings came to nothing. */
  hasRides: boolean
  /** Unconfirmed payments, then bookings that were cancelled or could not be confirmed. */
  notices: Booking[]
}

/** What My Bookings shows at `now`. A booking whose payment is unconfirmed has a notice instead of a card. */
export function bookingsView(bookings: readonly Booking[], unconfirmedIds: readonly string[], now: Date): BookingsView {
  const { current, not_completed, past } = sectionsOf(bookings, now)
  const hasUnconfirmedPayment = (booking: Booking) => isUnconfirmed(booking, unconfirmedIds)
  const extensions = bookings.flatMap(booking => unpaidExtensionOf(booking) ?? [])
  const unconfirmed = [...current, ...extensions].filter(hasUnconfirmedPayment)
  return {
    current: current.filter(booking => !hasUnconfirmedPayment(booking)),
    hasRides: current.length + past.length > 0,
    notices: [...unconfirmed, ...not_completed.filter(booking => hasNotice(booking, now))],
    not_completed,
    past
  }
}
