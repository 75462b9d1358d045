import { groupDigits } from '#domain/pricing.ts'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton-block.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/general.ts'
import { $stats } from '#stores/admin/dashboard-lists.ts'

function Stat({ caption, count, label }: { caption: string; count: number | null; label: string }) {
  return (
    // On phones, count and text are stacked: a count in the thousands has no room beside it and would shift the page on
    // load.
    <div className="card flex min-h-17 items-center gap-x-3.5 px-4 py-2.5 max-md:flex-col max-md:items-start">
      {count === null ? (
        <SkeletonBlock className="h-9 w-9 rounded max-md:h-10" />
      ) : (
        <b className="numeric text-4xl font-bold tracking-tight">{groupDigits(count)}</b>
      )}
      <div className="min-w-0">
        <h2 className="h3">{label}</h2>
        <p className="caption">{caption}</p>
      </div>
    </div>
  )
}

export function StatCards() {
  const stats = useStore($stats)
  const loaded = typeof stats === 'string' ? null : stats
  return (
    <section aria-busy={stats === 'loading'} className="two-columns max-md:gap-3 lg:grid-cols-4">
      <Stat caption={text.totalLocations} count={loaded?.total_properties ?? null} label={text.tabs.properties} />
      <Stat
        caption={loaded ? text.availableOf(loaded.total_scooters) : text.available}
        count={loaded?.available_scooters ?? null}
        label={text.tabs.scooters}
      />
      <Stat caption={text.registered} count={loaded?.total_users ?? null} label={text.tabs.users} />
      <Stat caption={text.active} count={loaded?.active_bookings ?? null} label={text.tabs.bookings} />
    </section>
  )
}
