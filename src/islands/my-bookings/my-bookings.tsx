import { PATHS } from '#domain/routes.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import { PaymentErrorNote } from '#islands/payment/payment-notices.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { EmptyState } from '#islands/ui/feedback/empty-state.tsx'
import { ErrorState, Note, OutdatedBar, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { InitialDataProvider, useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import * as troubleText from '#messages/my-bookings/trouble.ts'
import * as problemsText from '#messages/problems.ts'
import { $installOffer, hideInstallOffer, installApp } from '#stores/app/install.ts'
import { isPaid } from '#stores/my-bookings/booking-facts.ts'
import {
  $bookings,
  $olderBookings,
  $visibleCounts,
  bookingsView,
  type InitialMyBookingsData,
  myBookingsSsrEntries
} from '#stores/my-bookings/bookings.ts'
import { $isRefreshing, refreshBookings, retryBookings } from '#stores/my-bookings/my-bookings.ts'
import { $refusedReports, dismissRefusedReport, type PendingProblem } from '#stores/my-bookings/pending-problems.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { $unconfirmedIds } from '#stores/payment/payment-notices.ts'
import { LazyDialogs } from './booking-actions.tsx'
import { CurrentBookings, EndedRides, NotConfirmed, Notices, PastBookings } from './sections.tsx'

export function MyBookings({ initialData }: { initialData?: InitialMyBookingsData }) {
  return (
    <InitialDataProvider toSsrEntries={myBookingsSsrEntries} initialData={initialData}>
      <OutdatedBookings />
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
        <ErrorState onRetry={() => void retryBookings()} title={myBookingsText.loadFailed} />
      </>
    )
  }
  const all = [...bookings, ...olderBookings]
  const { current, ended, hasRides, mainRide, notices, not_completed, past, payableExtensions } = bookingsView(
    all,
    unconfirmedIds,
    now
  )
  const endedRides = ended.length > 0 && <EndedRides bookings={ended} mainRide={mainRide} now={now} />
  // A running ride is the first.
  const isRiding = mainRide !== undefined && current.includes(mainRide)
  return (
    <>
      <Header />
      <PaymentErrorNote />
      {!isRiding && endedRides}
      {current.length === 0 && notices.length > 0 && <Notices bookings={notices} now={now} />}
      {bookings.length === 0 && (
        <EmptyState
          action={<LinkButton href={PATHS.home}>{myBookingsText.bookScooter}</LinkButton>}
          text={myBookingsText.emptyText}
          title={myBookingsText.emptyTitle}
        />
      )}
      {bookings.length > 0 && !hasRides && (
        <div>
          <LinkButton href={PATHS.home}>{myBookingsText.bookScooter}</LinkButton>
        </div>
      )}
      {current.length > 0 && (
        <CurrentBookings
          bookings={current}
          mainRide={mainRide}
          notices={notices.length > 0 && <Notices bookings={notices} now={now} />}
          payableExtensions={payableExtensions}
          visibleCount={visibleCounts.current}
          now={now}
        />
      )}
      {isRiding && endedRides}
      {current.some(isPaid) && <InstallOffer />}
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

function Header() {
  const isRefreshing = useStore($isRefreshing)
  const isOffline = useStore($outdated)?.isOffline
  return (
    <>
      <header>
        {/* The title does not break inside words; with large text, the button wraps below it. */}
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h1 className="w-min grow">{myBookingsText.title}</h1>
          <Button
            isBusy={isRefreshing}
            disabled={isOffline}
            kind="secondary"
            onClick={() => void refreshBookings()}
            isSmall
          >
            {/* Both states have the same total width, so the layout does not shift. */}
            <span
              className={`flex items-center justify-center gap-2 ${isRefreshing ? 'min-w-[94px]' : 'min-w-[120px]'}`}
            >
              {!isRefreshing && <Icon name="refresh" />}
              {isRefreshing ? commonText.refreshing : commonText.refresh}
            </span>
          </Button>
        </div>
        <p className="muted">{myBookingsText.subtitle}</p>
      </header>
      {useStore($refusedReports).map(report => (
        <RefusedReport key={report.body.id} report={report} />
      ))}
    </>
  )
}

/** Its words stay until the rider has read why. */
function RefusedReport({ report: { body, refused, scooter } }: { report: PendingProblem }) {
  const focusFallback = useFocusFallback<HTMLDivElement>()
  return (
    <div ref={focusFallback}>
      <Note kind="error" role="alert">
        <p className="font-semibold">{troubleText.notTaken(problemsText.PROBLEM_NAMES[body.kind], scooter)}</p>
        {body.words && <p>{body.words}</p>}
        <p>{refused}</p>
        <div className="-ms-3">
          <Button kind="ghost" onClick={() => dismissRefusedReport(body.id)} isSmall>
            {commonText.ok}
          </Button>
        </div>
      </Note>
    </div>
  )
}

function OutdatedBookings() {
  const now = useNow(MINUTE_MS)
  const outdated = useStore($outdated)
  const outdatedText = outdated?.isOffline ? myBookingsText.savedOffline : myBookingsText.savedUnreachable
  return <OutdatedBar>{outdated && now && outdatedText(timeOrWeekdayText(outdated.saved_at, now))}</OutdatedBar>
}

/** Offered when there is a booking whose PIN is useful offline, until it is answered once per device. */
function InstallOffer() {
  const offer = useStore($installOffer)
  if (offer === null) return null
  return (
    <section className="card grid gap-3 p-4 md:flex md:items-center md:justify-between md:gap-6 md:p-5">
      <div>
        <h2 className="h3">{appShellText.installTitle}</h2>
        <p className="muted">{appShellText.installText}</p>
        {offer === 'menu' && <p>{appShellText.installByMenu}</p>}
      </div>
      <div className="flex flex-none gap-2">
        {offer === 'button' && (
          <Button kind="secondary" onClick={() => void installApp()} isSmall>
            {appShellText.install}
          </Button>
        )}
        <Button kind="ghost" onClick={hideInstallOffer} isSmall>
          {commonText.notNow}
        </Button>
      </div>
    </section>
  )
}

const PAST_ROWS = ['first', 'second', 'third']

function BookingsSkeleton() {
  return (
    <>
      <section aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="muted min-h-[26px]" role="status">
          {myBookingsText.loading}
        </p>
        <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:gap-5">
          <CardSkeleton />
        </div>
      </section>
      <section aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SkeletonBlock className="h-[26px] w-40" />
        <div className="card divide-y divide-line">
          {PAST_ROWS.map(row => (
            <div className="grid gap-1.5 px-4 py-3.5 md:px-5" key={row}>
              <SkeletonBlock className="h-[22px] w-40" />
              <SkeletonBlock className="h-[18px] w-52" />
            </div>
          ))}
        </div>
      </section>
    </>
  )
}

/** As tall as the largest card. */
function CardSkeleton() {
  return (
    <div className="card grid gap-3 p-3 md:col-span-full md:grid-cols-2 md:gap-x-5 md:p-5">
      <div className="col-span-full flex justify-between gap-3">
        <SkeletonBlock className="h-[43px] w-3/5" />
        <SkeletonBlock className="h-[26px] w-24" />
      </div>
      <SkeletonBlock className="h-[176px] rounded-card" />
      <div className="grid content-between gap-3">
        <SkeletonBlock className="h-[80px]" />
        <SkeletonBlock className="h-[44px] w-44" />
        <SkeletonBlock className="h-[26px] w-28" />
      </div>
    </div>
  )
}
