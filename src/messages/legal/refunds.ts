import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { FULL_REFUND_MINUTES, LATE_AFTER_MINUTES, TROUBLE_FROM_MINUTES } from '#domain/problems/problems.ts'
import { minutesText } from '#domain/time/time-texts.ts'
import { rideTerms } from '#messages/booking/booking.ts'
import { noRefundForRemainingTime, refundMethod } from '#messages/my-bookings/manage-ride.ts'
import { type LegalPage, version } from './legal-page.ts'

export const refunds: LegalPage = {
  title: 'Refunds',
  version,
  lead: 'When you get money back, how much, and how.',
  sections: [
    {
      title: 'If you cancel',
      text: [
        'You cancel in My Bookings. You read the amount before you confirm. It is rounded up to a whole rupee.',
        `${rideTerms(DEFAULT_TERMS, null)} A property can keep a part of what you paid when you cancel late. You read its rule below the total before you pay, and your booking keeps it.`,
        'Extensions are cancelled and refunded with their ride. From the start on, a ride can be returned, but not cancelled.',
        'An unpaid booking costs nothing.'
      ]
    },
    {
      title: 'If you return early',
      text: [
        noRefundForRemainingTime,
        'An extension that has not begun is cancelled. If you paid it during the ride, it is refunded as above, counted from its own start. If you paid it before the ride, there is no refund.'
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
        refundMethod,
        'My Bookings shows the refund. If it fails, we look into it and pay you in another way.',
        'If you dispute a payment with your bank, its refund normally waits for the end of the dispute.'
      ]
    }
  ]
}
