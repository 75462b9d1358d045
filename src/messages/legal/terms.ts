import { ABSENT_AFTER_MINUTES, DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { EXTENDABLE_MINUTES, HOLD_MINUTES, MIN_AGE_YEARS } from '#domain/constants.ts'
import { OPERATOR } from '#domain/operator.ts'
import {
  FULL_REFUND_MINUTES,
  LATE_AFTER_MINUTES,
  REPORT_BEFORE_MINUTES,
  TROUBLE_FROM_MINUTES
} from '#domain/problems/problems.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as legalPageText from '#messages/legal/legal-page.ts'
import * as privacyText from '#messages/legal/privacy.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'

const { address, legalName } = OPERATOR

export const termsPage: legalPageText.LegalPage = {
  title: 'Terms',
  version: legalPageText.version,
  lead: `You rent scooters from ${legalName}, ${address}. These terms are for every account and every booking at ${BRAND_NAME}.`,
  sections: [
    {
      title: 'Who may ride',
      text: [
        `You are at least ${MIN_AGE_YEARS} years old. You have a valid licence for two-wheelers, and not a learner's licence, unless the scooter needs none by law.`,
        'You upload a photo of your licence when you create an account. We may check it, and ask for another one. Some properties let you book only after that.',
        'Only you may ride on your booking.'
      ]
    },
    {
      title: 'Your account',
      text: [
        'What you tell us about yourself is true. You keep your password and the PINs to yourself.',
        'We may reject a licence, and suspend an account. Bookings that this stops and that have not started are then cancelled and refunded in full. A ride under way goes on, but cannot be extended.'
      ]
    },
    {
      title: 'Price and booking',
      text: [
        'The total that you see before you pay is the whole price of the booking, with taxes. The app takes no deposit and no other fee.',
        `While you pay, we hold the scooter for ${HOLD_MINUTES} minutes. Your booking is made once we have received your payment. If the scooter is no longer free then, you get all of your money back.`,
        'We can move your booking to another scooter of the property, if yours cannot be ridden or is not back. We tell you, and the price and the times stay.',
        'You pay through Razorpay. We do not get the number of your card.'
      ]
    },
    {
      title: 'Your ride',
      text: [
        'My Bookings shows the PIN that unlocks the scooter. Some properties show it only some time before the start, and the booking says when.',
        `Return the scooter to where you picked it up, by the end of your ride. Then press '${rideCardText.returnAction}' in My Bookings.`,
        `If you need longer, extend the ride, until ${minutesText(EXTENDABLE_MINUTES)} after its end at the latest. It costs extra, and is not possible if somebody else has booked the scooter, or if the ride gets longer than the property allows.`,
        'Ride as the law says, and wear a helmet. Fines for your ride are yours to pay. Tell us at once about an accident, a theft or damage.'
      ]
    },
    {
      title: 'If something is wrong with the scooter',
      text: [
        `You can report it in My Bookings from ${minutesText(REPORT_BEFORE_MINUTES)} before the start until the end of the ride. The refund rules say when you get another scooter or your money back.`
      ]
    },
    {
      title: 'If you or we cancel',
      text: [
        'You can cancel until the start. We can cancel a booking too, and then refund it in full. The refund rules are a part of these terms.'
      ]
    },
    {
      title: 'How it ends',
      text: [
        `You can delete your account in Profile once you have no ride ahead. ${privacyText.leavingRiders} ${privacyText.idleRiders}`
      ]
    },
    {
      title: 'Changes',
      text: [
        'New terms are for the bookings that you make after them, and we record which ones you agreed to. A booking keeps the cancellation rules of the time when you made it.'
      ]
    },
    {
      title: 'Complaints, and the law',
      text: [
        'The page Contact names our grievance officer. Indian law applies. These terms take away no right that the law gives you.'
      ]
    }
  ]
}

export const refundsPage: legalPageText.LegalPage = {
  title: 'Refunds',
  version: legalPageText.version,
  lead: 'When you get money back, how much, and how.',
  sections: [
    {
      title: 'If you cancel',
      text: [
        'You cancel in My Bookings. You read the amount before you confirm. It is rounded up to a whole rupee.',
        `${bookingText.rideTerms(DEFAULT_TERMS, null)} A property can keep a part of what you paid when you cancel late. You read its rule below the total before you pay, and your booking keeps it.`,
        'Extensions are cancelled and refunded with their ride. From the start on, a ride can be returned, but not cancelled.',
        bookingText.noCancellationNow,
        'An unpaid booking costs nothing.'
      ]
    },
    {
      title: 'If you return early',
      text: [
        manageRideText.noRefundForRemainingTime,
        'An extension that has not begun is cancelled. If you paid it during the ride, it is refunded as above, counted from its own start. If you paid it before the ride, there is no refund.'
      ]
    },
    {
      title: 'If you do not come',
      text: [
        `From ${minutesText(ABSENT_AFTER_MINUTES)} after the start, we can free a scooter that nobody has taken. You get back what you would have got by cancelling just before the start.`
      ]
    },
    {
      title: 'If we cancel',
      text: [
        'You get back all that you paid, less what we have refunded before.',
        'If you would get only a part back by cancelling at that time, we also owe you what you would lose. We pay it at the desk or by UPI. We do not owe it if you asked us to cancel, or if your licence or account stops the booking.'
      ]
    },
    {
      title: 'If the scooter is late or broken',
      text: [
        `From ${minutesText(TROUBLE_FROM_MINUTES)} before the start, you can take another free scooter of the property, or your money, if:`
      ],
      facts: [
        [
          'The scooter is late',
          `The rider before you is not back ${minutesText(LATE_AFTER_MINUTES)} after the end of that ride, at a property that confirms returns. This ends ${minutesText(FULL_REFUND_MINUTES)} after your start.`
        ],
        [
          'The scooter is broken',
          'Somebody else has reported that it cannot be ridden, or we have taken it out of service after a report.'
        ],
        [
          'You report that it cannot be ridden',
          'You can take another scooter. Whether you can take the money depends on the property; if not, our support decides.'
        ],
        [
          'How much',
          `Until ${minutesText(FULL_REFUND_MINUTES)} after the start: all of it. Later: the half hours that have not begun, rounded up to a whole rupee, and all of the extensions that have not begun.`
        ]
      ]
    },
    {
      title: 'Payments without a booking',
      text: [
        'A payment that comes too late for its scooter, after a cancellation or a second time is refunded in full, by itself.',
        'A payment with a wrong amount gives no booking. We check it and refund it.'
      ]
    },
    {
      title: 'How you get it',
      text: [
        manageRideText.refundMethod,
        'My Bookings shows the refund. If it fails, we look into it and pay you in another way.',
        'If you dispute a payment with your bank, its refund normally waits for the end of the dispute.'
      ]
    }
  ]
}
