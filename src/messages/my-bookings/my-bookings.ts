import { bookingReference } from '#domain/bookings/rides.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { rupeesText } from '#domain/money.ts'
import { REFUND_WORKING_DAYS } from '#domain/payments.ts'
import { hoursText } from '#domain/time/india-time.ts'
import * as commonText from '#messages/common.ts'

export const refundWorkingDays = `${REFUND_WORKING_DAYS.min} to ${REFUND_WORKING_DAYS.max} working days`
export const title = 'My Bookings'
export const subtitle = 'Manage and track your scooter bookings'
export const loading = 'Loading your bookings...'
export const loadFailed = 'Failed to load bookings'
export const emptyTitle = 'No Bookings Yet'
export const emptyText = "You haven't made any bookings. Start by booking a scooter!"
export const bookScooter = 'Book a Scooter'
export const currentAndUpcoming = 'Current & Upcoming'
/** On the card of a ride that is late. */
export const overdue = 'Overdue'
/** Read by screen readers above the rides that have ended. */
export const toReturn = 'To return'
export const pastBookings = 'Past Bookings'
export const notConfirmedTitle = 'Not confirmed'
export const bookingNotConfirmed = "We couldn't confirm this booking."
export const fullRefund = "You'll get a full refund."
export const bookingUnpaid = "This booking wasn't paid for."
export const paymentNotCompleted = "Payment wasn't completed in time."
export const cancelledByUs = 'We cancelled this booking.'
export const cancelledByRider = 'You cancelled this booking.'

/** `reason` is what an admin wrote. */
export const cancelledBecause = (reason: string | null) =>
  reason ? `We cancelled this booking: "${reason}".` : cancelledByUs
export const holdCancelledOrReplaced = 'You cancelled this booking or replaced it with another one.'
export const readyForUse = 'Ready for use'
export const scooterPin = 'Scooter PIN'
export const paidLabel = 'Paid'
/** A line for each extension: 'Extended by 1 hour · ₹90', or '… · ₹45 refunded' if a part goes back. */
export const extendedBy = ({
  amount,
  hours,
  refund
}: {
  amount: number
  hours: number
  refund?: number | null | undefined
}) => commonText.joinFacts(`Extended by ${hoursText(hours)}`, rupeesText(amount), refund && refundedAmount(refund))
export const refundedAmount = (refund: number) => `${rupeesText(refund)} refunded`
export const toPay = 'To pay'
export const opensInMaps = ', open in Maps'
export const bookAgain = 'Book again'
export const enterPin = 'Enter this PIN to unlock your scooter'
export const copyPin = 'Copy PIN'
export const pinCopied = 'PIN copied'
export const copyByHand = 'Tap the PIN to select it, then copy it'
export const paymentRequired = 'Payment Required'
export const completeToConfirm = 'Complete your payment to confirm this booking'
export const payWithin = 'Pay within'
export const confirmingPayment = 'Confirming payment'
export const confirmingText = "We're checking your payment. This page updates when it's confirmed."
export const showMore = 'Show more'
export const details = 'Details'
export const gotIt = 'Got it'
export const getHelp = 'Get help'
export const manageRide = 'Manage ride'
export const offlineNow = "You're offline."
export const manageFailed = 'Failed to open the ride'
export const completePaymentFailed = 'Failed to open the payment'

/** The accessible name of a link to book a ride again, which includes the scooter. */
export const bookScooterAgain = (scooter: string) => `${bookAgain}: ${scooter}`

/** Shown above outdated bookings. `when` is a time, with the date if it is not today. */
export const savedOffline = (when: string) => `${offlineNow} Last updated ${when}.`
export const savedUnreachable = (when: string) => `We can't load your latest bookings right now. Last updated ${when}.`
export const callSupport = (phone: string) => `Call support: +${phone}`

/** `when` is 'at 6:30 pm' or 'on Mon 15 Jun at 6:30 pm'. */
export const pinAppears = (when: string) => `Your PIN appears here ${when}.`

/** On the card of a late ride. `when` is 'at 10:24 pm' or 'on Mon 15 Jun at 10:24 pm'. */
export const pinWasChanged = (when: string) => `The PIN was changed ${when}.`

/** Beside a booking that is not confirmed: what is refunded, in rupees. */
export function refundProgressText(amount: number, isProcessed: boolean): string {
  const money = rupeesText(amount)
  return isProcessed ? `${money} was refunded.` : `${money} is being refunded to your original payment method.`
}

/** The same of what was paid at the desk. */
export const paidBackAtDesk = (amount: number, isProcessed: boolean) =>
  isProcessed ? `${rupeesText(amount)} was paid back at the desk.` : `You get ${rupeesText(amount)} back at the desk.`

/** `day`: by when, if the server names it. */
export const refundArrival = (day: string | null) =>
  day ? `It should arrive by ${day}.` : `A bank refund takes ${refundWorkingDays}.`

export const bankReferences = (references: readonly string[]) =>
  references.length === 1
    ? `Bank reference ${references[0]}: your bank can find it with this.`
    : `Bank references ${references.join(', ')}: your bank can find the refunds with these.`

/** Beside the refund of a booking that we cancelled late. */
export const alsoOwed = (rupees: number) =>
  `Because we cancelled late, we also owe you ${rupeesText(rupees)}. We pay it at the desk or by UPI.`

/** '4F2A 91BC', in groups that are easy to read out. */
export const referenceGroups = (id: string) => bookingReference(id).replace(/(....)(?=.)/g, '$1\u00A0')

export const referenceText = (id: string) => `Ref. ${referenceGroups(id)}`

export const bookingSupportRequest = (scooter: string, day: string, id: string) =>
  `Hi ${BRAND_NAME}, I need help with my booking of the scooter ${scooter} on ${day} (${referenceText(id)}).`
export const minutesToPay = (minutes: number) =>
  minutes === 1 ? 'One minute left to pay' : `${minutes} minutes left to pay`

export const ridesCount = (title: string, count: number, hasMore = false) => `${title} (${count}${hasMore ? '+' : ''})`
