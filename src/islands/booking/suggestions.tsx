import { lazy, Suspense } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import { HAS_HOLDS } from '#domain/backend.ts'
import { clockText, type Day, dayText, hoursText } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import { $suggestions, chooseSuggestion, type Suggestion } from '#stores/booking/availability.ts'
import { $day, $missedStart } from '#stores/booking/times.ts'

function suggestionText({ day, offer, slot }: Suggestion, selected: Day): string {
  if (offer) return bookingText.shorterRide(clockText(slot), hoursText(offer.hours))
  return bookingText.freeStart(clockText(slot), day === selected ? null : dayText(day))
}

/** What the rider can take instead of a start that is not free. */
export function Suggestions() {
  const suggestions = useStore($suggestions)
  const selected = useStore($day)
  if (suggestions.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {suggestions.map(suggestion => (
        <Button
          key={`${suggestion.day} ${suggestion.slot} ${suggestion.offer?.key}`}
          kind="secondary"
          onClick={() => chooseSuggestion(suggestion)}
          isSmall
        >
          <Icon name="clock" />
          <span className="numeric">{suggestionText(suggestion, selected)}</span>
        </Button>
      ))}
    </div>
  )
}

const otherScooter = lazyPart(() => import('./other-scooter.tsx'))

// Only a hint: a page that cannot load it goes on.
const OtherScooter = lazy(() =>
  otherScooter.load().then(
    part => ({ default: part.OtherScooter }),
    () => ({ default: Nothing })
  )
)

const Nothing = () => null

/** What the rider can take at the very time. The region is always there, so that screen readers announce it. */
export function SameTime() {
  const isMissed = useStore($missedStart) !== null
  return (
    <div className="empty:-mt-2.5" role="status">
      {HAS_HOLDS && isMissed && (
        <Suspense>
          <OtherScooter />
        </Suspense>
      )}
    </div>
  )
}
