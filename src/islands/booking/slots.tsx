import type { Standing } from '#domain/availability.ts'
import { type Clock, clockParts, clockText, type Day, hoursText, spokenDayText } from '#domain/time.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking.ts'
import { $hoursWanted, $period, $periods, $tellsTaken } from '#stores/booking/availability.ts'
import { $ride, isRidden } from '#stores/booking/offers.ts'
import { $day, $slot, chooseSlot, openPeriod } from '#stores/booking/times.ts'
import { RadioCard } from './radio-card.tsx'

const PART = 'min-h-[50px] rounded-slot px-0.5 text-sm leading-[1.2] font-semibold disabled:cursor-not-allowed'

const SLOT = 'grid min-h-[46px] place-items-center rounded-slot border text-[.9375rem] font-semibold'
const LOOKS = {
  chosen: 'border-accent bg-accent text-on-accent',
  free: 'border-line-strong bg-surface hover:bg-sunken [&_small]:text-ink-2',
  ridden: 'ridden border-accent bg-accent-soft text-accent-ink',
  taken: 'hatched border-transparent text-ink-2 line-through'
} as const

function lookOf(standing: Standing, is_chosen: boolean, is_ridden: boolean): keyof typeof LOOKS {
  if (is_chosen) return 'chosen'
  if (is_ridden && standing !== 'taken') return 'ridden'
  return standing === 'free' ? 'free' : 'taken'
}

function reasonAgainst(standing: Standing): string | null {
  if (standing === 'free') return null
  return standing === 'taken' ? text.taken : text.tooShort
}

/** How a start time is told where its look says nothing. */
export function startText(slot: Clock, standing: Standing): string {
  const reason = reasonAgainst(standing)
  return reason === null ? clockText(slot) : text.timeNotFree(clockText(slot), reason)
}

/** Whoever hears the slots one by one has neither the strip above nor the hatching in view. */
function heard(slot: Clock, day: Day, standing: Standing): string {
  return text.timeHeard(clockText(slot), spokenDayText(day), reasonAgainst(standing))
}

/** `free_count` is null where nobody tells what is taken. */
function remainsText(count: number, free_count: number | null): string {
  if (count === 0) return text.past
  if (free_count === null) return text.timesCount(count)
  return free_count === 0 ? text.taken : text.freeCount(free_count)
}

export function Periods() {
  const shown = useStore($period)?.period
  const tells_taken = useStore($tellsTaken)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand between heading and buttons
    <div aria-label={text.partOfDay} className="grid grid-cols-4 rounded-control bg-sunken p-[3px]" role="group">
      {useStore($periods).map(({ free_count, period, starts }) => (
        <button
          aria-pressed={period === shown}
          className={`${PART} ${period === shown ? 'bg-seg text-ink [box-shadow:0_1px_2px_rgb(0_0_0/.05)]' : 'text-ink-2 enabled:hover:text-ink'}`}
          disabled={starts.length === 0}
          key={period}
          onClick={() => openPeriod(period)}
          type="button"
        >
          {period}
          <small className="num block text-xs font-medium">
            {remainsText(starts.length, tells_taken ? free_count : null)}
          </small>
        </button>
      ))}
    </div>
  )
}

function SlotTime({ slot }: { slot: Clock }) {
  const { half, time } = clockParts(slot)
  return (
    <span className="num whitespace-nowrap">
      {time}
      {'\u00A0'}
      <small className="text-[.8125rem] font-medium">{half}</small>
    </span>
  )
}

function Legend() {
  const hours = useStore($hoursWanted)
  const tells_taken = useStore($tellsTaken)
  const some_too_short = useStore($period)?.starts.some(({ standing }) => standing === 'short')
  const entries = [
    { look: 'border-line-strong bg-surface', name: text.legendFree },
    { look: 'ridden border-accent bg-accent-soft', name: text.legendYourRide }
  ]
  if (tells_taken) {
    const name = some_too_short ? text.takenOrTooShort(hoursText(hours)) : text.legendTaken
    entries.push({ look: 'border-line hatched', name })
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

export function Slots() {
  const chosen = useStore($slot)
  const day = useStore($day)
  const ride = useStore($ride)
  const period = useStore($period)
  if (period === null) return null
  return (
    <>
      <div aria-label={text.timesIn(period.period)} className="grid grid-cols-4 gap-2 md:grid-cols-6" role="radiogroup">
        {period.starts.map(({ slot, standing }) => (
          <RadioCard
            checked={slot === chosen}
            className={`${SLOT} ${LOOKS[lookOf(standing, slot === chosen, isRidden(slot, day, ride))]}`}
            disabled={standing !== 'free' && slot !== chosen}
            key={slot}
            label={heard(slot, day, standing)}
            name="slot"
            onChoose={() => chooseSlot(slot)}
          >
            <SlotTime slot={slot} />
          </RadioCard>
        ))}
      </div>
      <Legend />
    </>
  )
}
