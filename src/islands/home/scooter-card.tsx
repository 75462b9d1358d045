import type { ReactNode } from 'react'
import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { rupeesText } from '#domain/money.ts'
import { bookingPath } from '#domain/routes.ts'
import { hoursText } from '#domain/time/india-time.ts'
import { ScooterPicture } from '#islands/ui/art/pictures.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as homeText from '#messages/home.ts'
import { $prices, captionOf, isAvailable } from '#stores/home/home.ts'

export const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[repeat(auto-fill,minmax(256px,1fr))] md:gap-5'

// On phones the picture is beside the text, or above it if large text leaves no room.
export const CARD = 'card flex flex-wrap overflow-hidden md:grid md:grid-cols-[minmax(0,1fr)] md:grid-rows-[auto_1fr]'
export const CARD_PICTURE = 'min-h-28 flex-[1_1_clamp(104px,31vw,128px)] md:h-36'
export const CARD_BODY = 'grid min-w-0 flex-[999_1_10rem] grid-cols-[minmax(0,1fr)] content-start gap-2.5 p-3.5 md:p-4'

interface CardProps {
  children: ReactNode
  isDimmed: boolean
  scooter: Scooter
}

/** What every card of a scooter has: its picture and its name. */
export function CardOf({ children, isDimmed, scooter: { image_url, name } }: CardProps) {
  return (
    <li className={CARD}>
      <ScooterPicture className={CARD_PICTURE} isDimmed={isDimmed} image_url={image_url} name={name} />
      <div className={CARD_BODY}>
        <h3 className="[overflow-wrap:anywhere]">{name}</h3>
        {children}
      </div>
    </li>
  )
}

/** As it is now. */
export function ScooterCard({ now, scooter }: { now: Date; scooter: Scooter }) {
  const isFree = isAvailable(scooter)
  return (
    <CardOf isDimmed={!isFree} scooter={scooter}>
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
    </CardOf>
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
