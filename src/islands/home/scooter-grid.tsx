import type { Scooter } from '#contract/catalogue/scooters.ts'
import { rupeesText } from '#domain/catalogue/pricing.ts'
import { SkeletonBlock } from '#islands/ui/feedback/skeleton-block.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { perHour } from '#messages/booking/per-hour.ts'
import * as text from '#messages/home.ts'
import { $prices, countAvailable, sortAvailableFirst } from '#stores/home/home.ts'
import { ScooterCard } from './scooter-card.tsx'

export const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[repeat(auto-fill,minmax(256px,1fr))] md:gap-5'

export function ScooterGrid({ now, scooters }: { now: Date; scooters: readonly Scooter[] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-0.5 md:flex md:items-baseline md:justify-between md:gap-4">
        <h2 className="numeric">{text.availableScooters(countAvailable(scooters))}</h2>
        <StartingRate />
      </div>
      {scooters.length > 0 && (
        <ul className={GRID}>
          {sortAvailableFirst(scooters).map(scooter => (
            <ScooterCard key={scooter.id} now={now} scooter={scooter} />
          ))}
        </ul>
      )}
    </section>
  )
}

function StartingRate() {
  const lowest = useStore($prices)?.lowest
  if (!lowest) return <SkeletonBlock className="h-6 w-44" />
  return (
    <p className="muted numeric">
      {text.startingFrom} <span className="font-bold text-ink">{perHour(rupeesText(lowest.perHour))}</span>{' '}
      {lowest.plan && text.withPlan(lowest.plan)}
    </p>
  )
}
