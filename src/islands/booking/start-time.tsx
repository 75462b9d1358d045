import { useId } from 'react'
import { clockText, dayText, hoursText } from '#domain/time.ts'
import { Icon } from '#islands/ui/art/icon.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Select } from '#islands/ui/controls/select.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking.ts'
import { $dayIsFull, $hoursWanted, $nextFree, $periods, takeNextFree } from '#stores/booking/availability.ts'
import { $missing } from '#stores/booking/form.ts'
import { $day, $slot, $timeNotice, $timeRefused, chooseSlot } from '#stores/booking/times.ts'
import { CONCERN_IDS } from './concerns.ts'
import { SectionHead } from './section-head.tsx'
import { Periods, Slots, startText } from './slots.tsx'

function SlotSelect({ refused_id }: { refused_id: string }) {
  const is_missing = useStore($missing) === 'time'
  const is_refused = useStore($timeRefused) !== ''
  return (
    <div className="num min-w-0 font-semibold">
      <Select
        aria-describedby={is_refused ? refused_id : undefined}
        aria-invalid={is_missing || is_refused || undefined}
        id={CONCERN_IDS.time}
        onChange={value => chooseSlot(value || null)}
        small
        value={useStore($slot) ?? ''}
      >
        <option value="">{text.chooseTime}</option>
        {useStore($periods)
          .filter(({ starts }) => starts.length > 0)
          .map(({ period, starts }) => (
            <optgroup key={period} label={period}>
              {starts.map(({ slot, standing }) => (
                <option disabled={standing !== 'free'} key={slot} value={slot}>
                  {startText(slot, standing)}
                </option>
              ))}
            </optgroup>
          ))}
      </Select>
    </div>
  )
}

/** Why the time has to be chosen anew, or cannot be chosen on this date at all. */
function TimeNotice() {
  const notice = useStore($timeNotice)
  const hours = hoursText(useStore($hoursWanted))
  if (useStore($dayIsFull)) return <Note kind="info">{text.dayFull(hours)}</Note>
  return notice ? <Note kind="warning">{notice}</Note> : null
}

function NextFree() {
  const next = useStore($nextFree)
  const day = useStore($day)
  if (next === null) return null
  return (
    <div className="grid md:justify-start">
      <Button kind="secondary" onClick={takeNextFree} small>
        <Icon name="clock" />
        <span className="num">{text.nextFree(clockText(next.slot), next.day === day ? null : dayText(next.day))}</span>
      </Button>
    </div>
  )
}

/** Three views of one value: the select, the part of the day, its slots. */
export function StartTime() {
  const refused = useStore($timeRefused)
  const refused_id = useId()
  return (
    <section className="flex flex-col gap-2.5">
      <SectionHead label_for={CONCERN_IDS.time} title={text.startTime}>
        <SlotSelect refused_id={refused_id} />
      </SectionHead>
      <p className="away-only cap -mt-1 flex items-center gap-1.5">
        <Icon name="clock" size="s" />
        {text.indiaTime}
      </p>
      <div className="empty:-mt-2.5" role="status">
        <TimeNotice />
      </div>
      <div className="empty:-mt-2.5" id={refused_id} role="alert">
        {refused && <Note kind="error">{refused}</Note>}
      </div>
      <NextFree />
      <Periods />
      <Slots />
    </section>
  )
}
