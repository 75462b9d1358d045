import { atom } from 'nanostores'
import { whenVisibleAgain } from '#client/device/page.ts'
import { call } from '#client/http/api.ts'
import { getAvailability, toBusyWindow } from '#contract/bookings/create-booking.ts'
import { HAS_HOLDS } from '#domain/backend.ts'
import {
  type BusyWindow,
  conflictStart,
  firstAvailableStart,
  type SlotAvailability,
  slotAvailability
} from '#domain/bookings/availability.ts'
import { closedReason } from '#domain/bookings/opening.ts'
import { PERIODS, periodOf, type TimeWindow, windowFrom } from '#domain/bookings/slots.ts'
import { slotsFor } from '#domain/bookings/start-times.ts'
import {
  addDays,
  type Clock,
  clockOf,
  clockText,
  type Day,
  dayOf,
  hoursText,
  instantAt
} from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { latestOnly, logFailure } from '#stores/kit/requests.ts'
import { computed, type SsrEntries, ssrEntry, stopAll } from '#stores/kit/ssr-values.ts'
import { $offer, $offers, $ride, type BookingOffer, chooseOffer, isWithinRide } from './offers.ts'
import * as times from './times.ts'

// Busy times of the selected date. If the backend provides none, every slot counts as free and the order decides.

/** The availability response covers the selected date and the next one. */
const DAYS_COVERED = 2

/** Null if the backend provides no availability. */
const $busyWindows = atom<readonly BusyWindow[] | null>(null)
export const $knowsAvailability = computed($busyWindows, busy => busy !== null)
/** Booked windows that rejected orders named. With an external backend, no others are known. */
const $rejectedWindows = atom<readonly BusyWindow[]>([])
/** Every window that is known to be booked. */
export const $bookedWindows = computed([$busyWindows, $rejectedWindows], (busy, rejected) => [
  ...(busy ?? []),
  ...rejected
])

/** Hours that a start time must have free: those of the selected offer, else of the shortest offer. */
export const $requiredHours = computed(
  [$offer, $offers],
  (offer, offers) => offer?.hours ?? Math.min(...offers.map(({ hours }) => hours))
)

const $schedule = computed([$bookedWindows, times.$limits], (busy, opening) => ({ busy, opening }))

/** `isPast`: the clock alone leaves no start. Otherwise the property is closed if there is none. */
export const $periods = computed(
  [times.$slots, times.$day, $requiredHours, $schedule, times.$now, times.$limits],
  (slots, day, hours, schedule, now, { lead_minutes }) => {
    const starts = slots.map(slot => ({ slot, status: slotAvailability(instantAt(day, slot), hours, schedule) }))
    const ahead = slotsFor(day, now, { lead_minutes })
    return PERIODS.map(period => {
      const inPeriod = starts.filter(({ slot }) => periodOf(slot) === period)
      return {
        isFull: inPeriod.every(({ status }) => status === 'taken' || status === 'yours'),
        freeCount: inPeriod.filter(({ status }) => status === 'free').length,
        isPast: !ahead.some(slot => periodOf(slot) === period),
        period,
        starts: inPeriod
      }
    })
  }
)

/** The visible period: the one that the rider used last, that of the selected slot, or the first with a free slot. */
export const $period = computed(
  [times.$selectedPeriod, $periods, times.$slot, times.$day, times.$bookableDays],
  (used, periods, slot, day, { today }) => {
    // Of a later date, the night comes last: few riders start at midnight.
    const [night, ...byDay] = periods
    const sorted = night && day !== today ? [...byDay, night] : periods
    const nonEmpty = sorted.filter(({ starts }) => starts.length > 0)
    return (
      nonEmpty.find(({ period }) => period === (used ?? (slot && periodOf(slot)))) ??
      nonEmpty.find(({ freeCount }) => freeCount > 0) ??
      nonEmpty[0] ??
      null
    )
  }
)

/** 'inRide': the chosen ride covers it. A start at which the ride does not fit counts as taken. */
type SlotLook = 'chosen' | 'free' | 'inRide' | 'taken' | 'yours'

/** How each start of the visible period is shown. */
export const $visibleStarts = computed([$period, times.$slot, times.$day, $ride], (period, chosen, day, ride) => {
  const lookOf = (slot: Clock, status: SlotAvailability): SlotLook => {
    if (slot === chosen) return 'chosen'
    if (status === 'taken' || status === 'yours') return status
    if (isWithinRide(slot, day, ride)) return 'inRide'
    return status === 'free' ? 'free' : 'taken'
  }
  return (period?.starts ?? []).map(({ slot, status }) => ({ look: lookOf(slot, status), slot, status }))
})

export const $isDayFull = computed(
  [times.$slots, $periods],
  (slots, periods) => slots.length > 0 && periods.every(({ freeCount }) => freeCount === 0)
)

/** A free start near the missed one. `offer` is set if the ride must be shorter. */
export interface Suggestion {
  day: Day
  slot: Clock
  offer?: BookingOffer
}

/**
 * What the rider can take instead of a missed start: the nearest earlier and later starts that fit, and the longest
 * shorter ride at the missed start. On a full date only the next free start.
 */
export const $suggestions = computed(
  [times.$starts, $schedule, $requiredHours, times.$day, times.$missedSlot, $isDayFull, $offers],
  (starts, schedule, hours, day, missed, isFull, offers): Suggestion[] => {
    if (!isFull && (missed === null || schedule.busy.length === 0)) return []
    const fits = (start: Date, length = hours) => slotAvailability(start, length, schedule) === 'free'
    const from = instantAt(day, missed ?? MIDNIGHT)
    const earlier = starts.filter(start => start < from && fits(start)).at(-1)
    const later = firstAvailableStart(
      starts.filter(start => (missed === null ? start >= from : start > from)),
      hours,
      { ...schedule, until: instantAt(addDays(day, DAYS_COVERED), MIDNIGHT) }
    )
    const shorter = missed && offers.filter(offer => offer.hours < hours && fits(from, offer.hours)).at(-1)
    return [
      ...(shorter ? [{ day, offer: shorter, slot: missed }] : []),
      ...[earlier, later].flatMap(start => (start ? [{ day: dayOf(start), slot: clockOf(start) }] : []))
    ]
  }
)

/**
 * For each offer at the selected time, what it meets: the start of the next conflicting booking, the closing of the
 * property, or null.
 */
export const $obstacles = computed(
  [$offers, times.$day, times.$slot, $schedule],
  (offers, day, slot, { busy, opening }) => {
    const obstacleOf = (ride: TimeWindow) =>
      conflictStart(ride, busy) ?? (closedReason({ end: ride.end }, opening) && ('closing' as const))
    return new Map(
      slot === null
        ? []
        : offers.map(({ hours, key }) => [key, obstacleOf(windowFrom(instantAt(day, slot), hours))] as const)
    )
  }
)

const $slotStatus = computed([times.$slot, times.$day, $requiredHours, $schedule], (slot, day, hours, schedule) =>
  slot === null ? 'free' : slotAvailability(instantAt(day, slot), hours, schedule)
)

export function chooseSuggestion({ day, offer, slot }: Suggestion): void {
  if (day !== times.$day.get()) times.chooseDay(day)
  if (offer) chooseOffer(offer.key)
  times.chooseSlot(slot)
}

function clearUnavailableTime(status: ReturnType<typeof $slotStatus.get>): void {
  const slot = times.$slot.get()
  if (slot === null || status === 'free') return
  const time = clockText(slot)
  const hours = hoursText($requiredHours.get())
  if (status === 'short') times.clearTime(bookingText.timeNotFreeFor(time, hours))
  else if (status === 'closing') times.clearTime(bookingBlocksText.rideEndsAfterClosing(time, hours))
  else times.clearTime(status === 'yours' ? bookingText.timeYours(time) : bookingText.timeTaken(time))
}

/** Adds a booked window that a rejected order named. */
export function addRejectedWindow(window: TimeWindow): void {
  $rejectedWindows.set([...$rejectedWindows.get(), { ...window, isYours: false }])
}

/** SSR entries of the busy times. */
export function availabilitySsrEntries(busy: readonly Parameters<typeof toBusyWindow>[0][]): SsrEntries {
  return [ssrEntry($busyWindows, busy.map(toBusyWindow))]
}

let scooterId = ''
/** The date of `$busyWindows`; null before the first response. */
let busyDay: Day | null = null
const beginRequest = latestOnly()
let pendingLoad: Promise<void> = Promise.resolve()

/** Reloads busy times when the date changes, except for the SSR day `loadedDay`. Returns an unsubscribe function. */
export function syncAvailability(id: string, loadedDay: Day | null): () => void {
  scooterId = id
  busyDay = loadedDay
  return stopAll([
    times.onDayChange(loadedDay, () => void refreshAvailability()),
    $slotStatus.subscribe(clearUnavailableTime),
    whenVisibleAgain(() => void refreshAvailability())
  ])
}

/** Resolves when the busy times of the selected date have loaded or failed to load. */
export const availabilityLoaded = (): Promise<void> => pendingLoad

export function refreshAvailability(): Promise<void> {
  pendingLoad = load()
  return pendingLoad
}

async function load(): Promise<void> {
  if (!HAS_HOLDS) return
  const isLatest = beginRequest()
  const date = times.$day.get()
  const response = await logFailure(call(getAvailability, { params: { id: scooterId }, query: { date } }))
  // After a failed refresh, what is known of the date stays.
  if (!isLatest() || (response === null && date === busyDay)) return
  if (response) forgetRejectedWindows(date)
  $busyWindows.set(response?.busy.map(toBusyWindow) ?? null)
  busyDay = response && date
}

/** The response about a date knows the windows of the days that it covers, but not those of other days. */
function forgetRejectedWindows(date: Day): void {
  const from = instantAt(date, MIDNIGHT)
  const until = instantAt(addDays(date, DAYS_COVERED), MIDNIGHT)
  $rejectedWindows.set($rejectedWindows.get().filter(({ end, start }) => end <= from || until <= start))
}
