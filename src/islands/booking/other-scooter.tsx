import { LinkButton } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { $otherScooter } from '#stores/booking/other-scooter.ts'

/** Loads once a time was missed. */
export function OtherScooter() {
  const other = useStore($otherScooter)
  return (
    other && (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="wrap-anywhere">{bookingBlocksText.freeThen(other.name)}</p>
        <LinkButton href={other.path} kind="secondary" isSmall>
          {bookingBlocksText.take(other.name)}
        </LinkButton>
      </div>
    )
  )
}
