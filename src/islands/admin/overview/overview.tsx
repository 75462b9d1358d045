import type { ComponentProps, ReactNode } from 'react'
import type { Tab } from '#domain/admin/screens.ts'
import { HAS_PAYMENTS, HAS_STAFF } from '#domain/backend.ts'
import { SCOOTER_STATUSES, type ScooterStatus } from '#domain/catalogue/scooters.ts'
import { STATS_COUNT_MAX } from '#domain/constants.ts'
import { dashboardWith } from '#islands/admin/dashboard.tsx'
import { LoadedDialogs } from '#islands/admin/lazy-dialogs.tsx'
import { Revenue } from '#islands/admin/overview/revenue.tsx'
import { ListLink, useMay } from '#islands/admin/shell.tsx'
import { staffDialogs } from '#islands/admin/staff/staff-actions.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ErrorState, Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import { $recentBookings, $recentBookingsFailed, type RecentBooking } from '#stores/admin/bookings/booking-lists.ts'
import { ACTIVE_BOOKINGS } from '#stores/admin/bookings/booking-queries.ts'
import { $fleet } from '#stores/admin/catalogue/scooter-lists.ts'
import { openForm, openTab, retryDashboard } from '#stores/admin/dashboard.ts'
import { $stats } from '#stores/admin/dashboard-lists.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import {
  $firstSteps,
  $fleetByStatus,
  $fleetShares,
  $isSavingLocks,
  $nextStep,
  copySignUpLink,
  type FirstStep,
  setLocks
} from '#stores/admin/overview/overview.ts'
import { relativeRideText, startText } from '#stores/admin/relative-times.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import { $me } from '#stores/session/me.ts'
import { Needs } from './needs.tsx'

function RecentRow({ booking }: { booking: RecentBooking }) {
  const now = useRenderTime()
  const starts = startText(booking, now)
  return (
    <li className="flex flex-wrap gap-x-[12px] gap-y-[2px] px-[20px] py-[12px] wrap-anywhere not-first:border-t not-first:border-line md:grid md:grid-cols-[minmax(0,1fr)_auto_minmax(8.5rem,auto)] md:gap-x-[20px]">
      <h3 className="flex-1 basis-24">{booking.user_name}</h3>
      <p className="caption numeric order-3 basis-full md:order-none md:col-[2] md:row-[1]">
        {relativeRideText(booking, now)}
      </p>
      <p className="caption order-2 basis-full md:order-none md:col-[1]">
        {listsText.scooterAt(booking.scooter_name, booking.property_name)}
      </p>
      <span className="recent-status order-1 flex flex-col-reverse items-end gap-1 md:order-none md:col-[3] md:row-[1/span_2] md:justify-self-end">
        {starts && <span className="caption numeric">{starts}</span>}
        <StatusBadge status={booking.payment_status} />
      </span>
    </li>
  )
}

const SKELETON_KEYS = ['one', 'two', 'three', 'four', 'five']

function RecentBookings() {
  const recent = useStore($recentBookings)
  const stats = useStore($stats)
  // If the stats failed too, the dashboard already shows one error for both.
  if (useStore($recentBookingsFailed))
    return stats === 'failed' ? null : <ErrorState onRetry={retryDashboard} title={dashboardText.dashboardLoadFailed} />
  return (
    <section aria-busy={recent === null} className="card min-w-0">
      <h2 className="px-5 pt-5 pb-2">{dashboardText.recentBookings}</h2>
      {recent === null &&
        SKELETON_KEYS.map(key => <SkeletonBlock className="mx-5 my-3 h-11 rounded-slot max-md:h-20" key={key} />)}
      {recent?.length === 0 && <p className="muted px-5 pb-5">{dashboardText.noRecentBookings}</p>}
      <ul>
        {recent?.map(booking => (
          <RecentRow booking={booking} key={booking.id} />
        ))}
      </ul>
    </section>
  )
}

const STATUS_FILLS: Record<ScooterStatus, string> = {
  Available: 'fill-scoot-1',
  Booked: 'fill-orange-fg',
  Maintenance: 'fill-red-fg'
}

/** The share of scooters by status. It is decorative, because the counts below show the same. */
function FleetShareBar() {
  const shares = useStore($fleetShares)
  return (
    <svg aria-hidden="true" className="h-2.5 w-full rounded-[3px] bg-sunken">
      {shares.map(({ from, percent, status }) => (
        <rect className={STATUS_FILLS[status]} height="100%" key={status} width={`${percent}%`} x={`${from}%`} />
      ))}
      {shares.slice(1).map(({ from, status }) => (
        <rect className="fill-surface" height="100%" key={status} width="3" x={`${from}%`} />
      ))}
    </svg>
  )
}

/** Uses only loaded scooters; hidden if the fleet is larger than one response. */
function FleetStatus() {
  const counts = useStore($fleetByStatus)
  if (!useStore($fleet)) return null
  return (
    <section className="card grid gap-2.5 p-5">
      <h2>{dashboardText.scootersNow}</h2>
      <FleetShareBar />
      <dl className="grid gap-2.5">
        {SCOOTER_STATUSES.map(status => (
          <div className="flex items-center justify-between" key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="numeric font-semibold">{counts[status]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function QuickActions() {
  return (
    <section className="card grid gap-2.5 p-5">
      <h2>{dashboardText.quickActions}</h2>
      <Button kind="secondary" onClick={() => openTab('properties')} isWide>
        <Icon name="building" />
        {dashboardText.manageProperties}
      </Button>
      <Button kind="secondary" onClick={() => openTab('scooters')} isWide>
        <Icon name="scooter" />
        {dashboardText.manageScooters}
      </Button>
    </section>
  )
}

interface StepProps {
  children: ReactNode
  hint?: string
  step: FirstStep
}

function Step({ children, hint, step }: StepProps) {
  const isDone = useStore($firstSteps)?.[step]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <span className={isDone ? 'text-green-fg' : 'text-ink-2'}>
        <Icon name={isDone ? 'check-circle' : 'clock'} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          {dashboardText.firstSteps[step]}
          {isDone && <span className="sr-only">{`: ${dashboardText.firstSteps.done}`}</span>}
        </p>
        {hint && !isDone && <p className="caption">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}

/** The button of the first step that is not done stands out. */
function StepButton({ children, step, ...button }: ComponentProps<typeof Button> & { step: FirstStep }) {
  const isNext = useStore($nextStep) === step
  return (
    <Button {...button} isSmall kind={isNext ? 'primary' : 'secondary'}>
      {children}
    </Button>
  )
}

/** What a new portal needs, until a ride is paid and the locks are set. */
function FirstSteps() {
  const steps = useStore($firstSteps)
  const isSavingLocks = useStore($isSavingLocks)
  if (steps === null) return null
  return (
    <section className="card">
      <h2 className="px-4 pt-4 md:px-5">{dashboardText.firstSteps.title}</h2>
      <p className="caption px-4 pb-1 md:px-5">{dashboardText.firstSteps.intro}</p>
      <ol className="divide-y divide-line">
        <Step step="properties">
          <StepButton onClick={() => openForm('properties')} step="properties">
            {dashboardText.firstSteps.addProperty}
          </StepButton>
        </Step>
        <Step step="scooters">
          <StepButton onClick={() => openForm('scooters')} step="scooters">
            {dashboardText.firstSteps.addScooter}
          </StepButton>
        </Step>
        <Step step="locks">
          <StepButton isBusy={isSavingLocks} onClick={() => void setLocks(!steps.locks)} step="locks">
            {steps.locks ? dashboardText.firstSteps.locksNotSet : dashboardText.firstSteps.locksSet}
          </StepButton>
        </Step>
        <Step hint={dashboardText.firstSteps.pricesText} step="prices">
          <StepButton onClick={() => openTab('pricing')} step="prices">
            {dashboardText.tabs.pricing}
          </StepButton>
          <Button isSmall kind="secondary" onClick={() => openTab('plans')}>
            {dashboardText.tabs.plans}
          </Button>
        </Step>
        <Step hint={dashboardText.firstSteps.ridersText} step="riders">
          <StepButton onClick={() => void copySignUpLink()} step="riders">
            {dashboardText.firstSteps.copyLink}
          </StepButton>
        </Step>
      </ol>
    </section>
  )
}

function MailNote() {
  const me = useStore($me)
  if (me === null || !isLoaded(me) || me.sends_mail) return null
  return <Note kind="warning">{dashboardText.noMailService}</Note>
}

export function Overview() {
  const isNew = useStore($firstSteps) !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {HAS_STAFF && <Needs isNew={isNew} />}
      <MailNote />
      <FirstSteps />
      <StatCards />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {HAS_PAYMENTS && <Revenue />}
          <RecentBookings />
        </div>
        <div className="grid gap-4">
          <QuickActions />
          <FleetStatus />
        </div>
      </div>
      <LoadedDialogs dialogs={staffDialogs} />
    </div>
  )
}

export const OverviewPage = dashboardWith('overview', Overview)

interface StatCardProps {
  caption: string
  count: number | null
  /** The count stops here. */
  max?: number | undefined
  /** What the list shows when it opens from here. */
  query?: Partial<ListQuery>
  tab: Tab
}

/** A count, as a link to the rows that it counts. */
function StatCard({ caption, count, max, query = {}, tab }: StatCardProps) {
  return (
    // On phones, count and text are stacked: a count in the thousands has no room beside it and would shift the page on
    // load.
    <ListLink
      className="card flex min-h-17 items-center gap-x-3.5 px-4 py-2.5 max-md:flex-col max-md:items-start hover:bg-sunken"
      query={query}
      screen={tab}
    >
      {count === null ? (
        <SkeletonBlock className="h-9 w-9 rounded max-md:h-10" />
      ) : (
        <b className="numeric text-4xl font-bold tracking-tight">{listsText.countText(count, count === max)}</b>
      )}
      <div className="min-w-0">
        <h2 className="h3">{dashboardText.tabs[tab]}</h2>
        <p className="caption">{caption}</p>
      </div>
      <span className="ml-auto -rotate-90 text-ink-2 max-md:hidden">
        <Icon name="chevron-down" />
      </span>
    </ListLink>
  )
}

/** What the portal has. A failure shows one error for the whole dashboard. */
export function StatCards() {
  const stats = useStore($stats)
  const isPartial = !useMay('owner')
  if (stats === 'failed') return null
  const loaded = isLoaded(stats) ? stats : null
  return (
    <section aria-busy={stats === 'loading'} className="auto-columns max-md:gap-3 lg:grid-cols-4">
      <StatCard caption={dashboardText.totalLocations} count={loaded?.total_properties ?? null} tab="properties" />
      <StatCard
        caption={loaded ? dashboardText.availableOf(loaded.total_scooters) : dashboardText.available}
        count={loaded?.available_scooters ?? null}
        query={{ filters: { status: 'Available' } }}
        tab="scooters"
      />
      <StatCard
        caption={dashboardText.registered}
        count={loaded?.total_users ?? null}
        max={isPartial ? STATS_COUNT_MAX : undefined}
        tab="users"
      />
      <StatCard
        caption={dashboardText.active}
        count={loaded?.active_bookings ?? null}
        query={ACTIVE_BOOKINGS}
        tab="bookings"
      />
    </section>
  )
}
