import { atom } from 'nanostores'
import { urlOf } from '#client/device/page.ts'
import { call, callPage } from '#client/http/api.ts'
import { type DayRevenue, getRevenue, setFirstSteps } from '#contract/overview/stats.ts'
import { effectiveStatus, SCOOTER_STATUSES, type ScooterStatus } from '#domain/catalogue/scooters.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { rupeesText } from '#domain/money.ts'
import { PATHS } from '#domain/routes.ts'
import { type Day, weekdayShort } from '#domain/time/india-time.ts'
import { shortDayText } from '#domain/time/time-texts.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'
import { $fleet, type FleetRow } from '#stores/admin/catalogue/scooter-lists.ts'
import { openForm, openScreen } from '#stores/admin/dashboard.ts'
import { $stats, reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore } from '#stores/admin/list/create-list.ts'
import { copyAndTell } from '#stores/app/toasts.ts'
import { isLoaded, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

const currentStatus = ({ blocked_until, booked_until, is_late, status }: FleetRow) =>
  effectiveStatus(status, {
    isBlocked: Boolean(blocked_until),
    isLate: Boolean(is_late),
    isRidden: Boolean(booked_until)
  })

export const $fleetByStatus = computed($fleet, fleet => {
  // Riders cannot book scooters of a deleted property.
  const offered = fleet?.filter(({ property_deleted }) => !property_deleted) ?? []
  const countOf = (status: ScooterStatus) => offered.filter(scooter => currentStatus(scooter) === status).length
  return Object.fromEntries(SCOOTER_STATUSES.map(status => [status, countOf(status)])) as Record<ScooterStatus, number>
})

/** The statuses with at least one scooter, as segments of the fleet: their start and their size in percent. */
export const $fleetShares = computed($fleetByStatus, counts => {
  const sumOf = (statuses: readonly ScooterStatus[]) => sumBy(statuses, status => counts[status])
  const percentOf = (statuses: readonly ScooterStatus[]) => (sumOf(statuses) / sumOf(SCOOTER_STATUSES)) * 100
  const present = SCOOTER_STATUSES.filter(status => counts[status] > 0)
  return present.map((status, index) => ({
    from: percentOf(present.slice(0, index)),
    percent: percentOf([status]),
    status
  }))
})

/** The last days, oldest first. */
export const revenue = createListStore({
  name: 'revenue',
  shows: ['bookings'],
  fetchPage: () => callPage(getRevenue, {})
})

/** All in rupees; `percentOfBest` of the best day's money. */
function toChart(days: readonly DayRevenue[]) {
  const best = Math.max(1, ...days.map(({ received }) => received))
  const labelOf = (day: Day, index: number) => (index === days.length - 1 ? commonText.today : weekdayShort(day))
  return {
    days: days.map(({ day, received }, index) => ({
      amount: received,
      day,
      label: labelOf(day, index),
      percentOfBest: (received / best) * 100
    })),
    /** The last day first. */
    rows: [...days].reverse().map(({ day, received, refunded }) => ({
      cells: [received, refunded, received - refunded].map(rupeesText),
      key: day,
      name: shortDayText(day)
    })),
    today: days.at(-1)?.received ?? 0,
    total: sumBy(days, ({ received }) => received)
  }
}

export const $revenueChart = computed(revenue.$listPage, listPage =>
  isLoaded(listPage) ? toChart(listPage.rows) : listPage
)

// What a new portal needs until a ride is paid and the locks are set.

/** Whether each step is done, in their order; null once there are none to show. */
export const $firstSteps = computed($stats, stats => {
  if (!isLoaded(stats) || !stats.first_steps) return null
  const { first_steps, total_properties, total_scooters, total_users } = stats
  return {
    properties: total_properties > 0,
    scooters: total_scooters > 0,
    locks: total_scooters > 0 && first_steps.are_locks_set,
    prices: first_steps.prices > 0,
    riders: total_users > 0
  }
})

export type FirstStep = keyof NonNullable<ReturnType<(typeof $firstSteps)['get']>>

/** Null: all are done, or there are none. */
export const $nextStep = computed($firstSteps, steps => {
  const names = steps ? (Object.keys(steps) as FirstStep[]) : []
  return names.find(name => !steps?.[name]) ?? null
})

export const $isSavingLocks = atom(false)

export function setLocks(locks: boolean): Promise<void> {
  return whileBusy($isSavingLocks, dashboardText.firstSteps.locksFailed, async () => {
    await call(setFirstSteps, { body: { locks } })
    return reloadAfter
  })
}

export function copySignUpLink(): Promise<void> {
  const link = urlOf(PATHS.auth)
  return copyAndTell(link, { copied: dashboardText.linkCopied, copyByHand: link })
}

/** After the first property its scooter is next. */
export function leadToScooters(): void {
  if ($firstSteps.get()?.scooters === false) openForm('scooters')
}

/** After a scooter of a new portal its lock is next. */
export function leadToLocks(): void {
  if ($firstSteps.get()?.locks === false) openScreen('overview')
}
