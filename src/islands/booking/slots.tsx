import type { SlotAvailability } from '#domain/bookings/availability.ts'
import { type Clock, clockParts, clockText, type Day, hoursText, spokenDayText } from '#domain/time/india-time.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking/booking.ts'
import { $knowsAvailability, $period, $requiredHours } from '#stores/booking/availability.ts'
import { $ride, isWithinRide } from '#stores/booking/offers.ts'
import { $day, $slot, chooseSlot } from '#stores/booking/times.ts'
import { RadioCard, selectFirstOrLast } from './booking-layout.tsx'

const SLOT = 'grid min-h-[46px] place-items-center rounded-slot border text-[.9375rem] font-semibold'

const SLOT_STYLES = {
  chosen: 'border-accent bg-accent text-on-accent',
  free: 'border-line-strong bg-surface hover:bg-sunken [&_small]:text-ink-2',
  inRide: 'slot-in-ride border-accent bg-accent-soft text-accent-ink',
  taken: 'slot-taken border-transparent text-ink-2 line-through',
  yours: 'slot-taken border-transparent text-ink-2'
} as const

function slotStyle(status: SlotAvailability, isChosen: boolean, isInRide: boolean): keyof typeof SLOT_STYLES {
  if (isChosen) return 'chosen'
  if (isInRide && (status === 'free' || status === 'short')) return 'inRide'
  return status === 'short' ? 'taken' : status
}

function unavailableReason(status: SlotAvailability, hours: number): string | null {
  if (status === 'free') return null
  if (status === 'short') return text.notFreeFor(hoursText(hours))
  return status === 'yours' ? text.yours : text.taken
}

/** A start time's label where its styling is not visible, for example in a select. `hours` is the ride's length. */
export function slotLabel(slot: Clock, status: SlotAvailability, hours: number): string {
  const reason = unavailableReason(status, hours)
  return reason === null ? clockText(slot) : text.timeWithReason(clockText(slot), reason)
}

/** Screen reader users hear slots one by one, so the label includes the day and the status. */
function accessibleSlotLabel(slot: Clock, day: Day, reason: string | null): string {
  return text.timeAccessibleLabel(clockText(slot), spokenDayText(day), reason)
}

function SlotTime({ slot, status }: { slot: Clock; status: SlotAvailability }) {
  const { meridiem, time } = clockParts(slot)
  return (
    <span className="numeric text-center leading-[1.2] whitespace-nowrap">
      {time}
      {'\u00A0'}
      <small className="text-[.8125rem] font-medium">{meridiem}</small>
      {status === 'yours' && <small className="block text-xs font-medium">{text.yours}</small>}
    </span>
  )
}

function SlotLegend() {
  const hours = useStore($requiredHours)
  const knowsAvailability = useStore($knowsAvailability)
  const hasTooShort = useStore($period)?.starts.some(({ status }) => status === 'short')
  const entries = [
    { look: 'border-line-strong bg-surface', name: text.legendFree },
    { look: 'slot-in-ride border-accent bg-accent-soft', name: text.legendSelected }
  ]
  if (knowsAvailability) {
    const name = hasTooShort ? text.takenOrNotFreeFor(hoursText(hours)) : text.legendTaken
    entries.push({ look: 'border-line slot-taken', name })
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
  const hours = useStore($requiredHours)
  if (period === null) return null
  return (
    <>
      <div
        aria-label={text.timesIn(period.period)}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.6rem,1fr))] gap-2 md:grid-cols-6"
        onKeyDown={selectFirstOrLast}
        role="radiogroup"
      >
        {period.starts.map(({ slot, status }) => (
          <RadioCard
            checked={slot === chosen}
            className={`${SLOT} ${SLOT_STYLES[slotStyle(status, slot === chosen, isWithinRide(slot, day, ride))]}`}
            disabled={status !== 'free' && slot !== chosen}
            key={slot}
            label={accessibleSlotLabel(slot, day, unavailableReason(status, hours))}
            name="slot"
            onChoose={() => chooseSlot(slot)}
          >
            <SlotTime slot={slot} status={status} />
          </RadioCard>
        ))}
      </div>
      <SlotLegend />
    </>
  )
}
