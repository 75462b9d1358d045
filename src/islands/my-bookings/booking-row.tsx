import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { rideLengthText } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { joinFacts } from '#messages/labels.ts'
import { HAS_RIDE_ACTIONS } from '#stores/kit/backend-features.ts'
import { isPaid, rideText, scooterName, wasPaid } from '#stores/my-bookings/booking-details.ts'
import { BookAgain, ManageButton } from './booking-actions.tsx'

const NO_BREAK_SPACE = '\u00A0'

interface BookingRowProps {
  booking: Booking
  /** The row's badges. */
  children: ReactNode
  now: Date
  /** What happened to the booking, as sentences. */
  remark: string | null
}

export function BookingRow({ booking, children, now, remark }: BookingRowProps) {
  const length = rideLengthText(booking).replaceAll(' ', NO_BREAK_SPACE)
  return (
    <li className="grid gap-0.5 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-16 [overflow-wrap:anywhere]">{scooterName(booking)}</h3>
        <div className="flex flex-wrap justify-end gap-1.5">{children}</div>
      </div>
      <div className="-mb-[10px] flex flex-wrap items-center justify-between gap-x-3">
        <p className="caption numeric min-w-0 flex-1 basis-48">
          {joinFacts(rideText(booking, now), length, isPaid(booking) && booking.amount && rupeesText(booking.amount))}
        </p>
        <div className="flex flex-wrap items-center [&>.btn]:-me-3.5">
          <BookAgain booking={booking} now={now} />
          {HAS_RIDE_ACTIONS && wasPaid(booking) && <ManageButton booking={booking} />}
        </div>
      </div>
      {remark && <p className="mt-1 max-w-[64ch] text-[.9375rem]/[1.45]">{remark}</p>}
    </li>
  )
}
