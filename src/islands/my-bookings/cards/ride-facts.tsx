import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { rideLengthText } from '#domain/bookings/ride-length.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { dateText, dayOf, dayText, timeText } from '#domain/time/india-time.ts'
import * as labels from '#messages/labels.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { isPaid, windowOf } from '#stores/my-bookings/booking-details.ts'

/** What was booked, as a table of three columns. With large text, it is a list. */
export function RideFacts({ booking }: { booking: Booking }) {
  const { end, start } = windowOf(booking)
  const { amount, plan_name } = booking
  const endDay = dayOf(end)
  return (
    <dl className="numeric grid gap-x-3 gap-y-1 @min-[13rem]:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
      <Fact label={labels.date}>{dateText(dayOf(start))}</Fact>
      <Fact label={labels.startTime}>{timeText(start)}</Fact>
      <Fact label={labels.endTime}>
        {timeText(end)}
        {endDay !== dayOf(start) && <span className="caption block">{dayText(endDay)}</span>}
      </Fact>
      {plan_name && <Fact label={labels.plan}>{plan_name}</Fact>}
      <Fact label={labels.duration}>{rideLengthText(booking)}</Fact>
      {amount && isPaid(booking) ? <Fact label={text.paid}>{rupeesText(amount)}</Fact> : null}
    </dl>
  )
}

function Fact({ children, label }: { children: ReactNode; label: string }) {
  return (
    <div>
      <dt className="text-sm/[1.3] text-ink-2">{label}</dt>
      <dd className="text-[.9375rem]/[1.35] font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
