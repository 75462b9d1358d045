import { DayPicker } from 'react-day-picker'
import { type Day, dateText } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import { $bookableDays, $day, $isDayOpen, chooseDay } from '#stores/booking/times.ts'

// The picker uses the device's time zone. At noon, no zone or daylight saving change shifts the date.
function toCalendarDate(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function toDay(date: Date): Day {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

const CLASSES = {
  button_next: 'btn btn-icon',
  button_previous: 'btn btn-icon',
  caption_label: 'h3',
  day: 'p-0 text-center',
  day_button:
    'numeric h-11 w-full rounded-slot font-semibold enabled:bg-bg enabled:hover:bg-accent-soft disabled:cursor-not-allowed disabled:font-normal',
  disabled: 'text-ink-2',
  month: 'grid gap-2',
  month_caption: 'flex min-h-11 items-center',
  month_grid: 'w-full table-fixed border-separate [border-spacing:2px]',
  months: 'relative',
  nav: 'absolute top-0 right-0 flex gap-1',
  root: '',
  selected:
    '[&_button]:!bg-accent [&_button]:text-on-accent forced-colors:[&_button]:border-3 forced-colors:[&_button]:border-double',
  today: 'underline decoration-2 underline-offset-4',
  weekday: 'caption h-8 font-semibold'
} as const

/** The calendar of the whole booking horizon, for days beyond the strip. */
export function MonthCalendar() {
  const { first, last, today } = useStore($bookableDays)
  const isDayOpen = useStore($isDayOpen)
  const chosen = toCalendarDate(useStore($day))
  return (
    <DayPicker
      autoFocus
      classNames={CLASSES}
      components={{
        Chevron: ({ orientation }) => (
          <span className={orientation === 'left' ? 'rotate-90' : '-rotate-90'}>
            <Icon name="chevron-down" />
          </span>
        )
      }}
      defaultMonth={chosen}
      disabled={cell => !isDayOpen(toDay(cell))}
      endMonth={toCalendarDate(last)}
      fixedWeeks
      labels={{
        labelDayButton: cell => dateText(toDay(cell)),
        labelNext: () => bookingText.nextMonth,
        labelPrevious: () => bookingText.previousMonth
      }}
      mode="single"
      onDayClick={(cell, { disabled }) => !disabled && chooseDay(toDay(cell))}
      selected={chosen}
      showOutsideDays={false}
      startMonth={toCalendarDate(first)}
      today={toCalendarDate(today)}
      weekStartsOn={1}
    />
  )
}
