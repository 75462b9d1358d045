import { atom } from 'nanostores'
import { whenVisibleAgain } from '#client/device/browser.ts'
import { call } from '#client/http/api.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { getAvailability } from '#contract/catalogue/scooters.ts'
import { conflictStart, firstAvailableStart, slotAvailability } from '#domain/bookings/availability.ts'
import { type Window, windowFrom } from '#domain/bookings/booking-window.ts'
import { PERIODS, periodOf } from '#domain/bookings/slots.ts'
import { addDays, clockOf, clockText, type Day, dayOf, hoursText, instantAt, parseInstant } from '#domain/time.ts'
import { timeTaken, timeTooShort } from '#messages/booking.ts'
import { nullOnError } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { $offer, $offers } from './offers.ts'
import {
  $day,
  $selectedPeriod,
  $slot,
  $slots,
  $starts,
  $timeError,
  $unavailableSlot,
  chooseDay,
  chooseSlot,
  clearTime,
  onDayChange
} from './times.ts'

// Busy times of the selected date. If the backend provides none, every slot counts as free and the order decides.

/** The availability response covers the selected date and the next one. */
const DAYS_COVERED = 2
const MIDNIGHT = '00:00'

/** Null if the backend provides no availability. */
const $busyWindows = atom<readonly Window[] | null>(null)
export const $knowsAvailability = computed($busyWindows, busy => busy !== null)

/** Hours that a start time must have free: those of the selected offer, else of the shortest offer. */
export const $requiredHours = computed(
  [$offer, $offers],
  (offer, offers) => offer?.hours ?? Math.min(...offers.map(({ hours }) => hours))
)

export const $periods = computed([$slots, $day, $requiredHours, $busyWindows], (slots, day, hours, busy) => {
  const starts = slots.map(slot => ({ slot, status: slotAvailability(instantAt(day, slot), hours, busy ?? []) }))
  return PERIODS.map(period => {
    const inPeriod = starts.filter(({ slot }) => periodOf(slot) === period)
    return { freeCount: inPeriod.filter(({ status }) => status === 'free').length, period, starts: inPeriod }
  })
})

/** The visible period: the one that the rider opened, else the first with a free slot. */
export const $period = computed([$selectedPeriod, $periods], (opened, periods) => {
  const nonEmpty = periods.filter(({ starts }) => starts.length > 0)
  return (
    nonEmpty.find(({ period }) => period === opened) ??
    nonEmpty.find(({ freeCount }) => freeCount > 0) ??
    nonEmpty[0] ??
    null
  )
})

export const $isDayFull = computed(
  [$slots, $periods],
  (slots, periods) => slots.length > 0 && periods.every(({ freeCount }) => freeCount === 0)
)

/** The next available start, if the selected time is unavailable or the day is full. */
export const $nextFree = computed(
  [$starts, $busyWindows, $requiredHours, $day, $slot, $unavailableSlot, $isDayFull],
  (starts, busy, hours, day, slot, missed, isFull) => {
    if (busy === null || (missed === null && !isFull)) return null
    const from = instantAt(day, missed ?? MIDNIGHT)
    // Do not suggest a rejected time that is still selected.
    const later = starts.filter(start => (slot === null ? start >= from : start > from))
    const next = firstAvailableStart(later, hours, { busy, until: instantAt(addDays(day, DAYS_COVERED), MIDNIGHT) })
    return next && { day: dayOf(next), slot: clockOf(next) }
  }
)

/** For each offer at the selected time: when the next conflicting booking starts, or null. */
export const $conflictStarts = computed([$offers, $day, $slot, $busyWindows], (offers, day, slot, busy) => {
  if (slot === null || busy === null) return new Map<string, Date | null>()
  const start = instantAt(day, slot)
  return new Map(offers.map(({ hours, key }) => [key, conflictStart(windowFrom(start, hours), busy)]))
})

const $slotStatus = computed([$slot, $day, $requiredHours, $busyWindows], (slot, day, hours, busy) =>
  slot === null ? 'free' : slotAvailability(instantAt(day, slot), hours, busy ?? [])
)

export function chooseNextFree(): void {
  const next = $nextFree.get()
  if (next === null) return
  if (next.day !== $day.get()) chooseDay(next.day)
  chooseSlot(next.slot)
}

function clearUnavailableTime(status: ReturnType<typeof $slotStatus.get>): void {
  const slot = $slot.get()
  if (slot === null) return
  if (status === 'taken') clearTime(timeTaken(clockText(slot)))
  // After a rejection, the rider decides whether to change the time or the duration.
  if (status === 'short' && $timeError.get() === '')
    clearTime(timeTooShort(clockText(slot), hoursText($requiredHours.get())))
}

/** SSR entries of the busy times. */
export function availabilitySsrEntries(busy: readonly BusyWindow[]): SsrEntries {
  return [ssrEntry($busyWindows, busy.map(toWindow))]
}

let scooterId = ''
const beginRequest = latestOnly()
let pendingLoad: Promise<void> = Promise.resolve()

/** Reloads busy times when the date changes, except for the SSR day `loadedDay`. Returns an unsubscribe function. */
export function syncAvailability(id: string, loadedDay: Day | null): () => void {
  scooterId = id
  const stops = [
    onDayChange(loadedDay, () => void refreshAvailability()),
    $slotStatus.subscribe(clearUnavailableTime),
    whenVisibleAgain(() => void refreshAvailability())
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Resolves when the busy times of the selected date have loaded or failed to load. */
export function availabilityLoaded(): Promise<void> {
  return pendingLoad
}

export function refreshAvailability(): Promise<void> {
  pendingLoad = load()
  return pendingLoad
}

async function load(): Promise<void> {
  if (IS_EXTERNAL_BACKEND) return
  const isLatest = beginRequest()
  const answer = await nullOnError(call(getAvailability, { params: { id: scooterId }, query: { date: $day.get() } }))
  if (!isLatest()) return
  $busyWindows.set(answer?.busy.map(toWindow) ?? null)
}

type BusyWindow = { end_time: string; start_time: string }

function toWindow({ end_time, start_time }: BusyWindow): Window {
  return { end: parseInstant(end_time), start: parseInstant(start_time) }
}
