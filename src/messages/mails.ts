import { BRAND_NAME } from '#domain/brand/brand.ts'
import { PASSWORD_RESET_MINUTES } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import type { RejectReason } from '#domain/riders/licence.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import * as profileText from '#messages/account/profile.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'

// The mails and push messages to riders. A push message shows the subject and the first line.

export interface MessageText {
  subject: string
  lines: readonly string[]
  /** The label of its one button. */
  button: string
}

/** The subject, the lines below it, and the label of the button. */
export const message = (subject: string, lines: readonly string[], button = 'Open My Bookings'): MessageText => ({
  button,
  lines,
  subject
})

interface RideText {
  scooter: string
  property: string
  /** 'Sat 13 Jun, 7:00 – 10:00 pm IST' */
  when: string
}

/** `lead`: how long before the start the PIN is shown; null: it is shown. */
const pinText = (lead: number | null) =>
  lead === null
    ? 'Your PIN is in My Bookings.'
    : `Your PIN appears in My Bookings ${minutesText(lead)} before the start.`

interface BookedText extends RideText {
  /** Until when a cancellation is free, such as '6:00 pm IST'; null if it no longer is. */
  freeUntil: string | null
  /** How long before the start the PIN is shown; null: from the payment on. */
  pinLeadMinutes: number | null
}

export function booked({ freeUntil, pinLeadMinutes, property, scooter, when }: BookedText) {
  const pin = pinText(pinLeadMinutes)
  return message(`Your scooter is booked: ${when}`, [
    `${scooter} at ${property} is booked for you. ${pin}`,
    freeUntil === null ? '' : `You can cancel for free until ${freeUntil}.`
  ])
}

/** `until` is a time such as '8:00 pm IST', `amount` whole rupees. */
export const extended = ({ amount, scooter, until }: { amount: number; scooter: string; until: string }) =>
  message(`Extended until ${until}`, [
    `You paid ${rupeesText(amount)} more. Your PIN stays the same.`,
    `Please return ${scooter} by then.`
  ])

export const bookingLine = (when: string) => `Booking: ${when}`

const WHY_PAYMENT_LOST: Readonly<Record<string, string>> = {
  cancelled: `Your payment came after this booking was cancelled. ${myBookingsText.fullRefund}`,
  extra_payment: 'Your payment came after this booking was paid or cancelled. It will be refunded in full.',
  own_ride: `${myBookingsText.bookingNotConfirmed} You already have another ride at this time. ${myBookingsText.fullRefund}`,
  slot_lost: `${myBookingsText.bookingNotConfirmed} The scooter was taken before your payment arrived. ${myBookingsText.fullRefund}`
}

/** `amount` is rupees, `reason` that of the refund (domain/payments.ts). */
export function paymentLost({ amount, reason, when }: { amount: number; reason: string; when: string }) {
  const why = WHY_PAYMENT_LOST[reason] ?? `This payment didn't match your booking. ${myBookingsText.fullRefund}`
  return message(`Your ${rupeesText(amount)} is being refunded`, [
    `${why} ${manageRideText.refundMethod}`,
    bookingLine(when)
  ])
}

interface HoldLapsingText {
  /** Until when the ride is to be extended; null if the hold is that of a ride. */
  extensionEnd: string | null
  minutes: number
  scooter: string
  /** '7:15 pm IST' */
  until: string
}

export function holdLapsing({ extensionEnd, minutes, scooter, until }: HoldLapsingText) {
  const held = extensionEnd === null ? scooter : 'this time'
  const hold = `We hold ${held} for you until ${until}. After that, other riders can book it.`
  return message(
    `${minutesText(minutes)} left to pay`,
    extensionEnd === null
      ? [hold]
      : [`${rideCardText.completeToExtend}.`, `${rideCardText.extensionUntil(extensionEnd)}. ${hold}`],
    paymentsText.completePaymentLabel
  )
}

interface StartsSoonText {
  /** Null if the PIN is shown already. */
  pinLeadMinutes: number | null
  /** The parking note, or the property's name. */
  location: string
  scooter: string
  /** '7:00 pm IST' */
  time: string
}

export const startsSoon = ({ pinLeadMinutes, location, scooter, time }: StartsSoonText) =>
  message(
    `Your ride starts at ${time}`,
    [`Find ${scooter} here: ${location}`, pinText(pinLeadMinutes)],
    pinLeadMinutes === null ? 'See your PIN' : undefined
  )

export function endsSoon({ canExtend, time }: { canExtend: boolean; time: string }) {
  const next = canExtend ? 'You can extend your ride in My Bookings.' : "Your ride can't be extended any further."
  return message(`Your ride ends at ${time}`, [`Please return the scooter to where you picked it up. ${next}`])
}

interface LateText {
  /** '8:00 pm IST' */
  end: string
  scooter: string
}

export const overdue = ({ end, scooter }: LateText) =>
  message(`Please return ${scooter}`, [`Your ride ended at ${end}. Then press "${rideCardText.returnAction}".`])

export const notReady = ({ scooter, time }: { scooter: string; time: string }) =>
  message(`${scooter} may not be ready at ${time}`, ['Take another scooter or get all your money back.'])

interface CancelledText extends RideText {
  /** Rupees. */
  refund: number
  paid: number
  isByRider: boolean
  isPaidAtDesk: boolean
  /** Rupees that we owe because we cancelled it late. */
  owed: number | null
  /** Why we cancelled it. */
  reason: string | null
}

export function cancelled(booking: CancelledText) {
  const { isByRider, isPaidAtDesk, owed, paid, property, reason, refund, scooter, when } = booking
  const money =
    refund === 0
      ? commonText.noRefund
      : `${rupeesText(refund)} of ${rupeesText(paid)} will be refunded. ${manageRideText.refundMethodOf(isPaidAtDesk ? 'all' : null)}`
  return message('Your booking was cancelled', [
    isByRider ? money : `${myBookingsText.cancelledBecause(reason)} ${money}`,
    ...(owed ? [myBookingsText.alsoOwed(owed)] : []),
    `${scooter} at ${property}: ${when}`
  ])
}

interface RefundedText {
  amount: number
  isPaidAtDesk: boolean
  /** The bank has not given the reference yet. */
  isReferenceAwaited: boolean
  /** Null also if the money came by other means. */
  reference: string | null
  when: string
}

export function refunded({ amount, isPaidAtDesk, isReferenceAwaited, reference, when }: RefundedText) {
  const later = isReferenceAwaited ? ['Its bank reference will stand in My Bookings.'] : []
  const finding = reference === null ? later : [myBookingsText.bankReferences([reference])]
  return message(`${rupeesText(amount)} was refunded`, [
    isPaidAtDesk
      ? myBookingsText.paidBackAtDesk(amount, true)
      : ['Your bank may take some days to show it.', ...finding].join(' '),
    bookingLine(when)
  ])
}

/** `before` is the scooter that the ride had. */
export const moved = ({ before, scooter, when }: { before: string; scooter: string; when: string }) =>
  message(`Your scooter is now ${scooter}`, [
    `It replaces ${before}. Price and times stay the same.`,
    `Its PIN is in My Bookings. ${bookingLine(when)}`
  ])

/** Never says the number. */
export const pinChanged = ({ scooter, when }: Pick<RideText, 'scooter' | 'when'>) =>
  message("Your scooter's PIN has changed", ['See the new PIN in My Bookings.', `${scooter}: ${when}`])

/** To a rider who is late. Offers no PIN, so that the scooter comes back. */
export const pinChangedLate = ({ end, scooter }: LateText) =>
  message(`The PIN of ${scooter} has changed`, [
    `Your ride ended at ${end}. Please bring the scooter back, or call us.`
  ])

export const licenceApproved = () =>
  message('Your licence is approved', ['You can book scooters now.'], 'Book a scooter')

export const licenceRejected = (reason: RejectReason) =>
  message(profileText.licenceNotAccepted, [profileText.REJECTED_BECAUSE[reason]], bookingBlocksText.openProfile)

export const suspended = () =>
  message('Your account is suspended', ['Bookings that have not started are cancelled and refunded in full.'])

export const restored = () => message('You can book again', ['Your account is no longer suspended.'], 'Book a scooter')

export const emailChanged = () =>
  message(
    'Your email was changed',
    [
      `The email of your ${BRAND_NAME} account was changed. This is our last message to this address.`,
      "If this wasn't you, contact support now. Somebody else may be using your account."
    ],
    `Open ${BRAND_NAME}`
  )

export const confirmEmail = () =>
  message(confirmEmailText.title, ['Press the button, so that we know our messages reach you.'], 'Confirm')

export const passwordReset = () =>
  message(
    `A new password for ${BRAND_NAME}`,
    [
      `This link works once and expires in ${minutesText(PASSWORD_RESET_MINUTES)}.`,
      "If you didn't ask for it, ignore this email. Your password stays the same."
    ],
    'Choose a new password'
  )

/** Below each mail. `property` is null if the message is about none. */
export const footer = (property: string | null) => (property ? `${BRAND_NAME} at ${property}` : BRAND_NAME)
export const contactSupport = 'Questions? Contact support on WhatsApp'
export const noReply = "Please don't reply. We can't read replies to this email."
