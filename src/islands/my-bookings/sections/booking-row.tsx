import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { hoursBetween } from '#domain/durations.ts'
import { hoursText, parseInstant } from '#domain/time.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-details.ts'

interface BookingRowProps {
  booking: Booking
  /** The row's badges. */
  children: ReactNode
  now: Date
  /** A remark about the booking, as one sentence. */
  remark?: string | undefined
}

export function BookingRow({ booking, children, now, remark }: BookingRowProps) {
  const hours = hoursBetween(parseInstant(booking.start_time), parseInstant(booking.end_time))
  return (
    <li className="grid gap-0.5 px-4 py-3.5 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-16 [overflow-wrap:anywhere]">{scooterName(booking)}</h3>
        <div className="flex flex-wrap justify-end gap-1.5">{children}</div>
      </div>
      <div className="caption numeric flex justify-between gap-3">
        <p>{rideText(booking, now)}</p>
        <p className="whitespace-nowrap">{hoursText(hours)}</p>
      </div>
      {remark && <p className="mt-1 max-w-[64ch] text-[.9375rem]/[1.45]">{remark}</p>}
    </li>
  )
}
