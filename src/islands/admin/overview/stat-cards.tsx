import type { Tab } from '#domain/admin/screens.ts'
import { STATS_COUNT_MAX } from '#domain/constants.ts'
import { ListLink, useMay } from '#islands/admin/shell.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import { ACTIVE_BOOKINGS } from '#stores/admin/bookings/booking-queries.ts'
import { $stats } from '#stores/admin/dashboard-lists.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import { isLoaded } from '#stores/kit/requests.ts'

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
