import { lazy, Suspense, useId } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import { HAS_HOLDS } from '#domain/backend.ts'
import type { SlotAvailability } from '#domain/bookings/availability.ts'
import { hoursOn } from '#domain/bookings/opening.ts'
import {
  type Clock,
  clockParts,
  clockText,
  type Day,
  dayText,
  hoursText,
  spokenDayText
} from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Select } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import * as commonText from '#messages/common.ts'
import {
  $isDayFull,
  $knowsAvailability,
  $period,
  $periods,
  $requiredHours,
  $suggestions,
  $visibleStarts,
  chooseSuggestion,
  type Suggestion
} from '#stores/booking/availability.ts'
import { $highlightedChoice } from '#stores/booking/book.ts'
import {
  $day,
  $limits,
  $missedStart,
  $slot,
  $slotOfNow,
  $slots,
  $timeError,
  $timeNotice,
  chooseSlot,
  openPeriod
} from '#stores/booking/times.ts'
import { FOCUS_TARGET_IDS, RadioCard, SectionHeading, selectFirstOrLast } from './booking-layout.tsx'

function SlotSelect({ errorId }: { errorId: string }) {
  const isMissing = useStore($highlightedChoice) === 'time'
  const isRefused = useStore($timeError) !== ''
  const hours = useStore($requiredHours)
  const slotOfNow = useStore($slotOfNow)
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
        <option value="">{bookingText.chooseTime}</option>
        {useStore($periods)
          .filter(({ starts }) => starts.length > 0)
          .map(({ period, starts }) => (
            <optgroup key={period} label={period}>
              {starts.map(({ slot, status }) => (
                <option disabled={status !== 'free'} key={slot} value={slot}>
                  {slotLabel(slot, slot === slotOfNow, unavailableReason(status, hours))}
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
  const isDayFull = useStore($isDayFull)
  if (useStore($slots).length === 0) return <Note kind="info">{bookingBlocksText.noStartTimes}</Note>
  if (isDayFull) return <Note kind="info">{bookingText.dayFull(hours)}</Note>
  return notice ? <Note kind="warning">{notice}</Note> : null
}

function OpenHours() {
  const hours = hoursOn(useStore($day), useStore($limits))
  return hours && <p className="caption numeric">{bookingBlocksText.openHours(hours.opens_at, hours.closes_at)}</p>
}

/** Three controls for one value: the select, the period and its slots. */
export function StartTime() {
  const error = useStore($timeError)
  const errorId = useId()
  return (
    <section className="flex flex-col gap-2.5">
      <SectionHeading labelFor={FOCUS_TARGET_IDS.time} title={commonText.startTime}>
        <SlotSelect errorId={errorId} />
      </SectionHeading>
      <p className="abroad-only caption -mt-1 flex items-center gap-1.5">
        <Icon name="clock" size="s" />
        {bookingText.indiaTime}
      </p>
      <div className="empty:-mt-2.5" role="status">
        <TimeNotice />
      </div>
      <div className="empty:-mt-2.5" id={errorId} role="alert">
        {error && <Note kind="error">{error}</Note>}
      </div>
      <Suggestions />
      <SameTime />
      <OpenHours />
      <SlotPeriods />
      <Slots />
    </section>
  )
}

const PERIOD_BUTTON = 'min-h-[50px] rounded-slot px-0.5 text-sm leading-[1.2] font-semibold disabled:cursor-not-allowed'

type PeriodSlots = ReturnType<typeof $periods.get>[number]

function freeCountText(
  { freeCount, isFull, isPast, starts }: Omit<PeriodSlots, 'period'>,
  knowsAvailability: boolean
): string {
  if (starts.length === 0) return isPast ? bookingText.pastRemark : bookingBlocksText.closedRemark
  if (!knowsAvailability) return bookingText.timesCount(starts.length)
  if (isFull) return bookingText.fullRemark
  return bookingText.freeCount(freeCount)
}

function SlotPeriods() {
  const selected = useStore($period)?.period
  const knowsAvailability = useStore($knowsAvailability)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand between heading and buttons
    <div
      aria-label={bookingText.partOfDay}
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

const SLOT = 'grid min-h-[46px] place-items-center rounded-slot border text-[.9375rem] font-semibold'

const SLOT_STYLES = {
  chosen: 'border-accent bg-accent text-on-accent',
  free: 'border-line-strong bg-surface hover:bg-sunken [&_small]:text-ink-2',
  inRide: 'slot-in-ride border-accent bg-accent-soft text-accent-ink',
  taken: 'slot-taken border-transparent text-ink-2 line-through',
  yours: 'slot-taken border-transparent text-ink-2'
} as const

function unavailableReason(status: SlotAvailability, hours: number): string | null {
  if (status === 'free') return null
  if (status === 'short') return bookingText.notFreeFor(hoursText(hours))
  if (status === 'closing') return bookingBlocksText.endsAfterClosing
  return status === 'yours' ? bookingText.yoursRemark : bookingText.takenRemark
}

/** A start time's label where its styling is not visible, for example in a select. */
function slotLabel(slot: Clock, isNow: boolean, reason: string | null): string {
  const time = bookingText.shortStartText(clockText(slot), isNow)
  return reason === null ? time : bookingText.timeWithReason(time, reason)
}

/** Screen reader users hear slots one by one, so the label includes the day and the status. */
function accessibleSlotLabel(slot: Clock, isNow: boolean, day: Day, reason: string | null): string {
  return bookingText.timeAccessibleLabel(bookingText.startText(clockText(slot), isNow), spokenDayText(day), reason)
}

function SlotTime({ isNow, slot, status }: { isNow: boolean; slot: Clock; status: SlotAvailability }) {
  const { meridiem, time } = clockParts(slot)
  return (
    <span className="numeric text-center leading-[1.2] whitespace-nowrap">
      {isNow ? (
        <>
          {bookingText.startNow}
          <small className="block text-xs font-medium">{clockText(slot)}</small>
        </>
      ) : (
        <>
          {time}
          {'\u00A0'}
          <small className="text-[.8125rem] font-medium">{meridiem}</small>
        </>
      )}
      {status === 'yours' && <small className="block text-xs font-medium">{bookingText.yoursRemark}</small>}
    </span>
  )
}

function SlotLegend() {
  const hours = useStore($requiredHours)
  const knowsAvailability = useStore($knowsAvailability)
  const hasTooShort = useStore($period)?.starts.some(({ status }) => status === 'short' || status === 'closing')
  const entries: { look: string; name: string }[] = [
    { look: SLOT_STYLES.free, name: bookingText.legendFree },
    { look: SLOT_STYLES.chosen, name: bookingText.legendSelected }
  ]
  if (knowsAvailability) {
    const name = hasTooShort ? bookingText.takenOrNotFreeFor(hoursText(hours)) : bookingText.legendTaken
    entries.push({ look: SLOT_STYLES.taken, name })
  }
  return (
    <ul className="flex flex-wrap gap-x-4.5 gap-y-1.5 text-[.8125rem] text-ink-2">
      {entries.map(({ look, name }) => (
        <li className="flex items-center gap-1.5" key={name}>
          <span className={`size-4.5 rounded-[4px] border ${look}`} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Slots() {
  const chosen = useStore($slot)
  const day = useStore($day)
  const starts = useStore($visibleStarts)
  const period = useStore($period)
  const hours = useStore($requiredHours)
  const slotOfNow = useStore($slotOfNow)
  if (period === null) return null
  return (
    <>
      <div
        aria-label={bookingText.timesIn(period.period)}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.6rem,1fr))] gap-2 md:grid-cols-6"
        onKeyDown={selectFirstOrLast}
        role="radiogroup"
      >
        {starts.map(({ look, slot, status }) => (
          <RadioCard
            checked={slot === chosen}
            className={`${SLOT} ${SLOT_STYLES[look]}`}
            disabled={status !== 'free' && slot !== chosen}
            key={slot}
            label={accessibleSlotLabel(slot, slot === slotOfNow, day, unavailableReason(status, hours))}
            name="slot"
            onChoose={() => chooseSlot(slot)}
          >
            <SlotTime isNow={slot === slotOfNow} slot={slot} status={status} />
          </RadioCard>
        ))}
      </div>
      <SlotLegend />
    </>
  )
}

function suggestionText({ day, offer, slot }: Suggestion, selected: Day): string {
  if (offer) return bookingText.shorterRide(clockText(slot), hoursText(offer.hours))
  return bookingText.freeStart(clockText(slot), day === selected ? null : dayText(day))
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
function SameTime() {
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
