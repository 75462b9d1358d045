import { BRAND_NAME } from '#domain/brand/brand.ts'
import { PASSWORD_RESET_MINUTES } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import type { RejectReason } from '#domain/riders/licence.ts'
import { minutesText } from '#domain/time/time-texts.ts'
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

const OPEN_BOOKINGS = 'Open My Bookings'

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

export function booked({ freeUntil, pinLeadMinutes, property, scooter, when }: BookedText): MessageText {
  const pin = pinText(pinLeadMinutes)
  return {
    button: OPEN_BOOKINGS,
    lines: [
      `${scooter} at ${property} is booked for you. ${pin}`,
      freeUntil === null ? '' : `You can cancel for free until ${freeUntil}.`
    ],
    subject: `Your scooter is booked: ${when}`
  }
}

/** `until` is a time such as '8:00 pm IST', `amount` whole rupees. */
export function extended({ amount, scooter, until }: { amount: number; scooter: string; until: string }): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: [`You paid ${rupeesText(amount)} more. Your PIN stays the same.`, `Please return ${scooter} by then.`],
    subject: `Extended until ${until}`
  }
}

export const bookingLine = (when: string) => `Booking: ${when}`
const WHY_PAYMENT_LOST: Readonly<Record<string, string>> = {
  cancelled: `Your payment came after this booking was cancelled. ${myBookingsText.fullRefund}`,
  extra_payment: 'Your payment came after this booking was paid or cancelled. It will be refunded in full.',
  own_ride: `${myBookingsText.bookingNotConfirmed} You already have another ride at this time. ${myBookingsText.fullRefund}`,
  slot_lost: `${myBookingsText.bookingNotConfirmed} The scooter was taken before your payment arrived. ${myBookingsText.fullRefund}`
}

/** `amount` is rupees, `reason` that of the refund (domain/payments/statuses.ts). */
export function paymentLost({ amount, reason, when }: { amount: number; reason: string; when: string }): MessageText {
  const why = WHY_PAYMENT_LOST[reason] ?? `This payment didn't match your booking. ${myBookingsText.fullRefund}`
  return {
    button: OPEN_BOOKINGS,
    lines: [`${why} ${manageRideText.refundMethod}`, bookingLine(when)],
    subject: `Your ${rupeesText(amount)} is being refunded`
  }
}

interface HoldLapsingText {
  /** Until when the ride is to be extended; null if the hold is that of a ride. */
  extensionEnd: string | null
  minutes: number
  scooter: string
  /** '7:15 pm IST' */
  until: string
}

export function holdLapsing({ extensionEnd, minutes, scooter, until }: HoldLapsingText): MessageText {
  const held = extensionEnd === null ? scooter : 'this time'
  const hold = `We hold ${held} for you until ${until}. After that, other riders can book it.`
  return {
    button: paymentsText.completePaymentLabel,
    lines:
      extensionEnd === null
        ? [hold]
        : [`${rideCardText.completeToExtend}.`, `${rideCardText.extensionUntil(extensionEnd)}. ${hold}`],
    subject: `${minutesText(minutes)} left to pay`
  }
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

export function startsSoon({ pinLeadMinutes, location, scooter, time }: StartsSoonText): MessageText {
  return {
    button: pinLeadMinutes === null ? 'See your PIN' : OPEN_BOOKINGS,
    lines: [`Find ${scooter} here: ${location}`, pinText(pinLeadMinutes)],
    subject: `Your ride starts at ${time}`
  }
}

export function endsSoon({ canExtend, time }: { canExtend: boolean; time: string }): MessageText {
  const next = canExtend ? 'You can extend your ride in My Bookings.' : "Your ride can't be extended any further."
  return {
    button: OPEN_BOOKINGS,
    lines: [`Please return the scooter to where you picked it up. ${next}`],
    subject: `Your ride ends at ${time}`
  }
}

interface LateText {
  /** '8:00 pm IST' */
  end: string
  scooter: string
}

export function overdue({ end, scooter }: LateText): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: [`Your ride ended at ${end}. Then press "${rideCardText.returnAction}".`],
    subject: `Please return ${scooter}`
  }
}

export function notReady({ scooter, time }: { scooter: string; time: string }): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: ['Take another scooter or get all your money back.'],
    subject: `${scooter} may not be ready at ${time}`
  }
}

interface CancelledText extends RideText {
  /** Rupees. */
  refund: number
  paid: number
  isByRider: boolean
  /** Rupees that we owe because we cancelled it late. */
  owed: number | null
  /** Why we cancelled it. */
  reason: string | null
}

export function cancelled(booking: CancelledText): MessageText {
  const { isByRider, owed, paid, property, reason, refund, scooter, when } = booking
  const money =
    refund === 0
      ? commonText.noRefund
      : `${rupeesText(refund)} of ${rupeesText(paid)} will be refunded. ${manageRideText.refundMethod}`
  return {
    button: OPEN_BOOKINGS,
    lines: [
      isByRider ? money : `${myBookingsText.cancelledBecause(reason)} ${money}`,
      ...(owed ? [myBookingsText.alsoOwed(owed)] : []),
      `${scooter} at ${property}: ${when}`
    ],
    subject: 'Your booking was cancelled'
  }
}

export function refunded({ amount, when }: { amount: number; when: string }): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: ['Your bank may take some days to show it.', bookingLine(when)],
    subject: `${rupeesText(amount)} was refunded`
  }
}

/** `before` is the scooter that the ride had. */
export function moved({ before, scooter, when }: { before: string; scooter: string; when: string }): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: [`It replaces ${before}. Price and times stay the same.`, `Its PIN is in My Bookings. ${bookingLine(when)}`],
    subject: `Your scooter is now ${scooter}`
  }
}

/** Never says the number. */
export function pinChanged({ scooter, when }: Pick<RideText, 'scooter' | 'when'>): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: ['See the new PIN in My Bookings.', `${scooter}: ${when}`],
    subject: "Your scooter's PIN has changed"
  }
}

/** To a rider who is late. Offers no PIN, so that the scooter comes back. */
export function pinChangedLate({ end, scooter }: LateText): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: [`Your ride ended at ${end}. Please bring the scooter back, or call us.`],
    subject: `The PIN of ${scooter} has changed`
  }
}

export function licenceApproved(): MessageText {
  return { button: 'Book a scooter', lines: ['You can book scooters now.'], subject: 'Your licence is approved' }
}

export function licenceRejected(reason: RejectReason): MessageText {
  return {
    button: bookingBlocksText.openProfile,
    lines: [profileText.REJECTED_BECAUSE[reason]],
    subject: profileText.licenceNotAccepted
  }
}

export function suspended(): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: ['Bookings that have not started are cancelled and refunded in full.'],
    subject: 'Your account is suspended'
  }
}

export function restored(): MessageText {
  return { button: 'Book a scooter', lines: ['Your account is no longer suspended.'], subject: 'You can book again' }
}

export function emailChanged(): MessageText {
  return {
    button: `Open ${BRAND_NAME}`,
    lines: [
      `The email of your ${BRAND_NAME} account was changed. This is our last message to this address.`,
      "If this wasn't you, contact support now. Somebody else may be using your account."
    ],
    subject: 'Your email was changed'
  }
}

export function passwordReset(): MessageText {
  return {
    button: 'Choose a new password',
    lines: [
      `This link works once and expires in ${minutesText(PASSWORD_RESET_MINUTES)}.`,
      "If you didn't ask for it, ignore this email. Your password stays the same."
    ],
    subject: `A new password for ${BRAND_NAME}`
  }
}

/** Below each mail. `property` is null if the message is about none. */
export const footer = (property: string | null) => (property ? `${BRAND_NAME} at ${property}` : BRAND_NAME)
export const contactSupport = 'Questions? Contact support on WhatsApp'
export const noReply = "Please don't reply. We can't read replies to this email."
