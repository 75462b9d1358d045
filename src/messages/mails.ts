import { BRAND_NAME } from '#domain/brand/brand.ts'
import { PASSWORD_RESET_MINUTES } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { dayText } from '#domain/time/india-time.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import { noRefund } from '#messages/labels.ts'
import { refundMethod } from '#messages/my-bookings/manage-ride.ts'
import { completeToExtend, extensionUntil } from '#messages/my-bookings/ride-card.ts'
import { bookingNotConfirmed, cancelledBecause, fullRefund } from './my-bookings/my-bookings.ts'
import { completePaymentLabel } from './payments/payments.ts'

// The mails and push messages to riders and admins. A push message shows the subject and the first line.

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
function pinText(lead: number | null): string {
  return lead === null
    ? 'Your PIN is in My Bookings.'
    : `Your PIN appears in My Bookings ${minutesText(lead)} before the start.`
}

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

const bookingLine = (when: string) => `Booking: ${when}`

const WHY_PAYMENT_LOST: Readonly<Record<string, string>> = {
  cancelled: `Your payment came after this booking was cancelled. ${fullRefund}`,
  extra_payment: 'Your payment came after this booking was paid or cancelled. It will be refunded in full.',
  own_ride: `${bookingNotConfirmed} You already have another ride at this time. ${fullRefund}`,
  slot_lost: `${bookingNotConfirmed} The scooter was taken before your payment arrived. ${fullRefund}`
}

/** `amount` is rupees, `reason` that of the refund (domain/payments/statuses.ts). */
export function paymentLost({ amount, reason, when }: { amount: number; reason: string; when: string }): MessageText {
  const why = WHY_PAYMENT_LOST[reason] ?? `This payment didn't match your booking. ${fullRefund}`
  return {
    button: OPEN_BOOKINGS,
    lines: [`${why} ${refundMethod}`, bookingLine(when)],
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
    button: completePaymentLabel,
    lines: extensionEnd === null ? [hold] : [`${completeToExtend}.`, `${extensionUntil(extensionEnd)}. ${hold}`],
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

interface CancelledText extends RideText {
  /** Rupees. */
  refund: number
  paid: number
  isByRider: boolean
  /** Why we cancelled it. */
  reason: string | null
}

export function cancelled({ isByRider, paid, property, reason, refund, scooter, when }: CancelledText): MessageText {
  const money =
    refund === 0 ? noRefund : `${rupeesText(refund)} of ${rupeesText(paid)} will be refunded. ${refundMethod}`
  return {
    button: OPEN_BOOKINGS,
    lines: [isByRider ? money : `${cancelledBecause(reason)} ${money}`, `${scooter} at ${property}: ${when}`],
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

/** Never says the number. */
export function pinChanged({ scooter, when }: Pick<RideText, 'scooter' | 'when'>): MessageText {
  return {
    button: OPEN_BOOKINGS,
    lines: ['See the new PIN in My Bookings.', `${scooter}: ${when}`],
    subject: "Your scooter's PIN has changed"
  }
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

/** `by` is who invites, `until` a time such as '7:00 pm on Tue 16 Jun IST'. */
export function invitation(by: string, until: string): MessageText {
  return {
    button: 'Choose a password',
    lines: [`Choose a password to join the team in the ${BRAND_NAME} portal.`, `This link works once, until ${until}.`],
    subject: `${by} invites you to ${BRAND_NAME}`
  }
}

// To the people of the portal.

interface DayText {
  /** 'yyyy-MM-dd' */
  day: string
  starts: number
  ends: number
  lines: readonly { isStart: boolean; scooter: string; time: string }[]
  /** Starts and ends that are not listed. */
  more: number
  pins: number
  maintenance: number
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

/** Without names of riders. */
export function day({ day, ends, lines, maintenance, more, pins, starts }: DayText): MessageText {
  return {
    button: 'Open Today',
    lines: [
      lines.map(({ isStart, scooter, time }) => `${time} IST: ${scooter} ${isStart ? 'starts' : 'ends'}`).join('\n'),
      more > 0 ? `And ${more} more.` : '',
      counted(pins, 'PIN to change', 'PINs to change'),
      counted(maintenance, 'scooter in maintenance', 'scooters in maintenance')
    ],
    subject: `${dayText(day)}: ${starts} ${starts === 1 ? 'ride starts' : 'rides start'}, ${ends} ${ends === 1 ? 'ends' : 'end'}`
  }
}

interface PinDueText {
  /** When the ride that is out ends; null: the scooter stands at its place. */
  backAt: string | null
  /** When the next ride starts. */
  next: string
  scooter: string
}

export function pinDue({ backAt, next, scooter }: PinDueText): MessageText {
  return {
    button: 'Open Today',
    lines: [backAt === null ? '' : `${scooter} comes back at ${backAt}: change its PIN then.`, `Next ride: ${next}.`],
    subject: `Change the PIN of ${scooter}`
  }
}

interface DisputedText {
  /** Rupees. */
  amount: number
  /** Null: the bank names no time. */
  respondBy: string | null
  when: string
}

export function disputed({ amount, respondBy, when }: DisputedText): MessageText {
  return {
    button: 'Open Payments',
    lines: [
      respondBy === null ? '' : `Answer until ${respondBy}. After that the money is lost.`,
      "Answer in the payment provider's dashboard, under Transactions → Disputes.",
      bookingLine(when)
    ],
    subject: `A bank disputes ${rupeesText(amount)}`
  }
}

export function refundReview({ amount, when }: { amount: number; when: string }): MessageText {
  return {
    button: 'Open Payments',
    lines: ['The payment provider could not refund it. Send it again, or refund it another way.', bookingLine(when)],
    subject: `A refund of ${rupeesText(amount)} needs you`
  }
}

/** Below each mail. `property` is null if the message is about none. */
export function footer(property: string | null): string {
  return property ? `${BRAND_NAME} at ${property}` : BRAND_NAME
}
export const contactSupport = 'Questions? Contact support on WhatsApp'
export const noReply = "Please don't reply. We can't read replies to this email."
