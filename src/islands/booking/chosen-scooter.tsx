import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { rideEndOf } from '#domain/bookings/rides.ts'
import { Icon, type IconName } from '#islands/ui/art/icon.tsx'
import { ScooterPicture } from '#islands/ui/art/scooter-picture.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { StatusBadge } from '#islands/ui/feedback/status-badge.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import { IMAGE_ASPECT, ScooterDetails, ScooterFrame } from './booking-layout.tsx'

const STEP_ICONS: readonly IconName[] = ['check', 'pin-map', 'chat']

/** Identical in the loaded page and its skeleton. */
export function Instructions() {
  return (
    <ul className="grid gap-2.5 text-[.9375rem] text-ink-2">
      {bookingText.instructions.map((instruction, index) => (
        <li className="flex gap-2.5" key={instruction}>
          <span className="mt-1 text-accent-ink">
            <Icon name={STEP_ICONS[index] ?? 'check'} size="s" />
          </span>
          {instruction}
        </li>
      ))}
    </ul>
  )
}

export function ChosenScooter({ scooter }: { scooter: Scooter }) {
  const { bookable_later, image_url, known_damage, name, status } = scooter
  const now = useRenderTime()
  const rideEnd = rideEndOf(scooter, now)
  const isUnavailable = status !== 'Available' && !bookable_later
  return (
    <ScooterFrame>
      <ScooterPicture className={IMAGE_ASPECT} isDimmed={isUnavailable} image_url={image_url} name={name} />
      <ScooterDetails
        title={
          <>
            <h1 className="text-xl wrap-anywhere md:text-xl">{name}</h1>
            <StatusBadge status={status} />
          </>
        }
      >
        {rideEnd && <p className="caption numeric">{commonText.bookedUntil(rideEnd, now)}</p>}
        <Instructions />
        {known_damage && <p className="text-[.9375rem] wrap-anywhere">{problemsText.knownDamage(known_damage)}</p>}
        {isUnavailable && <Note kind="warning">{bookingText.scooterUnavailable}</Note>}
      </ScooterDetails>
    </ScooterFrame>
  )
}
