import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { pauseEnd } from '#domain/bookings/opening.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import { Note } from '#islands/ui/feedback/states.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-store.tsx'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { obstacleLink } from '#stores/app/obstacle-link.ts'

interface BookingBlockNoteProps {
  block: BookingBlock | null
  /** False where the page has it elsewhere. */
  hasLink?: boolean
  /** The property's own number of support. */
  supportPhone: string | null | undefined
}

/** Why the rider may not book, and where to do something about it. */
export function BookingBlockNote({ block, hasLink = true, supportPhone }: BookingBlockNoteProps) {
  if (block === null) return null
  const link = hasLink && obstacleLink(block, supportPhone)
  return (
    <Note kind="warning">
      <p>{bookingBlocksText.BLOCK_TEXTS[block]}</p>
      {link && (
        <a className="link" href={link.href} {...(link.isNewTab && { rel: 'noopener', target: '_blank' })}>
          {link.label}
        </a>
      )}
    </Note>
  )
}

/** Until when no ride of a scooter's property starts. */
export function PauseNote({ scooter }: { scooter: Pick<Scooter, 'pause_note' | 'paused_until'> }) {
  const now = useRenderTime()
  const until = pauseEnd(scooter, now)
  return (
    until && (
      <Note kind="warning">
        {bookingBlocksText.pausedNote(bookingBlocksText.pauseEndText(until, now), scooter.pause_note)}
      </Note>
    )
  )
}
