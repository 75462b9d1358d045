import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { rupeesText } from '#domain/money.ts'
import { bookingPath } from '#domain/routes.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { ScooterPicture } from '#islands/ui/art/scooter-picture.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { $prices, captionOf, countAvailable, isAvailable, sortAvailableFirst } from '#stores/home/home.ts'

export const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[repeat(auto-fill,minmax(256px,1fr))] md:gap-5'

export function ScooterGrid({ now, scooters }: { now: Date; scooters: readonly Scooter[] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-0.5 md:flex md:items-baseline md:justify-between md:gap-4">
        <h2 className="numeric">{homeText.availableScooters(countAvailable(scooters))}</h2>
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
      {homeText.startingFrom}{' '}
      <span className="font-bold text-ink">{commonText.perHour(rupeesText(lowest.perHour))}</span>{' '}
      {lowest.plan && homeText.withPlan(lowest.plan)}
    </p>
  )
}

export const CARD =
  'card grid grid-cols-[clamp(104px,31vw,128px)_minmax(0,1fr)] overflow-hidden md:grid-cols-[minmax(0,1fr)] md:grid-rows-[auto_1fr]'
export const CARD_BODY = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2.5 p-3.5 md:p-4'

function ScooterCard({ now, scooter }: { now: Date; scooter: Scooter }) {
  const isFree = isAvailable(scooter)
  return (
    <li className={CARD}>
      <ScooterPicture className="md:h-36" isDimmed={!isFree} image_url={scooter.image_url} name={scooter.name} />
      <div className={CARD_BODY}>
        <h3 className="[overflow-wrap:anywhere]">{scooter.name}</h3>
        <p className="caption numeric flex flex-wrap items-center gap-x-1.5">
          <StatusBadge status={scooter.status} />
          {captionOf(scooter, now)}
        </p>
        <ShortestRidePrice />
        {isFree ? (
          <LinkButton href={bookingPath(scooter.id)} isSmall isWide>
            {commonText.bookNow}
          </LinkButton>
        ) : (
          <UnavailableButtons scooter={scooter} />
        )}
      </div>
    </li>
  )
}

/** All scooters of a property cost the same. */
function ShortestRidePrice() {
  const shortest = useStore($prices)?.shortest
  return (
    <p className="caption numeric min-h-5">
      {shortest && homeText.priceOf(rupeesText(shortest.cost), hoursText(shortest.hours))}
    </p>
  )
}

function UnavailableButtons({ scooter }: { scooter: Scooter }) {
  const unavailable = (
    <Button disabled isSmall isWide>
      {homeText.currentlyUnavailable}
    </Button>
  )
  if (!scooter.bookable_later) return unavailable
  return (
    <div className="grid gap-2">
      {unavailable}
      <LinkButton href={bookingPath(scooter.id)} kind="secondary" isSmall isWide>
        {homeText.bookForLater}
      </LinkButton>
    </div>
  )
}
