import { lazy, Suspense, useId } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import { dayNumber, monthShort, weekdayShort } from '#domain/time/india-time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as bookingText from '#messages/booking/booking.ts'
import * as commonText from '#messages/common.ts'
import {
  $bookableDays,
  $calendarDay,
  $day,
  $dayNotice,
  $isCalendarOpen,
  $stripDays,
  chooseDay,
  closeCalendar,
  openCalendar
} from '#stores/booking/times.ts'
import { DAY_STRIP, RadioCard, SectionHeading, selectFirstOrLast } from './booking-layout.tsx'

const calendar = lazyPart(() => import('./month-calendar.tsx'))

// An uncaught import error would unmount the whole island and lose the rider's choices.
const MonthCalendar = lazy(() =>
  calendar.load().then(
    module => ({ default: module.MonthCalendar }),
    () => ({ default: NativeDateField })
  )
)

const DAY =
  'grid min-h-[72px] snap-start place-content-center justify-items-center gap-px rounded-control border text-[.8125rem] leading-[1.25]'

function dayClasses(isChosen: boolean, isBookable: boolean): string {
  if (isChosen) return `${DAY} border-accent bg-accent text-on-accent [scroll-initial-target:nearest]`
  if (!isBookable) return `${DAY} border-transparent bg-sunken text-ink-2`
  return `${DAY} border-line-strong bg-surface text-ink-2 hover:bg-sunken [&_b]:text-ink`
}

export function DateStrip() {
  const chosen = useStore($day)
  const calendarDay = useStore($calendarDay)
  const notice = useStore($dayNotice)
  const headingId = useId()
  return (
    <section className="flex flex-col gap-2.5">
      <SectionHeading id={headingId} title={commonText.date}>
        <button className="link" onClick={openCalendar} type="button">
          <Icon name="calendar" />
          {bookingText.moreDates}
        </button>
      </SectionHeading>
      {/* The key remounts the strip, so that it scrolls to its start, where a day from the calendar is shown. */}
      <div
        aria-labelledby={headingId}
        className={DAY_STRIP}
        key={calendarDay}
        onKeyDown={selectFirstOrLast}
        role="radiogroup"
      >
        {useStore($stripDays).map(({ day, isBookable, isToday }) => (
          <RadioCard
            checked={day === chosen}
            className={dayClasses(day === chosen, isBookable)}
            disabled={!isBookable}
            key={day}
            label={bookingText.dayAccessibleLabel(day, isToday)}
            name="day"
            onChoose={() => chooseDay(day)}
          >
            <span>{isToday ? commonText.today : weekdayShort(day)}</span>
            <b className="numeric text-xl leading-[1.2]">{dayNumber(day)}</b>
            <span>{monthShort(day)}</span>
          </RadioCard>
        ))}
      </div>
      <div className="empty:-mt-2.5" role="status">
        {notice && <Note kind="info">{notice}</Note>}
      </div>
      <Modal onClose={closeCalendar} isOpen={useStore($isCalendarOpen)} title={bookingText.chooseDate}>
        <Suspense fallback={<SkeletonBlock className="h-[392px]" />}>
          <MonthCalendar />
        </Suspense>
        <div className="grid md:justify-end">
          <Button kind="secondary" onClick={closeCalendar}>
            {commonText.close}
          </Button>
        </div>
      </Modal>
    </section>
  )
}

/** The native date input, used if our calendar fails to load. */
function NativeDateField() {
  const { first, last } = useStore($bookableDays)
  return (
    <TextField
      label={commonText.date}
      max={last}
      min={first}
      name="far_day"
      onChange={day => day !== $day.get() && chooseDay(day)}
      type="date"
      value={useStore($day)}
    />
  )
}
