import { PATHS } from '#domain/routes.ts'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { useNow } from '#islands/ui/hooks/use-now.ts'
import { Start, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings.ts'
import {
  $bookings,
  $drawn,
  $older,
  isPaid,
  type MyBookingsStart,
  myBookingsEntries,
  retryBookings,
  sectionsOf
} from '#stores/my-bookings/my-bookings.ts'
import { BookingCard } from './booking-card.tsx'
import { BookingsSkeleton } from './bookings-skeleton.tsx'
import { GiveUp } from './cancel-hold.tsx'
import { Header } from './header.tsx'
import { Install } from './install.tsx'
import { NotCompleted } from './not-completed.tsx'
import { OutdatedBar } from './outdated-bar.tsx'
import { PastBookings } from './past-bookings.tsx'
import { PaymentTroubleNote } from './payment-trouble-note.tsx'
import { ShowMore } from './show-more.tsx'

const SECOND_MS = 1000

export function MyBookings({ start }: { start?: MyBookingsStart }) {
  return (
    <Start entriesOf={myBookingsEntries} start={start}>
      <OutdatedBar />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-7">
        <Timed />
      </div>
    </Start>
  )
}

function Timed() {
  const now = useNow(SECOND_MS)
  return now ? <Loaded now={now} /> : <Unloaded />
}

function Unloaded() {
  return (
    <>
      <Header />
      <BookingsSkeleton />
    </>
  )
}

function Loaded({ now }: { now: Date }) {
  const bookings = useStore($bookings)
  const older = useStore($older)
  const drawn = useStore($drawn)
  if (bookings === 'loading') return <Unloaded />
  if (bookings === 'failed') {
    return (
      <>
        <Header />
        <ErrorState retry={() => void retryBookings()} title={text.loadFailed} />
      </>
    )
  }
  const { current, not_completed, past } = sectionsOf([...bookings, ...older], now)
  return (
    <>
      <Header />
      <PaymentTroubleNote />
      {current.length + past.length === 0 && (
        <EmptyState
          action={<LinkButton href={PATHS.home}>{text.bookScooter}</LinkButton>}
          text={text.emptyText}
          title={text.emptyTitle}
        />
      )}
      {current.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2>{text.currentAndUpcoming}</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:gap-5">
            {current.slice(0, drawn.current).map(booking => (
              <BookingCard booking={booking} key={booking.id} now={now} />
            ))}
          </ul>
          {current.length > drawn.current && <ShowMore section="current" />}
        </section>
      )}
      {current.some(isPaid) && <Install />}
      {past.length > 0 && <PastBookings bookings={past} drawn={drawn.past} now={now} />}
      {not_completed.length > 0 && <NotCompleted bookings={not_completed} drawn={drawn.not_completed} now={now} />}
      <GiveUp now={now} />
    </>
  )
}
