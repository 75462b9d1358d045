import { useId } from 'react'
import { clockText, type Day, dayText, hoursText } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Select } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking/booking.ts'
import * as labels from '#messages/labels.ts'
import {
  $isDayFull,
  $knowsAvailability,
  $period,
  $periods,
  $requiredHours,
  $suggestions,
  chooseSuggestion,
  type Suggestion
} from '#stores/booking/availability.ts'
import { $highlightedChoice } from '#stores/booking/book.ts'
import { $day, $slot, $timeError, $timeNotice, chooseSlot, openPeriod } from '#stores/booking/times.ts'
import { FOCUS_TARGET_IDS, SectionHeading } from './booking-layout.tsx'
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
        <option value="">{text.chooseTime}</option>
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
  if (useStore($isDayFull)) return <Note kind="info">{text.dayFull(hours)}</Note>
  return notice ? <Note kind="warning">{notice}</Note> : null
}

function suggestionText({ day, offer, slot }: Suggestion, selected: Day): string {
  if (offer) return text.shorterRide(clockText(slot), hoursText(offer.hours))
  return text.freeStart(clockText(slot), day === selected ? null : dayText(day))
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
        {text.indiaTime}
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

const PERIOD_BUTTON = 'min-h-[50px] rounded-slot px-0.5 text-sm leading-[1.2] font-semibold disabled:cursor-not-allowed'

type PeriodSlots = ReturnType<typeof $periods.get>[number]

function freeCountText({ freeCount, starts }: Omit<PeriodSlots, 'period'>, knowsAvailability: boolean): string {
  if (starts.length === 0) return text.past
  if (!knowsAvailability) return text.timesCount(starts.length)
  if (starts.every(({ status }) => status === 'taken' || status === 'yours')) return text.full
  return text.freeCount(freeCount)
}

function SlotPeriods() {
  const selected = useStore($period)?.period
  const knowsAvailability = useStore($knowsAvailability)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand between heading and buttons
    <div
      aria-label={text.partOfDay}
      className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] rounded-control bg-sunken p-[3px]"
      role="group"
    >
      {useStore($periods).map(({ period, ...slots }) => (
        <button
          aria-pressed={period === selected}
          className={`${PERIOD_BUTTON} ${period === selected ? 'bg-segment text-ink [box-shadow:0_1px_2px_rgb(0_0_0/.05)]' : 'text-ink-2 enabled:hover:text-ink'}`}
          disabled={slots.starts.length === 0}
          key={period}
          onClick={() => openPeriod(period)}
          type="button"
        >
          {period}
          <small className="numeric block text-xs font-medium">{freeCountText(slots, knowsAvailability)}</small>
        </button>
      ))}
    </div>
  )
}
