import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { HAS_RIDE_CHANGES } from '#domain/backend.ts'
import { rideLengthText } from '#domain/bookings/rides.ts'
import { rupeesText } from '#domain/money.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ExtensionLines } from '#islands/ui/feedback/ride-facts.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import {
  isCancelledOrRefunded,
  isPaid,
  paidFor,
  refundRemarkOn,
  remarkOn,
  rideText,
  scooterName,
  wasPaid
} from '#stores/my-bookings/booking-facts.ts'
import {
  $hasMore,
  $isLoadingMore,
  $readNotices,
  type BookingSections,
  isRead,
  markRead,
  showMore
} from '#stores/my-bookings/bookings.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { BookAgain, ManageButton, SupportLink } from './booking-actions.tsx'
import { BookingCard } from './booking-card.tsx'

interface SectionProps {
  bookings: readonly Booking[]
  visibleCount: number
  now: Date
}

interface CurrentBookingsProps extends SectionProps {
  mainRide: Booking | undefined
  /** Stands below the first card. */
  notices: ReactNode
  payableExtensions: ReadonlyMap<string, Booking>
}

export function CurrentBookings(props: CurrentBookingsProps) {
  const { bookings, mainRide, notices, payableExtensions, visibleCount, now } = props
  const [first, ...others] = bookings.slice(0, visibleCount)
  const card = (booking: Booking) => (
    <BookingCard
      booking={booking}
      isMain={booking === mainRide}
      key={booking.id}
      now={now}
      payableExtension={payableExtensions.get(booking.id)}
    />
  )
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{myBookingsText.currentAndUpcoming}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:gap-5">
        {first && card(first)}
        {notices && <li className="col-span-full empty:hidden">{notices}</li>}
        {others.map(card)}
      </ul>
      {bookings.length > visibleCount && <ShowMore section="current" />}
    </section>
  )
}

export function EndedRides({ bookings, mainRide, now }: Pick<CurrentBookingsProps, 'bookings' | 'mainRide' | 'now'>) {
  return (
    <section>
      <h2 className="sr-only">{myBookingsText.toReturn}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {bookings.map(booking => (
          <BookingCard
            booking={booking}
            isMain={booking === mainRide}
            key={booking.id}
            now={now}
            payableExtension={undefined}
          />
        ))}
      </ul>
    </section>
  )
}

export function PastBookings({ bookings, visibleCount, now }: SectionProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{myBookingsText.pastBookings}</h2>
      <ul className="card divide-y divide-line">
        {bookings.slice(0, visibleCount).map(booking => (
          <BookingRow booking={booking} key={booking.id} now={now} remark={refundRemarkOn(booking)}>
            <StatusBadge status="Completed" />
          </BookingRow>
        ))}
      </ul>
      {bookings.length > visibleCount && <ShowMore section="past" />}
    </section>
  )
}

/** `isOpen`: the page shows nothing else. */
export function NotConfirmed({ bookings, isOpen, visibleCount, now }: SectionProps & { isOpen: boolean }) {
  const hasHiddenRows = bookings.length > visibleCount
  // If the backend returned all bookings, the count includes the hidden ones.
  const isCountExact = !(useStore($hasMore) && hasHiddenRows)
  return (
    <details className="group card" open={isOpen}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-card px-4 font-semibold md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="numeric">
          {myBookingsText.ridesCount(
            myBookingsText.notConfirmedTitle,
            isCountExact ? bookings.length : visibleCount,
            !isCountExact
          )}
        </span>
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="chevron-down" />
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {bookings.slice(0, visibleCount).map(booking => (
          <BookingRow
            booking={booking}
            key={booking.id}
            now={now}
            remark={[remarkOn(booking), refundRemarkOn(booking)].filter(Boolean).join(' ')}
          >
            <StatusBadge status="Failed" />
            {isCancelledOrRefunded(booking) && <StatusBadge status={booking.payment_status} />}
          </BookingRow>
        ))}
      </ul>
      {hasHiddenRows && (
        <div className="pb-4">
          <ShowMore section="not_completed" />
        </div>
      )}
    </details>
  )
}

function ShowMore({ section }: { section: keyof BookingSections }) {
  const isLoading = useStore($isLoadingMore)
  const isOffline = useStore($outdated)?.isOffline
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div className="grid justify-items-center" ref={focusFallback}>
      <Button isBusy={isLoading} disabled={isOffline} kind="secondary" onClick={() => void showMore(section)} isSmall>
        {myBookingsText.showMore}
      </Button>
    </div>
  )
}

interface NoticesProps {
  /** Unconfirmed payments, and bookings that were cancelled or are refunded. */
  bookings: readonly Booking[]
  now: Date
}

/** One line each: what became of the rider's money, and what happens next. */
export function Notices({ bookings, now }: NoticesProps) {
  const read = useStore($readNotices)
  const unread = bookings.filter(booking => !isRead(booking, read))
  const focusFallback = useFocusFallback<HTMLUListElement>()
  if (unread.length === 0) return null
  return (
    <ul className="card divide-y divide-line" ref={focusFallback}>
      {unread.map(booking => (
        <li key={booking.id}>
          <article className="@container">
            <Notice booking={booking} now={now} />
          </article>
        </li>
      ))}
    </ul>
  )
}

function Notice({ booking, now }: { booking: Booking; now: Date }) {
  const isUnconfirmed = !isCancelledOrRefunded(booking)
  const title = isUnconfirmed ? myBookingsText.confirmingPayment : remarkOn(booking)
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-2.5 px-4 md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="text-yellow-fg">
          <Icon name={isUnconfirmed ? 'clock' : 'warning'} size="s" />
        </span>
        <span className="min-w-0 flex-1 basis-24 truncate text-[.9375rem] @max-[14rem]:whitespace-normal">
          <b>{title}</b> {scooterName(booking)}
        </span>
        <span className="link gap-0.5 text-[.9375rem]">
          {myBookingsText.details}
          <span className="group-open:rotate-180">
            <Icon name="chevron-down" size="s" />
          </span>
        </span>
      </summary>
      <div className="grid gap-1 px-4 pb-2 md:px-5" role={isUnconfirmed ? 'status' : undefined}>
        <p className="numeric wrap-anywhere">
          {commonText.joinFacts(
            scooterName(booking),
            rideText(booking, now),
            isUnconfirmed && booking.amount && rupeesText(booking.amount)
          )}
        </p>
        <p className="numeric wrap-anywhere">
          {isUnconfirmed ? myBookingsText.confirmingText : refundRemarkOn(booking)}
        </p>
        <p className="caption numeric">{myBookingsText.referenceText(booking.id)}</p>
        <div className="flex flex-wrap items-center gap-x-5">
          {!isUnconfirmed && <BookAgain booking={booking} now={now} />}
          <SupportLink booking={booking} className="link text-[.9375rem]" label={myBookingsText.getHelp} />
          {!isUnconfirmed && (
            <button className="link text-[.9375rem]" onClick={() => markRead(booking)} type="button">
              {myBookingsText.gotIt}
            </button>
          )}
        </div>
      </div>
    </details>
  )
}

const NO_BREAK_SPACE = '\u00A0'

interface BookingRowProps {
  booking: Booking
  children: ReactNode
  now: Date
  remark: string | null
}

function BookingRow({ booking, children, now, remark }: BookingRowProps) {
  const paid = paidFor(booking)
  const length = rideLengthText(booking).replaceAll(' ', NO_BREAK_SPACE)
  return (
    <li className="grid gap-0.5 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-16 [overflow-wrap:anywhere]">{scooterName(booking)}</h3>
        <div className="flex flex-wrap justify-end gap-1.5">{children}</div>
      </div>
      <div className="-mb-[10px] flex flex-wrap items-center justify-between gap-x-3">
        <p className="caption numeric min-w-0 flex-1 basis-48">
          {commonText.joinFacts(rideText(booking, now), length, isPaid(booking) && paid && rupeesText(paid))}
        </p>
        <div className="flex flex-wrap items-center [&>.btn]:-me-3.5">
          <BookAgain booking={booking} now={now} />
          {HAS_RIDE_CHANGES && wasPaid(booking) && <ManageButton booking={booking} />}
        </div>
      </div>
      <ExtensionLines extended={booking.extended} />
      {remark && <p className="mt-1 max-w-[64ch] text-[.9375rem]/[1.45] wrap-anywhere">{remark}</p>}
    </li>
  )
}
