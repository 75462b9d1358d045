import { dayOf, dayText, timeText } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { useNow } from '#islands/ui/hooks/use-time.ts'
import * as text from '#messages/admin/lists.ts'

/** The current time in India, which all times in the portal use. */
export function IndiaClock() {
  const now = useNow(SECOND_MS)
  return (
    <time className="caption numeric min-h-5" dateTime={now?.toISOString()}>
      {now && text.dayAndTime(dayText(dayOf(now)), timeText(now))}
    </time>
  )
}
