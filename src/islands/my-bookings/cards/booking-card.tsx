import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings.ts'
import { scooterName } from '#stores/my-bookings/booking-details.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { $settling } from '#stores/payment/settling.ts'
import { BookingHelp } from './booking-help.tsx'
import { PaymentDue } from './payment-due.tsx'
import { PinBlock } from './pin-block.tsx'
import { RideTimes } from './ride-times.tsx'
import { SettlingPayment } from './settling-payment.tsx'

export function BookingCard({ booking, now }: { booking: Booking; now: Date }) {
  const status = displayStatus(booking, now)
  const isPaid = status !== 'Payment Pending'
  const isOutdated = useStore($outdated) !== null
  const isSettling = useStore($settling).includes(booking.id)
  return (
    <li>
      <article className="card @container grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1 basis-16">
            <h3 className="[overflow-wrap:anywhere]">{scooterName(booking)}</h3>
            {/* Other parts of the page show the property, but an offline rider may have only this card. */}
            {isOutdated && booking.property_name && <p className="caption">{booking.property_name}</p>}
            {isPaid && <p className="text-sm/[1.4] font-semibold text-accent-ink">{text.readyForUse}</p>}
          </div>
          <StatusBadge status={status} />
        </div>
        {isPaid && booking.otp_pin && <PinBlock pin={booking.otp_pin} />}
        <RideTimes booking={booking} now={now} />
        {!isPaid && (isSettling ? <SettlingPayment /> : <PaymentDue booking={booking} now={now} />)}
        <BookingHelp booking={booking} />
      </article>
    </li>
  )
}
