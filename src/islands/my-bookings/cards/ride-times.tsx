import type { Booking } from '#contract/bookings/my-bookings.ts'
import { hoursBetween } from '#domain/durations.ts'
import { clockOf, clockParts, dateText, dayOf, dayText, hoursText, parseInstant } from '#domain/time.ts'
import * as text from '#messages/my-bookings.ts'
import { rideCountdownText, rideProgress } from '#stores/my-bookings/booking-details.ts'

/** A ride's start, end and progress, as a timeline. With large text, the times are stacked. */
export function RideTimes({ booking, now }: { booking: Booking; now: Date }) {
  const start = parseInstant(booking.start_time)
  const end = parseInstant(booking.end_time)
  return (
    <div className="numeric grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2 @max-[13rem]:flex @max-[13rem]:flex-col">
      <dl className="contents">
        <div className="col-span-2">
          <dt className="caption">{text.date}</dt>
          <dd className="font-semibold">{dateText(dayOf(start))}</dd>
        </div>
        <div className="text-end @max-[13rem]:text-start">
          <dt className="caption">{text.duration}</dt>
          <dd className="font-semibold">{hoursText(hoursBetween(start, end))}</dd>
        </div>
        <RideTime instant={start} label={text.startTime} />
        <RideTime day={dayOf(start) === dayOf(end) ? null : dayOf(end)} instant={end} label={text.endTime} />
      </dl>
      <div className="col-start-2 row-start-2">
        <RideProgress share={rideProgress(booking, now)} />
        <p className="caption text-center @min-[18rem]:-mx-8 @max-[13rem]:text-start">
          {rideCountdownText(booking, now)}
        </p>
      </div>
    </div>
  )
}

interface MomentProps {
  instant: Date
  label: string
  /** Set only if it differs from the day of the start. */
  day?: string | null
}

function RideTime({ day, instant, label }: MomentProps) {
  const { meridiem, time } = clockParts(clockOf(instant))
  return (
    <div className="flex flex-col last:col-start-3 last:text-end @max-[13rem]:last:text-start">
      <dt className="caption order-2">{label}</dt>
      <dd className="text-[1.375rem]/[1.2] font-bold tracking-[-.01em] whitespace-nowrap">
        {time}
        {'\u00A0'}
        <span className="text-[.9375rem] font-semibold tracking-normal">{meridiem}</span>
      </dd>
      {day && <dd className="caption order-3">{dayText(day)}</dd>}
    </div>
  )
}

function RideProgress({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="h-[1.65rem] w-full">
      <rect className="fill-line" height="3" rx="1.5" width="100%" y="12" />
      <rect className="fill-accent" height="3" rx="1.5" width={`${share * 100}%`} y="12" />
    </svg>
  )
}
