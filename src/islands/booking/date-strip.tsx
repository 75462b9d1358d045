import { lazy, Suspense, useId } from 'react'
import { type Day, dateText, dayNumber, monthShort, weekdayShort } from '#domain/time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Bone } from '#islands/ui/feedback/skeleton.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking.ts'
import {
  $calendarOpen,
  $day,
  $dayNotice,
  $farDay,
  $strip,
  chooseDay,
  closeCalendar,
  openCalendar
} from '#stores/booking/times.ts'
import { DAY_STRIP } from './frame.tsx'
import { PlainCalendar } from './plain-calendar.tsx'
import { RadioCard } from './radio-card.tsx'
import { SectionHead } from './section-head.tsx'

const calendar = () => import('./month-calendar.tsx')

// What is not caught here takes the whole screen down, and the rider's choices with it.
const MonthCalendar = lazy(() =>
  calendar().then(
    module => ({ default: module.MonthCalendar }),
    () => ({ default: PlainCalendar })
  )
)

const DAY =
  'grid min-h-[72px] snap-start place-content-center justify-items-center gap-px rounded-control border text-[.8125rem] leading-[1.25]'

function lookOf(is_chosen: boolean, is_bookable: boolean): string {
  if (is_chosen) return `${DAY} border-accent bg-accent text-on-accent`
  if (!is_bookable) return `${DAY} border-transparent bg-sunken text-ink-2`
  return `${DAY} border-line-strong bg-surface text-ink-2 hover:bg-sunken [&_b]:text-ink`
}

function spoken(day: Day, is_today: boolean): string {
  return is_today ? `${text.today} ${dayNumber(day)} ${monthShort(day)}` : dateText(day)
}

export function DateStrip() {
  const chosen = useStore($day)
  const far_day = useStore($farDay)
  const notice = useStore($dayNotice)
  const heading_id = useId()
  return (
    <section className="flex flex-col gap-2.5">
      <SectionHead id={heading_id} title={text.date}>
        <button className="link" onClick={openCalendar} type="button">
          <Icon name="calendar" />
          {text.moreDates}
        </button>
      </SectionHead>
      {/* A day from the calendar stands first: the strip is drawn anew, so that it is not scrolled away from it. */}
      <div aria-labelledby={heading_id} className={DAY_STRIP} key={far_day} role="radiogroup">
        {useStore($strip).map(({ day, is_bookable, is_today }) => (
          <RadioCard
            checked={day === chosen}
            className={lookOf(day === chosen, is_bookable)}
            disabled={!is_bookable}
            key={day}
            label={spoken(day, is_today)}
            name="day"
            onChoose={() => chooseDay(day)}
          >
            <span>{is_today ? text.today : weekdayShort(day)}</span>
            <b className="num text-xl leading-[1.2]">{dayNumber(day)}</b>
            <span>{monthShort(day)}</span>
          </RadioCard>
        ))}
      </div>
      <div className="empty:-mt-2.5" role="status">
        {notice && <Note kind="info">{notice}</Note>}
      </div>
      <Modal onClose={closeCalendar} open={useStore($calendarOpen)} title={text.chooseDate}>
        <Suspense fallback={<Bone className="h-[392px]" />}>
          <MonthCalendar />
        </Suspense>
        <div className="grid md:justify-end">
          <Button kind="secondary" onClick={closeCalendar}>
            {text.closeCalendar}
          </Button>
        </div>
      </Modal>
    </section>
  )
}
