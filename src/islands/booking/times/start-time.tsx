import { useId } from 'react'
import { clockText, type Day, dayText, hoursText } from '#domain/time/india-time.ts'
import { FOCUS_TARGET_IDS } from '#islands/booking/focus-target-id.ts'
import { SectionHeading } from '#islands/booking/section-heading.tsx'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Select } from '#islands/ui/controls/select.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingTimes from '#messages/booking/booking-times.ts'
import * as labels from '#messages/labels.ts'
import {
  $isDayFull,
  $periods,
  $requiredHours,
  $suggestions,
  chooseSuggestion,
  type Suggestion
} from '#stores/booking/availability.ts'
import { $highlightedChoice } from '#stores/booking/book.ts'
import { $day, $slot, $timeError, $timeNotice, chooseSlot } from '#stores/booking/times.ts'
import { SlotPeriods } from './slot-periods.tsx'
import { Slots, slotLabel } from './slots.tsx'

function SlotSelect({ errorId }: { errorId: string }) {
  const isMissing = useStore($highlightedChoice) === 'time'
  const isRefused = useStore($timeError) !== ''
  const hours = useStore($requiredHours)
  return (
    <div className="numeric min-w-0 font-semibold">
      <Select
        aria-describedby={isRefused ? errorId : undefined}
        aria-invalid={isMissing || isRefused || undefined}
        id={FOCUS_TARGET_IDS.time}
        onChange={value => chooseSlot(value || null)}
        isSmall
        value={useStore($slot) ?? ''}
      >
        <option value="">{bookingTimes.chooseTime}</option>
        {useStore($periods)
          .filter(({ starts }) => starts.length > 0)
          .map(({ period, starts }) => (
            <optgroup key={period} label={period}>
              {starts.map(({ slot, status }) => (
                <option disabled={status !== 'free'} key={slot} value={slot}>
                  {slotLabel(slot, status, hours)}
                </option>
              ))}
            </optgroup>
          ))}
      </Select>
    </div>
  )
}

/** Why the rider must select another time, or why the date has none. */
function TimeNotice() {
  const notice = useStore($timeNotice)
  const hours = hoursText(useStore($requiredHours))
  if (useStore($isDayFull)) return <Note kind="info">{bookingTimes.dayFull(hours)}</Note>
  return notice ? <Note kind="warning">{notice}</Note> : null
}

function suggestionText({ day, offer, slot }: Suggestion, selected: Day): string {
  if (offer) return bookingTimes.shorterRide(clockText(slot), hoursText(offer.hours))
  return bookingTimes.freeStart(clockText(slot), day === selected ? null : dayText(day))
}

/** What the rider can take instead of a start that is not free. */
function Suggestions() {
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

/** Three controls for one value: the select, the period and its slots. */
export function StartTime() {
  const error = useStore($timeError)
  const errorId = useId()
  return (
    <section className="flex flex-col gap-2.5">
      <SectionHeading labelFor={FOCUS_TARGET_IDS.time} title={labels.startTime}>
        <SlotSelect errorId={errorId} />
      </SectionHeading>
      <p className="abroad-only caption -mt-1 flex items-center gap-1.5">
        <Icon name="clock" size="s" />
        {bookingTimes.indiaTime}
      </p>
      <div className="empty:-mt-2.5" role="status">
        <TimeNotice />
      </div>
      <div className="empty:-mt-2.5" id={errorId} role="alert">
        {error && <Note kind="error">{error}</Note>}
      </div>
      <Suggestions />
      <SlotPeriods />
      <Slots />
    </section>
  )
}
