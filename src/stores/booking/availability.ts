import { atom } from 'nanostores'
import { whenVisibleAgain } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { getAvailability } from '#contract/catalogue/scooters.public.ts'
import { firstFree, standingOf, takenFrom } from '#domain/availability.ts'
import { type Window, windowFrom } from '#domain/booking-window.ts'
import { PERIODS, periodOf } from '#domain/slots.ts'
import { addDays, clockOf, clockText, type Day, dayOf, hoursText, instantAt, instantFrom } from '#domain/time.ts'
import { timeTaken, timeTooShort } from '#messages/booking.ts'
import { quietly } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'
import { computed, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { $offer, $offers } from './offers.ts'
import {
  $day,
  $missedSlot,
  $openedPeriod,
  $slot,
  $slots,
  $starts,
  $timeRefused,
  afterDay,
  chooseDay,
  chooseSlot,
  loseTime
} from './times.ts'

// What of the chosen date is taken. Where no backend tells, all of it is free (spec §5), and the order decides.

/** The answer covers the chosen date and the next. */
const DAYS_KNOWN = 2
const MIDNIGHT = '00:00'

/** Null where nobody tells. */
const $busy = atom<readonly Window[] | null>(null)
export const $tellsTaken = computed($busy, busy => busy !== null)

/** The ride that a start time must have room for: the chosen one, else the shortest on offer. */
export const $hoursWanted = computed(
  [$offer, $offers],
  (offer, offers) => offer?.hours ?? Math.min(...offers.map(({ hours }) => hours))
)

export const $periods = computed([$slots, $day, $hoursWanted, $busy], (slots, day, hours, busy) => {
  const starts = slots.map(slot => ({ slot, standing: standingOf(instantAt(day, slot), hours, busy ?? []) }))
  return PERIODS.map(period => {
    const within = starts.filter(({ slot }) => periodOf(slot) === period)
    return { free_count: within.filter(({ standing }) => standing === 'free').length, period, starts: within }
  })
})

/** The part of the day on view: the one opened, else the first in which anything is free. */
export const $period = computed([$openedPeriod, $periods], (opened, periods) => {
  const open = periods.filter(({ starts }) => starts.length > 0)
  return (
    open.find(({ period }) => period === opened) ?? open.find(({ free_count }) => free_count > 0) ?? open[0] ?? null
  )
})

export const $dayIsFull = computed(
  [$slots, $periods],
  (slots, periods) => slots.length > 0 && periods.every(({ free_count }) => free_count === 0)
)

/** The next start that can be had, for a rider who cannot have the one he wanted or finds the date taken. */
export const $nextFree = computed(
  [$starts, $busy, $hoursWanted, $day, $slot, $missedSlot, $dayIsFull],
  (starts, busy, hours, day, slot, missed, is_full) => {
    if (busy === null || (missed === null && !is_full)) return null
    const from = instantAt(day, missed ?? MIDNIGHT)
    // A time refused but still chosen is not offered again.
    const later = starts.filter(start => (slot === null ? start >= from : start > from))
    const next = firstFree(later, hours, { busy, until: instantAt(addDays(day, DAYS_KNOWN), MIDNIGHT) })
    return next && { day: dayOf(next), slot: clockOf(next) }
  }
)

/** From when on something is in the way of each offer, begun at the chosen time. */
export const $takenFrom = computed([$offers, $day, $slot, $busy], (offers, day, slot, busy) => {
  if (slot === null || busy === null) return new Map<string, Date | null>()
  const start = instantAt(day, slot)
  return new Map(offers.map(({ hours, key }) => [key, takenFrom(windowFrom(start, hours), busy)]))
})

const $chosenStanding = computed([$slot, $day, $hoursWanted, $busy], (slot, day, hours, busy) =>
  slot === null ? 'free' : standingOf(instantAt(day, slot), hours, busy ?? [])
)

export function takeNextFree(): void {
  const next = $nextFree.get()
  if (next === null) return
  if (next.day !== $day.get()) chooseDay(next.day)
  chooseSlot(next.slot)
}

function clearTaken(standing: ReturnType<typeof $chosenStanding.get>): void {
  const slot = $slot.get()
  if (slot === null) return
  if (standing === 'taken') loseTime(timeTaken(clockText(slot)))
  // After a refusal the rider decides which of the two to change, the time or the length of his ride.
  if (standing === 'short' && $timeRefused.get() === '')
    loseTime(timeTooShort(clockText(slot), hoursText($hoursWanted.get())))
}

/** What is taken, as the page came with it. */
export function takenEntries(busy: readonly Booked[]): Entries {
  return [holds($busy, busy.map(windowOf))]
}

let scooter_id = ''
const asked = questions()
let arriving: Promise<void> = Promise.resolve()

/** Keeps what is taken that of the chosen date, but for a day that is known already; answers how to stop. */
export function followAvailability(id: string, known_day: Day | null): () => void {
  scooter_id = id
  const stops = [
    afterDay(known_day, () => void refreshAvailability()),
    $chosenStanding.subscribe(clearTaken),
    whenVisibleAgain(() => void refreshAvailability())
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Settled when it is known what is taken on the chosen date, or that nobody tells. */
export function availabilityArrived(): Promise<void> {
  return arriving
}

export function refreshAvailability(): Promise<void> {
  arriving = load()
  return arriving
}

async function load(): Promise<void> {
  if (IS_EXTERNAL_BACKEND) return
  const isLatest = asked()
  const answer = await quietly(call(getAvailability, { params: { id: scooter_id }, query: { date: $day.get() } }))
  if (!isLatest()) return
  $busy.set(answer?.busy.map(windowOf) ?? null)
}

type Booked = { end_time: string; start_time: string }

function windowOf({ end_time, start_time }: Booked): Window {
  return { end: instantFrom(end_time), start: instantFrom(start_time) }
}
