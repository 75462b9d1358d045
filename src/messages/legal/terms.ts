import { BRAND_NAME } from '#domain/brand/brand.ts'
import { EXTENDABLE_MINUTES, HOLD_MINUTES, MIN_AGE_YEARS } from '#domain/constants.ts'
import { OPERATOR } from '#domain/operator.ts'
import { REPORT_BEFORE_MINUTES } from '#domain/problems/problems.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import { returnAction } from '#messages/my-bookings/ride-card.ts'
import { type LegalPage, version } from './legal-page.ts'
import { idleRiders } from './privacy.ts'

const { address, legalName } = OPERATOR

export const terms: LegalPage = {
  title: 'Terms',
  version,
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
        `Return the scooter to where you picked it up, by the end of your ride. Then press '${returnAction}' in My Bookings.`,
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
      text: [`You can ask us at any time to delete your account. ${idleRiders}`]
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
