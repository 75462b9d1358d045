import type { Scooter } from '#contract/catalogue/catalogue.ts'
import { pauseEnd } from '#domain/bookings/opening.ts'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { Note } from './note.tsx'

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
