import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { HAS_HOLDS } from '#domain/backend.ts'
import { displayStatus } from '#domain/bookings/booking-status.ts'
import { rideLengthText } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/money.ts'
import { RIDE_CARD_ID } from '#domain/routes.ts'
import { dateText, dayOf, dayText, parseInstant, timeText } from '#domain/time/india-time.ts'
import { atTimeText, countdownText, timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ExtensionLines, LARGE_PIN, PinDigits } from '#islands/ui/feedback/ride-facts.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import * as problemsText from '#messages/problems.ts'
import {
  holdCountdown,
  holdRemainingMs,
  isOverdue,
  isPaid,
  isRidden,
  mapUrl,
  paidFor,
  rideProgress,
  scooterName,
  windowOf
} from '#stores/my-bookings/booking-facts.ts'
import { $payingBookingId } from '#stores/my-bookings/bookings.ts'
import { $pendingReturns } from '#stores/my-bookings/manage-ride/pending-return.ts'
import { completePayment, copyPin } from '#stores/my-bookings/my-bookings.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { DialogButton, ManageButton, RideButtons, SupportLink } from './booking-actions.tsx'

interface BookingCardProps {
  booking: Booking
  /** The ride that runs, has just ended or comes next. Its card is the largest. */
  isMain: boolean
  now: Date
  /** The ride's extension that waits for its payment. */
  payableExtension: Booking | undefined
}

export function BookingCard({ booking, isMain, now, payableExtension }: BookingCardProps) {
  const { otp_pin, pin_changed_at, pin_from } = booking
  const status = displayStatus(booking, now)
  const isRiding = isRidden(booking, now)
  const isReady = status === 'Upcoming' || isRiding
  const unpaid = status === 'Payment Pending' ? booking : payableExtension
  const isReturnPending = useStore($pendingReturns).some(({ id }) => id === booking.id)
  return (
    <li className={isMain ? 'md:first:col-span-full' : undefined} id={isMain ? RIDE_CARD_ID : undefined}>
      <article className="card @container p-3 md:p-5">
        <div
          className={`grid grid-cols-[minmax(0,1fr)] gap-1.5 ${isMain && otp_pin ? 'gap-y-3 @min-[40rem]:grid-cols-2 @min-[40rem]:gap-x-5' : ''}`}
        >
          <div className="col-span-full">
            <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <h3 className="min-w-0 flex-1 basis-16 [overflow-wrap:anywhere]">{scooterName(booking)}</h3>
              {isReturnPending ? (
                <StatusBadge label={rideCardText.returnSentLater} status="Pending" />
              ) : (
                <StatusBadge status={isOverdue(booking, now) ? myBookingsText.overdue : status} />
              )}
            </div>
            {isReady && !isReturnPending && (
              <p className={`numeric text-sm/[1.4] font-semibold ${isRiding ? 'text-accent-ink' : 'text-ink-2'}`}>
                {commonText.joinFacts(
                  status !== 'Completed' && myBookingsText.readyForUse,
                  commonText.rideTime(windowOf(booking), now)
                )}
              </p>
            )}
          </div>
          {isReady && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
              {booking.trouble && <Trouble booking={booking} />}
              {otp_pin && <PinBlock isLarge={isMain} isRiding={isRiding} pin={otp_pin} />}
              {pin_from && (
                <PinMissing>{myBookingsText.pinAppears(atTimeText(parseInstant(pin_from), now))}</PinMissing>
              )}
              {pin_changed_at && (
                <PinMissing>{myBookingsText.pinWasChanged(atTimeText(parseInstant(pin_changed_at), now))}</PinMissing>
              )}
              {isRiding && <RideButtons booking={booking} />}
            </div>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] content-center gap-1.5">
            {status === 'Active' && <RideProgress ratio={rideProgress(booking, now)} />}
            <RideFacts booking={booking} />
            <ExtensionLines extended={booking.extended} />
            <RidePlace booking={booking} />
            {booking.known_damage && (
              <p className="text-[.9375rem] wrap-anywhere">{problemsText.knownDamage(booking.known_damage)}</p>
            )}
            {unpaid && <PaymentDue booking={unpaid} now={now} />}
            <BookingFooter booking={booking} />
          </div>
        </div>
      </article>
    </li>
  )
}

/** Its scooter has trouble. A rider who has reported it knows why. */
function Trouble({ booking }: { booking: Booking }) {
  const { trouble } = booking
  return (
    <div className="grid gap-2">
      {(trouble === 'broken' || trouble === 'late') && (
        <p className="font-semibold">{troubleText.TROUBLE_CAUSES[trouble]}</p>
      )}
      <DialogButton booking={booking} dialog="wayOut" isWide kind="secondary">
        {troubleText.seeOptions}
      </DialogButton>
    </div>
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

/** What was booked, as a table of three columns. With large text, it is a list. */
function RideFacts({ booking }: { booking: Booking }) {
  const { end, start } = windowOf(booking)
  const { plan_name } = booking
  const paid = isPaid(booking) ? paidFor(booking) : null
  const endDay = dayOf(end)
  return (
    <dl className="numeric grid gap-x-3 gap-y-1 @min-[13rem]:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)]">
      <Fact label={commonText.date}>{dateText(dayOf(start))}</Fact>
      <Fact label={commonText.startTime}>{timeText(start)}</Fact>
      <Fact label={commonText.endTime}>
        {timeText(end)}
        {endDay !== dayOf(start) && <span className="caption block">{dayText(endDay)}</span>}
      </Fact>
      {plan_name && <Fact label={commonText.plan}>{plan_name}</Fact>}
      <Fact label={commonText.duration}>{rideLengthText(booking)}</Fact>
      {paid ? <Fact label={myBookingsText.paidLabel}>{rupeesText(paid)}</Fact> : null}
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

/** Where the scooter is parked, with a link to a map if the location is known. */
function RidePlace({ booking }: { booking: Booking }) {
  const { parking_note, property_name } = booking
  const map = mapUrl(booking)
  if (!property_name) return null
  return (
    <div className="leading-[1.4] wrap-anywhere">
      {map ? (
        <a className="link -my-[11px] min-h-0 py-[11px]" href={map} rel="noopener" target="_blank">
          <Icon name="pin-map" size="s" />
          <span>
            {property_name}
            <span className="sr-only">{myBookingsText.opensInMaps}</span>
          </span>
        </a>
      ) : (
        <p className="font-semibold">{property_name}</p>
      )}
      {parking_note && <p className="text-[.9375rem]">{parking_note}</p>}
    </div>
  )
}

function BookingFooter({ booking }: { booking: Booking }) {
  return (
    <div className="-my-[8px] -me-2 flex flex-wrap items-center justify-between gap-x-3">
      <p className="caption numeric whitespace-nowrap">{myBookingsText.referenceText(booking.id)}</p>
      {isPaid(booking) ? (
        <ManageButton booking={booking} />
      ) : (
        <SupportLink booking={booking} className="btn btn-ghost btn-small" label={myBookingsText.getHelp} />
      )}
    </div>
  )
}

// The size of the digits depends on the width of the card, so that half a PIN fits on a line with any text size.
const LARGE = {
  block: 'justify-items-center gap-0.5 pt-3.5 pb-1 text-center',
  button: '',
  caption: '',
  digits: `${LARGE_PIN} @min-[40rem]:text-[3.5rem]`
}
const COMPACT = {
  block: '@min-[15rem]:grid-cols-[minmax(0,1fr)_auto] items-center py-1.5',
  button: '@min-[15rem]:col-start-2 @min-[15rem]:row-span-2 @min-[15rem]:row-start-1',
  caption: 'col-span-full',
  digits: 'text-[min(2.25rem,32cqi)]/[1.08]'
}

/** Stands in the PIN's place while the rider cannot read it. */
function PinMissing({ children }: { children: string }) {
  return (
    <p className="numeric rounded-card border-2 border-line bg-sunken px-3.5 py-3 text-[.9375rem]/[1.4] font-[550]">
      {children}
    </p>
  )
}

/** `isLarge` is for the ride that is used next. That of a ride ahead has no accent. */
function PinBlock({ isLarge, isRiding, pin }: { isLarge: boolean; isRiding: boolean; pin: string }) {
  const classes = isLarge ? LARGE : COMPACT
  const colours = isRiding ? 'border-accent bg-accent-soft' : 'border-line bg-sunken'
  return (
    <div className={`grid content-center rounded-card border-2 px-3 ${colours} ${classes.block}`}>
      <h4 className={`text-[.9375rem]/[1.4] font-[650] ${isRiding ? 'text-accent-ink' : 'text-ink-2'}`}>
        {myBookingsText.scooterPin}
      </h4>
      <PinDigits className={classes.digits} pin={pin} />
      <p className={`caption ${classes.caption}`}>{myBookingsText.enterPin}</p>
      <div className={classes.button}>
        <Button kind="ghost" onClick={() => void copyPin(pin)} isSmall>
          <Icon name="copy" size="s" />
          {myBookingsText.copyPin}
        </Button>
      </div>
    </div>
  )
}

function PaymentDue({ booking, now }: { booking: Booking; now: Date }) {
  const isPaying = useStore($payingBookingId) === booking.id
  const isOffline = useStore($outdated)?.isOffline
  const remainingMs = holdRemainingMs(booking, now)
  const isExtension = booking.kind === 'extension'
  const endText = timeOrWeekdayText(parseInstant(booking.end_time), now)
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" ref={focusFallback}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] @max-[13rem]:grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2.5 rounded-control bg-yellow-bg px-3.5 py-3 text-[.9375rem]/[1.4] text-yellow-fg">
        <div>
          <p className="font-bold">
            {isExtension ? rideCardText.extensionUntil(endText) : myBookingsText.paymentRequired}
          </p>
          <p>{isExtension ? rideCardText.completeToExtend : myBookingsText.completeToConfirm}</p>
        </div>
        {Number.isFinite(remainingMs) && <Countdown remainingMs={remainingMs} />}
      </div>
      {booking.amount ? (
        <p className="flex items-baseline justify-between gap-x-3 font-semibold">
          {myBookingsText.toPay}
          <span className="numeric text-2xl/[1.15] font-[750]">{rupeesText(booking.amount)}</span>
        </p>
      ) : null}
      <Button
        isBusy={isPaying}
        busyLabel={commonText.processing}
        disabled={isOffline}
        onClick={() => void completePayment(booking)}
        isWide
      >
        {paymentsText.completePaymentLabel}
      </Button>
      {HAS_HOLDS && (
        <div className="-my-[8px] grid justify-items-center">
          <DialogButton booking={booking} dialog="cancel" disabled={isPaying || isOffline} kind="ghost">
            {isExtension ? rideCardText.cancelExtension : commonText.cancelBooking}
          </DialogButton>
        </div>
      )}
    </div>
  )
}

function Countdown({ remainingMs }: { remainingMs: number }) {
  const { announcedMinutes, isLastMinute, ratio } = holdCountdown(remainingMs)
  return (
    <>
      <p className="text-end text-[.8125rem] font-[550] @max-[13rem]:text-start">
        {myBookingsText.payWithin}
        <span className="numeric block text-2xl/[1.15] font-[750]" role="timer">
          {countdownText(remainingMs)}
        </span>
      </p>
      <svg aria-hidden="true" className="col-span-full h-1.5 w-full">
        <rect className="fill-yellow-fg/20" height="6" rx="3" width="100%" />
        <rect className={isLastMinute ? 'fill-danger' : 'fill-yellow-fg'} height="6" rx="3" width={`${ratio * 100}%`} />
      </svg>
      {/* The timer is not announced; only two moments before its end are. */}
      <p aria-live="polite" className="sr-only">
        {announcedMinutes && myBookingsText.minutesToPay(announcedMinutes)}
      </p>
    </>
  )
}
