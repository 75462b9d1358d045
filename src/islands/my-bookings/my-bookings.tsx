import { PATHS } from '#domain/routes.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { PaymentErrorNote } from '#islands/payment/payment-error-note.tsx'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { useNow } from '#islands/ui/hooks/use-now.ts'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings/my-bookings.ts'
import { isPaid } from '#stores/my-bookings/booking-details.ts'
import {
  $bookings,
  $olderBookings,
  $visibleCounts,
  type InitialMyBookingsData,
  myBookingsSsrEntries
} from '#stores/my-bookings/bookings-state.ts'
import { bookingsView } from '#stores/my-bookings/bookings-view.ts'
import { retryBookings } from '#stores/my-bookings/my-bookings.ts'
import { $unconfirmedIds } from '#stores/payment/unconfirmed-payments.ts'
import { BookingsSkeleton } from './bookings-skeleton.tsx'
import { Header } from './header.tsx'
import { LazyDialogs } from './lazy-dialogs.tsx'
import { LazyInstallOffer } from './lazy-install-offer.tsx'
import { OutdatedBar } from './outdated-bar.tsx'
import { CurrentBookings } from './sections/current-bookings.tsx'
import { NotConfirmed } from './sections/not-confirmed.tsx'
import { Notices } from './sections/notices.tsx'
import { PastBookings } from './sections/past-bookings.tsx'

export function MyBookings({ initialData }: { initialData?: InitialMyBookingsData }) {
  return (
    <InitialDataProvider toSsrEntries={myBookingsSsrEntries} initialData={initialData}>
      <OutdatedBar />
      <div className="wrapper grid grid-cols-[minmax(0,1fr)] gap-7">
        <MyBookingsContent />
      </div>
    </InitialDataProvider>
  )
}

function MyBookingsContent() {
  const now = useNow(SECOND_MS)
  return now ? <LoadedBookings now={now} /> : <BookingsNotLoaded />
}

function BookingsNotLoaded() {
  return (
    <>
      <Header />
      <BookingsSkeleton />
    </>
  )
}

function LoadedBookings({ now }: { now: Date }) {
  const bookings = useStore($bookings)
  const olderBookings = useStore($olderBookings)
  const visibleCounts = useStore($visibleCounts)
  const unconfirmedIds = useStore($unconfirmedIds)
  if (bookings === 'loading') return <BookingsNotLoaded />
  if (bookings === 'failed') {
    return (
      <>
        <Header />
        <ErrorState onRetry={() => void retryBookings()} title={text.loadFailed} />
      </>
    )
  }
  const all = [...bookings, ...olderBookings]
  const { current, hasRides, notices, not_completed, past } = bookingsView(all, unconfirmedIds, now)
  return (
    <>
      <Header />
      <PaymentErrorNote />
      {notices.length > 0 && <Notices bookings={notices} now={now} />}
      {bookings.length === 0 && (
        <EmptyState
          action={<LinkButton href={PATHS.home}>{text.bookScooter}</LinkButton>}
          text={text.emptyText}
          title={text.emptyTitle}
        />
      )}
      {bookings.length > 0 && !hasRides && (
        <div>
          <LinkButton href={PATHS.home}>{text.bookScooter}</LinkButton>
        </div>
      )}
      {current.length > 0 && <CurrentBookings bookings={current} visibleCount={visibleCounts.current} now={now} />}
      {current.some(isPaid) && <LazyInstallOffer />}
      {past.length > 0 && <PastBookings bookings={past} visibleCount={visibleCounts.past} now={now} />}
      {not_completed.length > 0 && (
        <NotConfirmed
          bookings={not_completed}
          isOpen={current.length + past.length + notices.length === 0}
          visibleCount={visibleCounts.not_completed}
          now={now}
        />
      )}
      <LazyDialogs now={now} />
    </>
  )
}
