import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { isExtendable } from '#domain/bookings/extension.ts'
import { CHANGE_PROPERTY_PATH, type RideLink, ridePath } from '#domain/routes.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { PinDigits } from '#islands/ui/feedback/ride-facts.tsx'
import { Note } from '#islands/ui/feedback/states.tsx'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import { scooterName, type WithScooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'

type BookingOnHome = Pick<Booking, 'end_time' | 'start_time'> & { id: number | string } & Partial<
    Pick<Booking, 'expires_at' | 'otp_pin' | 'pin_from' | 'return_until'>
  > &
  WithScooterName

interface NextRideProps {
  /** The hold that waits for its payment. */
  hold: BookingOnHome | null
  now: Date
  /** The ride that runs, has just ended or comes next. */
  ride: BookingOnHome | null | undefined
}

/** Rendered on the server only. layouts/scripts/next-ride.ts keeps it up to date. */
export function NextRide({ hold, now, ride }: NextRideProps) {
  return (
    <div className="wrapper grid grid-cols-[minmax(0,1fr)] gap-3 *:last:mb-4" data-next-ride="">
      {hold?.expires_at && <Hold expires_at={hold.expires_at} hold={hold} now={now} />}
      {ride &&
        (parseInstant(ride.start_time) > now ? (
          <RideAhead now={now} ride={ride} />
        ) : (
          <RideUnderWay now={now} ride={ride} />
        ))}
    </div>
  )
}

interface RowProps {
  action: RideLink
  children: ReactNode
  className: string
}

/** One line, which leads to My Bookings. */
function Row({
  action,
  children,
  className,
  ...data
}: RowProps & Readonly<Record<`data-${string}`, string | undefined>>) {
  return (
    <a
      {...data}
      className={`card flex flex-wrap items-center gap-x-3 px-4 py-3 no-underline ${className}`}
      href={ridePath(action)}
    >
      {children}
    </a>
  )
}

function Hold({ expires_at, hold, now }: { expires_at: string; hold: BookingOnHome; now: Date }) {
  return (
    <Row action="pay" className="bg-yellow-bg text-yellow-fg" data-until={expires_at}>
      <span className="numeric min-w-[min(13rem,100%)] flex-1 wrap-anywhere">
        <b>{scooterName(hold)}</b> ·{' '}
        <span data-time-left="">{homeText.holdLeft(parseInstant(expires_at).getTime() - now.getTime())}</span>
      </span>
      <span className="max-w-full shrink-0 font-semibold underline underline-offset-3">
        {paymentsText.completePaymentLabel}
      </span>
    </Row>
  )
}

/** A ride that has not started, with what stores/home/next-ride.ts needs to keep it up to date. */
function RideAhead({ now, ride }: { now: Date; ride: BookingOnHome }) {
  const pinFrom = ride.pin_from ? parseInstant(ride.pin_from) : null
  return (
    <Row
      action="ride"
      className=""
      data-ahead=""
      data-end={ride.end_time}
      data-pin-from={ride.pin_from ?? undefined}
      data-start={ride.start_time}
      data-until={ride.end_time}
    >
      <span className="text-accent-ink">
        <Icon name="clock" />
      </span>
      <span className="min-w-[min(9rem,100%)] flex-1 wrap-anywhere text-ink">
        <b>{scooterName(ride)}</b> · <span data-time-left="">{commonText.rideTime(windowOf(ride), now)}</span>
      </span>
      <span className="link numeric max-w-full shrink-0" data-pin="">
        {pinFrom && pinFrom > now ? homeText.pinAppears(atTimeText(pinFrom, now)) : homeText.seePin}
      </span>
    </Row>
  )
}

/** A ride that runs, or has ended and is to be returned: its PIN, its time, and what its rider does next. */
function RideUnderWay({ now, ride }: { now: Date; ride: BookingOnHome }) {
  const { end_time, id, otp_pin, return_until, start_time } = ride
  return (
    <section
      className="card grid gap-2.5 p-4 md:flex md:flex-wrap md:items-center md:gap-x-8"
      // For the dialogs of its links, which layouts/scripts/ride-dialogs.ts opens.
      data-booking={JSON.stringify(ride)}
      data-end={end_time}
      data-ride={id}
      data-start={start_time}
      data-until={return_until ?? end_time}
    >
      <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 md:basis-64">
        <h2 className="h3 min-w-[min(9rem,100%)] flex-1 wrap-anywhere">
          {scooterName(ride)}
          <span className="numeric block text-sm/[1.4] font-semibold text-accent-ink" data-time-left="">
            {commonText.rideTime(windowOf(ride), now)}
          </span>
        </h2>
        {otp_pin && (
          <div>
            <p className="caption">{myBookingsText.scooterPin}</p>
            <PinDigits className="text-[2rem]/[1.1]" pin={otp_pin} />
          </div>
        )}
      </div>
      <div className="auto-columns gap-2 md:flex-1 md:basis-64" data-actions="">
        <LinkButton href={ridePath('return')} isSmall isWide>
          {rideCardText.returnAction}
        </LinkButton>
        {isExtendable(parseInstant(end_time), now) && (
          <LinkButton href={ridePath('extend')} kind="secondary" isSmall isWide>
            {rideCardText.extend}
          </LinkButton>
        )}
      </div>
      <a className="link -my-2 justify-self-start" href={ridePath('ride')}>
        {homeText.seeRide}
      </a>
    </section>
  )
}

/** For a rider who has scanned a scooter that is not at the own property. Rendered on the server only. */
export function ElsewhereNote() {
  return (
    <div className="wrapper mb-4">
      <Note kind="info">
        <p>{homeText.scannedElsewhere}</p>
        <a className="link" href={CHANGE_PROPERTY_PATH}>
          {homeText.changeProperty}
        </a>
      </Note>
    </div>
  )
}
