import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { pinHalves } from '#domain/catalogue/scooters.ts'
import { focusOnOpen } from '#islands/ui/feedback/modal.tsx'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import { supportPhone } from '#stores/app/support.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-facts.ts'

interface HelpStepsProps {
  booking: Booking
  /** The buttons. */
  children: ReactNode
  now: Date
}

/** What a rider can check before a report or a chat with support. */
export function HelpSteps({ booking, children, now }: HelpStepsProps) {
  return (
    <>
      {/* Focused, because a focused button below the steps would scroll them out of view. */}
      <ol className="numeric grid list-decimal gap-3 ps-6 outline-none wrap-anywhere" ref={focusOnOpen} tabIndex={-1}>
        <li>
          {manageRideText.checkScooter(scooterName(booking), booking)}{' '}
          {manageRideText.checkTime(rideText(booking, now))}
        </li>
        {booking.otp_pin && (
          <li>
            {manageRideText.enterAgain} <b className="whitespace-nowrap">{pinHalves(booking.otp_pin).join('\u00A0')}</b>
          </li>
        )}
        {supportPhone(booking.support_phone) !== '' && (
          <li>
            {manageRideText.contactUs} <b className="whitespace-nowrap">{myBookingsText.referenceText(booking.id)}</b>
          </li>
        )}
      </ol>
      <div className="mt-3 flex flex-wrap gap-3 md:justify-end *:grow md:*:grow-0">{children}</div>
    </>
  )
}
