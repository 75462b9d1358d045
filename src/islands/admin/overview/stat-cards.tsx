import { groupDigits } from '#domain/catalogue/pricing.ts'
import { ListLink } from '#islands/admin/list/list-link.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/dashboard.ts'
import * as portalOverview from '#messages/admin/overview.ts'
import { $stats, type Resource } from '#stores/admin/dashboard-lists.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import { ACTIVE_BOOKINGS } from '#stores/admin/overview/overview.ts'

interface StatCardProps {
  caption: string
  count: number | null
  /** What the list shows when it opens from here. */
  query?: Partial<ListQuery>
  tab: Resource
}

/** A count, as a link to the rows that it counts. */
function StatCard({ caption, count, query = {}, tab }: StatCardProps) {
  return (
    // On phones, count and text are stacked: a count in the thousands has no room beside it and would shift the page on
    // load.
    <ListLink
      className="card flex min-h-17 items-center gap-x-3.5 px-4 py-2.5 max-md:flex-col max-md:items-start hover:bg-sunken"
      query={query}
      tab={tab}
    >
      {count === null ? (
        <SkeletonBlock className="h-9 w-9 rounded max-md:h-10" />
      ) : (
        <b className="numeric text-4xl font-bold tracking-tight">{groupDigits(count)}</b>
      )}
      <div className="min-w-0">
        <h2 className="h3">{text.tabs[tab]}</h2>
        <p className="caption">{caption}</p>
      </div>
      <span className="ml-auto -rotate-90 text-ink-2 max-md:hidden">
        <Icon name="chevron-down" />
      </span>
    </ListLink>
  )
}

export function StatCards() {
  const stats = useStore($stats)
  const loaded = typeof stats === 'string' ? null : stats
  return (
    <section aria-busy={stats === 'loading'} className="auto-columns max-md:gap-3 lg:grid-cols-4">
      <StatCard caption={portalOverview.totalLocations} count={loaded?.total_properties ?? null} tab="properties" />
      <StatCard
        caption={loaded ? portalOverview.availableOf(loaded.total_scooters) : portalOverview.available}
        count={loaded?.available_scooters ?? null}
        query={{ filters: { status: 'Available' } }}
        tab="scooters"
      />
      <StatCard caption={portalOverview.registered} count={loaded?.total_users ?? null} tab="users" />
      <StatCard
        caption={portalOverview.active}
        count={loaded?.active_bookings ?? null}
        query={ACTIVE_BOOKINGS}
        tab="bookings"
      />
    </section>
  )
}
