import { atom } from 'nanostores'
import { whenVisibleAgain } from '#client/device/page.ts'
import type { Scooter } from '#contract/catalogue/catalogue.ts'
import type { Opening } from '#domain/bookings/opening.ts'
import { type Period, periodOf } from '#domain/bookings/slots.ts'
import {
  firstBookableDay,
  hasBookableStart,
  isBookable,
  lastBookableDay,
  slotsFor
} from '#domain/bookings/start-times.ts'
import { BOOKING_HORIZON_DAYS, DATE_STRIP_DAYS } from '#domain/constants.ts'
import { addDays, type Clock, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'

// The selected date and start time. The choices depend on the current time in India, which changes while the page is
// open.

const CLOCK_CHECK_MS = 15_000

export const $now = atom(new Date(0))
/** A day selected in the calendar beyond the strip; it is added to the strip. */
export const $calendarDay = atom<Day | null>(null)
/** The part of the day that the rider used last; null before the first choice. */
export const $selectedPeriod = atom<Period | null>(null)

export const $day = atom<Day>('')
export const $slot = atom<Clock | null>(null)
/** The start time that was selected but turned out to be unavailable. */
export const $missedSlot = atom<Clock | null>(null)
/** Why the selected start time was cleared; announced politely. */
export const $timeNotice = atom('')
/** Why the server rejected the start time. */
export const $timeError = atom('')
export const $isCalendarOpen = atom(false)

/** The property's limits. An external backend sends none. */
export type Limits = Opening & Pick<Scooter, 'max_days_ahead' | 'max_ride_hours'>
export const $limits = atom<Limits>({ max_days_ahead: null, max_ride_hours: null })

export const $bookableDays = computed([$now, $limits], (now, limits) => ({
  first: firstBookableDay(now, limits),
  last: lastBookableDay(now, limits.max_days_ahead),
  today: dayOf(now)
}))

/** Whether a ride can start on a day. */
export const $isDayOpen = computed(
  [$bookableDays, $now, $limits],
  ({ first, last }, now, limits) =>
    (day: Day) =>
      day >= first && day <= last && hasBookableStart(day, now, limits)
)

export const $stripDays = computed([$bookableDays, $isDayOpen, $calendarDay], (range, isDayOpen, calendarDay) => {
  const { last, today } = range
  const upcoming = Array.from({ length: DATE_STRIP_DAYS }, (_, index) => addDays(today, index))
  const days = calendarDay === null || upcoming.includes(calendarDay) ? upcoming : [calendarDay, ...upcoming]
  return days.filter(day => day <= last).map(day => ({ day, isBookable: isDayOpen(day), isToday: day === today }))
})

export const $dayNotice = computed([$bookableDays, $day], ({ first, today }, day) =>
  first > today && day === first ? bookingText.todayIsOver(first === addDays(today, 1) ? null : first) : ''
)

/** The start times of the selected date that are not in the past, while the property is open. */
export const $slots = computed([$day, $now, $limits], slotsFor)

/** The start time that has begun, where rides start at once; null if there is none. */
export const $slotOfNow = computed([$slots, $day, $now], ([first = null], day, now) =>
  first !== null && instantAt(day, first) <= now ? first : null
)

/** The missed start; null when it has passed, because then no scooter has it. */
export const $missedStart = computed([$missedSlot, $day, $slots], (slot, day, slots) =>
  slot !== null && slots.includes(slot) ? instantAt(day, slot) : null
)

/** All start times of the selected date and the next one, in order. */
export const $starts = computed([$day, $now, $bookableDays, $limits], (day, now, { last }, limits) => {
  const days = day === '' ? [] : [day, addDays(day, 1)].filter(each => each <= last)
  return days.flatMap(each => slotsFor(each, now, limits).map(slot => instantAt(each, slot)))
})

/** SSR entries of a page rendered at `now`, with the preselected start. */
export function timesSsrEntries(now: Date, day: Day, slot: Clock | null): SsrEntries {
  return [ssrEntry($now, now), ssrEntry($day, day), ssrEntry($slot, slot)]
}

export function chooseDay(day: Day): void {
  const { today } = $bookableDays.get()
  if (!$isDayOpen.get()(day)) return
  if (day >= addDays(today, DATE_STRIP_DAYS)) $calendarDay.set(day)
  $isCalendarOpen.set(false)
  clearNotices()
  $day.set(day)
  clearPastTime()
}

/** Applies the property's limits. A date or a time outside them is replaced by the first date, without a time. */
export function applyLimits(limits: Limits): void {
  $limits.set(limits)
  const { first, last } = $bookableDays.get()
  const day = $day.get()
  clearPastTime()
  if ($isDayOpen.get()(day)) return
  const missed = $slot.get() ?? $missedSlot.get()
  chooseDay(first)
  clearTime(
    day > last ? bookingText.startTooFar(limits.max_days_ahead ?? BOOKING_HORIZON_DAYS) : bookingText.timeClosed
  )
  // Today, the time may have passed; the new date has then cleared it before.
  $missedSlot.set(missed)
}

/**
 * Calls `task` with the selected day and each later one, except a first day equal to `loadedDay`. Returns an
 * unsubscribe function.
 */
export function onDayChange(loadedDay: Day | null, task: (day: Day) => void): () => void {
  let isFirst = true
  return $day.subscribe(day => {
    if (!(isFirst && day === loadedDay)) task(day)
    isFirst = false
  })
}

export function chooseSlot(slot: Clock | null): void {
  clearNotices()
  $slot.set(slot)
  if (slot) $selectedPeriod.set(periodOf(slot))
}

function clearNotices(): void {
  $missedSlot.set(null)
  $timeNotice.set('')
  $timeError.set('')
}

/** Clears a start time that is no longer available, and shows why. */
export function clearTime(sentence: string): void {
  $missedSlot.set($slot.get())
  $slot.set(null)
  $timeNotice.set(sentence)
}

/** Clears the start time that the server rejected, and shows why. */
export function rejectTime(sentence: string): void {
  clearTime('')
  $timeError.set(sentence)
}

export const openPeriod = (period: Period): void => $selectedPeriod.set(period)

export const openCalendar = (): void => $isCalendarOpen.set(true)

export const closeCalendar = (): void => $isCalendarOpen.set(false)

function clearPastTime(): void {
  const slot = $slot.get()
  if (slot === null || $slots.get().includes(slot)) return
  const { lead_minutes } = $limits.get()
  const isAhead = isBookable($day.get(), slot, $now.get(), { lead_minutes })
  clearTime(isAhead ? bookingText.timeClosed : bookingText.timeCleared)
}

/** Updates the current time, and clears a date or time that has passed. */
export function checkClock(): void {
  $now.set(currentTime())
  // Clear the time before the date changes: a time selected for today must not move to tomorrow.
  clearPastTime()
  const { first } = $bookableDays.get()
  if ($day.get() < first) chooseDay(first)
}

/** Selects the first bookable day and checks the clock regularly. Returns a stop function. */
export function startClockCheck(): () => void {
  checkClock()
  const timer = setInterval(checkClock, CLOCK_CHECK_MS)
  const unsubscribe = whenVisibleAgain(checkClock)
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
