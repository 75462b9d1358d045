import { clockText, type Day, dayText, hoursText } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import * as freeScootersText from '#messages/booking/free-scooters.ts'
import { $suggestions, chooseSuggestion, type Suggestion } from '#stores/booking/availability.ts'
import { $otherScooter } from '#stores/booking/other-scooter.ts'
import { $day } from '#stores/booking/times.ts'

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

/** What the rider can take at the very time. */
export function OtherScooter() {
  const other = useStore($otherScooter)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:-mt-2.5" role="status">
      {other && (
        <>
          <p className="wrap-anywhere">{freeScootersText.freeThen(other.name)}</p>
          <LinkButton href={other.path} kind="secondary" isSmall>
            {freeScootersText.take(other.name)}
          </LinkButton>
        </>
      )}
    </div>
  )
}
