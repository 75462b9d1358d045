import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { joinFacts } from '#messages/join-facts.ts'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { rideCountdownText, rideProgress, scooterName } from '#stores/my-bookings/booking-details.ts'
import { payableExtensionOf } from '#stores/my-bookings/manage-ride/unpaid-extension.ts'
import { BookingFooter } from './booking-footer.tsx'
import { PaymentDue } from './payment-due.tsx'
import { PinBlock, PinLater } from './pin-block.tsx'
import { RideFacts } from './ride-facts.tsx'
import { RidePlace } from './ride-place.tsx'

interface BookingCardProps {
  booking: Booking
  /** The ride that runs or comes next. Its card is the largest. */
  isNext: boolean
  now: Date
}

export function BookingCard({ booking, isNext, now }: BookingCardProps) {
  const { otp_pin, pin_from } = booking
  const status = displayStatus(booking, now)
  const isReady = status === 'Active' || status === 'Upcoming'
  const unpaid = status === 'Payment Pending' ? booking : payableExtensionOf(booking, now)
  return (
    <li className={isNext ? 'md:first:col-span-full' : undefined}>
      <article className="card @container p-3 md:p-5">
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-1.5 ${isNext && otp_pin ? 'gap-y-3 @min-[40rem]:grid-cols-2 @min-[40rem]:gap-x-5' : ''}`}
        >
          <div className="col-span-full">
            <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <h3 className="min-w-0 flex-1 basis-16 [overflow-wrap:anywhere]">{scooterName(booking)}</h3>
              <StatusBadge status={status} />
            </div>
            {isReady && (
              <p className="numeric text-sm/[1.4] font-semibold text-accent-ink">
                {joinFacts(text.readyForUse, rideCountdownText(booking, now))}
              </p>
            )}
          </div>
          {isReady && otp_pin && <PinBlock isLarge={isNext} pin={otp_pin} />}
          {isReady && pin_from && <PinLater now={now} pin_from={pin_from} />}
          <div className="grid grid-cols-[minmax(0,1fr)] content-center gap-1.5">
            {status === 'Active' && <RideProgress ratio={rideProgress(booking, now)} />}
            <RideFacts booking={booking} />
            <RidePlace booking={booking} />
            {unpaid && <PaymentDue booking={unpaid} now={now} />}
            <BookingFooter booking={booking} />
          </div>
        </div>
      </article>
    </li>
  )
}

function RideProgress({ ratio }: { ratio: number }) {
  return (
    <svg aria-hidden="true" className="my-1 h-1.5 w-full">
      <rect className="fill-line" height="6" rx="3" width="100%" />
      <rect className="fill-accent" height="6" rx="3" width={`${ratio * 100}%`} />
    </svg>
  )
}
