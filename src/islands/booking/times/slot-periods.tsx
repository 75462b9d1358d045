import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking/booking-times.ts'
import { $knowsAvailability, $period, $periods } from '#stores/booking/availability.ts'
import { openPeriod } from '#stores/booking/times.ts'

const PERIOD_BUTTON = 'min-h-[50px] rounded-slot px-0.5 text-sm leading-[1.2] font-semibold disabled:cursor-not-allowed'

type PeriodSlots = ReturnType<typeof $periods.get>[number]

function freeCountText({ freeCount, starts }: Omit<PeriodSlots, 'period'>, knowsAvailability: boolean): string {
  if (starts.length === 0) return text.past
  if (!knowsAvailability) return text.timesCount(starts.length)
  if (starts.every(({ status }) => status === 'taken' || status === 'yours')) return text.full
  return text.freeCount(freeCount)
}

export function SlotPeriods() {
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
