import { isOffline, isOfflineShell, whenOffline, whenOnline } from '#client/device/network.ts'
import { queryParam, replaceUrl } from '#client/device/page.ts'
import { keepTodayShell } from '#client/device/today-shell.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { $token } from '#client/session/token.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { getToday, type Today, type TodayRide } from '#contract/staff/today.ts'
import { PROPERTY_PARAM, screenPath } from '#domain/admin/screens.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { NETWORK_ONLY_PARAM } from '#domain/routes.ts'
import { addDays, type Day, dayOf, parseInstant } from '#domain/time/india-time.ts'
import type * as todayText from '#messages/admin/today.ts'
import { $propertyNames } from '#stores/admin/catalogue/property-lists.ts'
import { openList } from '#stores/admin/dashboard.ts'
import { createListStore, onlyRow, shownRow } from '#stores/admin/list/create-list.ts'
import { keepFresh } from '#stores/admin/list/keep-fresh.ts'
import { $needs } from '#stores/admin/overview/needs.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, type Loadable, logFailure } from '#stores/kit/requests.ts'
import { computed, hasFreshData, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import { $role } from '#stores/session/me.ts'
import { $withoutNetwork } from './presses.ts'
import { readCopy, saveDay, showPresses } from './round.ts'
import { sendPendingRound } from './send-pending-round.ts'

/** Loads a day after what waits was sent. The offline page has the copy. */
export async function loadDay(query: NonNullable<ClientInput<typeof getToday>['query']>): Promise<Today> {
  if (isOfflineShell()) {
    const copy = readCopy()
    if (copy) return copy.day
    throw new TypeError('This device has saved no day')
  }
  await ignoreFailure(sendPendingRound())
  const token = $token.get()
  const day = await call(getToday, { query }).catch((error: unknown) => {
    $withoutNetwork.set(!(error instanceof ApiError))
    throw error
  })
  $withoutNetwork.set(false)
  if (query.day === undefined) saveDay(token, day)
  return day
}

/** While Today is on screen: keeps it ready for a round without a network. Returns how to stop. */
export function watchRound(day: Loadable<Today>, load: () => void): () => void {
  showPresses()
  $withoutNetwork.set(isOffline() || isOfflineShell())
  if (isOfflineShell()) return () => undefined
  // The next reload may be answered by the offline page again.
  if (queryParam(NETWORK_ONLY_PARAM) !== null) replaceUrl(screenPath('today', queryParam(PROPERTY_PARAM) ?? ''))
  if (isLoaded(day) && hasFreshData()) saveDay($token.get(), day)
  void ignoreFailure(keepTodayShell())
  // Other screens do not notice when the network is back.
  return stopAll([() => $withoutNetwork.set(false), whenOffline(() => $withoutNetwork.set(true)), whenOnline(load)])
}

// The day of the properties, or of one.

/** One row: the day, by its filters `day` and `property_id`. Without the latter, of all properties. */
export const today = createListStore({
  name: 'today',
  shows: ['bookings', 'problems', 'riders', 'scooters'],
  fetchPage: async ({ day, property_id: chosen }) => {
    // A property that was taken from the account while the page is open would answer 404 from then on.
    const propertyId = $propertyNames.get().find(({ id }) => id === chosen)?.id
    // The tomorrow that was chosen yesterday is today.
    const ahead = day !== undefined && day > dayOf(currentTime()) ? day : undefined
    const property = propertyId === undefined ? ({ all: 'true' } as const) : { property_id: propertyId }
    return onlyRow(await loadDay({ ...property, day: ahead }))
  }
})

export const $today = shownRow(today, row => row)

export const $todayLoadedAt = keepFresh(today)

// A computed store mounts before it has its value.
whenMounted(today.$isRefreshing, () => watchRound($today.get(), () => void logFailure(today.load())))

/** The property is part of the URL, so that a reload and a link keep it. */
export function showProperty(id: string): void {
  today.setFilter('property_id', id)
  replaceUrl(screenPath('today', id))
}

/** Today or tomorrow. The address of today names no day, so that the page is right after midnight too. */
export function showDay(which: 'today' | 'tomorrow'): void {
  today.setFilter('day', which === 'today' ? '' : addDays(dayOf(currentTime()), 1))
}

export const isToday = (day: Day, now: Date) => day === dayOf(now)

/** Of the property that is shown, if there are several. */
export function openLicences(): void {
  const { property_id = '' } = today.$query.get().filters
  openList('licences', { filters: property_id ? { property_id } : {} })
}

/**
 * The ids of rides and problems, and of scooters whose PIN changes, that Needs has on the same page: a caretaker has no
 * other page for it.
 */
export const $listedInNeeds = computed([$needs, $role], (needs, role): ReadonlySet<string> => {
  if (!isLoaded(needs) || role !== 'caretaker') return new Set()
  return new Set(
    needs.rows.flatMap(row => {
      if (row.kind === 'late') return row.ride.id
      if (row.kind === 'problem') return row.problem.id
      return row.kind === 'pin' ? row.change.scooter_id : []
    })
  )
})

// The day of a property as the lists on the page: what is to be checked, what happens by the hour, and what is done.

export interface HourLine {
  at: Date
  ride: TodayRide
  /** A ride that is out has one line, its end. */
  event: 'ends' | 'starts'
  /** Why its scooter is not ready for a ride that starts. */
  warnings: readonly (keyof typeof todayText.WARNINGS)[]
}

/** `late` and `toCheck` are the rides that have ended and that nobody has returned, late where the property confirms it. */
export function dayPlan(
  { maintenance, pin_changes, rides }: Pick<Today, 'maintenance' | 'pin_changes' | 'rides'>,
  now: Date
) {
  const isOver = ({ end_time }: TodayRide) => parseInstant(end_time) <= now
  const open = rides.filter(({ returned_at }) => returned_at === null)
  const ended = open.filter(isOver)

  function warningsOf({ scooter_id }: TodayRide): HourLine['warnings'] {
    const applies = {
      not_back: ended.some(ride => ride.scooter_id === scooter_id),
      pin_first: pin_changes.some(change => change.scooter_id === scooter_id),
      in_maintenance: maintenance.some(({ id }) => id === scooter_id)
    }
    return (Object.keys(applies) as (keyof typeof applies)[]).filter(warning => applies[warning])
  }

  function lineOf(ride: TodayRide): HourLine {
    const start = parseInstant(ride.start_time)
    if (start <= now) return { at: parseInstant(ride.end_time), event: 'ends', ride, warnings: [] }
    return { at: start, event: 'starts', ride, warnings: warningsOf(ride) }
  }

  const byHour = open.filter(ride => !isOver(ride)).map(lineOf)
  return {
    byHour: byHour.sort((one, other) => one.at.getTime() - other.at.getTime()),
    done: rides.filter(({ returned_at }) => returned_at !== null),
    late: ended.filter(({ is_late }) => is_late),
    toCheck: ended.filter(({ is_late }) => !is_late)
  }
}
