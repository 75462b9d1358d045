import { atom } from 'nanostores'
import { call, callPage } from '#client/http/api.ts'
import { listActivity } from '#contract/activity/activity.ts'
import { type BookingForAdmin, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { type LegacyPricing, listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { listAllProperties, type PropertyForAdmin } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters, listPinChanges, type ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { listPapers } from '#contract/catalogue/papers.ts'
import { getSystemStatus } from '#contract/monitoring/health.ts'
import { getStats, type Stats } from '#contract/overview/stats.ts'
import { listCompensations, listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { getRevenue } from '#contract/payments/revenue.ts'
import { listProblems } from '#contract/problems/problems.ts'
import { listLicences } from '#contract/review/review.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { listTeam } from '#contract/staff/team.ts'
import { getToday } from '#contract/staff/today.ts'
import {
  DECIDED_DISPUTES,
  FLEET_PAGE_SIZE,
  LISTS_AFTER,
  type ListName,
  listsOf,
  OPEN_DISPUTES,
  OPEN_PROBLEMS,
  PIN_CHANGES_PAGE_SIZE,
  REFUNDS_IN_REVIEW,
  type Screen
} from '#domain/admin/screens.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { bookingReference } from '#domain/bookings/rides.ts'
import { paperUrgency } from '#domain/catalogue/papers.ts'
import { PAGE_SIZE_MAX, PAGINATION_MAX_ROWS, RECENT_BOOKINGS } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/sort-rows.ts'
import { isUnanswered } from '#domain/payments/statuses.ts'
import { dayOf, parseInstant } from '#domain/time/india-time.ts'
import {
  createListStore,
  createPartialList,
  type ListOptions,
  loadedCount,
  toastOnFailure
} from '#stores/admin/list/create-list.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/requests.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { $me, $role } from '#stores/session/me.ts'

// The dashboard's data, and what is reloaded after a change. With our own backend, load the stats and the lists of the
// open tab. An external backend returns every list unpaged, so all of its lists load together.

const startDay = ({ start_time }: BookingForAdmin) => dayOf(parseInstant(start_time))

export const properties = createListStore({ fetchPage: query => callPage(listAllProperties, query) })
export const scooters = createListStore({ fetchPage: query => callPage(listAllScooters, query) })
export const pricing = createListStore({ fetchPage: query => callPage(listLegacyPricing, query) })
export const plans = createListStore({
  fetchPage: query => callPage(listAllPlans, query),
  customFilters: { is_active: ({ is_active }, value) => String(is_active) === value }
})
export const riders = createListStore({ fetchPage: query => callPage(listRiders, query) })
export const bookings = createListStore({
  fetchPage: query => callPage(listAllBookings, query),
  customFilters: {
    from: (booking, day) => startDay(booking) >= day,
    has_ended: ({ end_time }, value) => String(parseInstant(end_time) <= currentTime()) === value,
    status: ({ payment_status }, value) => payment_status === value,
    to: (booking, day) => startDay(booking) <= day
  },
  derivedText: ({ id }) => bookingReference(id)
})

export const activity = createListStore({ fetchPage: query => callPage(listActivity, query) })
/** The last days, oldest first. */
export const revenue = createListStore({ fetchPage: () => callPage(getRevenue, {}) })
/** One row. */
export const systemStatus = createListStore({
  fetchPage: async () => ({ hasMore: false, rows: [await call(getSystemStatus)] })
})
/** One row: the day of a property, by its filters `day` and `property_id`. */
export const today = createListStore({
  fetchPage: async ({ day, property_id: chosen }) => {
    // A property that was taken from the account while the page is open would answer 404 from then on.
    const propertyId = $propertyNames.get().find(({ id }) => id === chosen)?.id
    // The tomorrow that was chosen yesterday is today.
    const ahead = day !== undefined && day > dayOf(currentTime()) ? day : undefined
    return { hasMore: false, rows: [await call(getToday, { query: { day: ahead, property_id: propertyId } })] }
  }
})
export const team = createListStore({ fetchPage: () => callPage(listTeam, {}) })
/** The scooters whose lock needs a new PIN. */
export const pinChanges = createListStore({
  fetchPage: query => callPage(listPinChanges, { ...query, per_page: String(PIN_CHANGES_PAGE_SIZE) })
})
/** The first to end comes first. */
export const papers = createListStore({ fetchPage: query => callPage(listPapers, query) })
/** The open problems, unless its filter `state` says otherwise. */
export const problems = createListStore({
  fetchPage: query => callPage(listProblems, { ...OPEN_PROBLEMS, ...query })
})
/** The riders whose licence waits, those who ride soon first. */
export const licences = createListStore({
  fetchPage: ({ property_id }) => callPage(listLicences, property_id === undefined ? {} : { property_id })
})
export const refunds = createListStore({ fetchPage: query => callPage(listRefunds, query) })
/** Refunds that need a decision by an admin. */
export const refundReviews = createListStore({
  fetchPage: query => callPage(listRefunds, { ...query, ...REFUNDS_IN_REVIEW })
})
/** What riders are owed for rides that were cancelled late. */
export const compensations = createListStore({ fetchPage: query => callPage(listCompensations, query) })
export const openDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { ...OPEN_DISPUTES, ...query })
})
export const decidedDisputes = createListStore({
  fetchPage: query => callPage(listDisputes, { ...DECIDED_DISPUTES, ...query })
})

/** Without those from before licences were reviewed. */
export const $licenceCount = loadedCount(licences, ({ waits_since }) => waits_since !== null)
export const $pinChangeCount = loadedCount(pinChanges)
/** Those that end soon or have ended. */
export const $papersCount = loadedCount(
  papers,
  ({ expires_on }) => expires_on !== null && paperUrgency(expires_on, dayOf(currentTime())) === 'urgent'
)
export const $problemCount = loadedCount(problems, ({ state }) => state === 'open')
export const $refundReviewCount = loadedCount(refundReviews)
export const $unansweredDisputes = loadedCount(openDisputes, ({ status }) => isUnanswered(status))

/** The lists of the specification, by the name of their tab in the URL. */
export const LIST_STORES = { bookings, plans, pricing, properties, scooters, users: riders } as const
export type Resource = keyof typeof LIST_STORES

export const $stats = atom<Loadable<Stats>>('loading')

/** The scooter fields that the overview needs to count the fleet. */
export type FleetRow = Pick<
  ScooterForAdmin,
  'blocked_until' | 'booked_until' | 'is_late' | 'property_deleted' | 'status'
>
/** The booking fields that the overview shows. */
export type RecentBooking = Pick<
  BookingForAdmin,
  'end_time' | 'id' | 'payment_status' | 'property_name' | 'scooter_name' | 'start_time' | 'user_name'
>
/** The property fields that a select shows. */
type PropertyOption = Pick<PropertyForAdmin, 'confirms_returns' | 'id' | 'location' | 'name'>
type OwnLegacyRates = Pick<LegacyPricing, 'property_id'>

const recentBookings = createPartialList<BookingForAdmin, RecentBooking>(
  bookings,
  () => call(listAllBookings, { query: { page: '1', per_page: String(RECENT_BOOKINGS) } }),
  RECENT_BOOKINGS
)
/** Also null if there are more scooters than one response can hold. */
const fleet = createPartialList<ScooterForAdmin, FleetRow>(scooters, async () => {
  const { hasMore, rows } = await callPage(listAllScooters, { page: '1', per_page: String(FLEET_PAGE_SIZE) })
  return hasMore ? null : rows
})

/** All rows of a list, in as many responses as it takes. */
async function loadEveryPage<Row>(fetchPage: ListOptions<Row>['fetchPage']): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; page * PAGE_SIZE_MAX <= PAGINATION_MAX_ROWS; page += 1) {
    const { hasMore, rows } = await fetchPage({ page: String(page), per_page: String(PAGE_SIZE_MAX) })
    all.push(...rows)
    if (!hasMore) break
  }
  return all
}

const propertyOptions = createPartialList<PropertyForAdmin, PropertyOption>(properties, () =>
  loadEveryPage(query => callPage(listAllProperties, query))
)
const legacyRates = createPartialList<LegacyPricing, OwnLegacyRates>(pricing, () =>
  loadEveryPage(query => callPage(listLegacyPricing, query))
)

const PARTIAL_LISTS = [recentBookings, fleet, propertyOptions, legacyRates]

export const $recentBookings = recentBookings.$rows
export const $recentBookingsFailed = recentBookings.$failed
export const $fleet = fleet.$rows
/** Every property, for the selects. */
export const $propertyOptions = computed(propertyOptions.$rows, rows => rows && sortRows(rows, 'name'))
/** The same for filters, which every role has. */
export const $propertyNames = computed(
  [$propertyOptions, $me],
  (options, me): readonly { id: string; name: string }[] =>
    options ?? (typeof me === 'object' ? me?.properties : null) ?? []
)
/** The properties that have no rates of their own yet; null until both lists have loaded. */
export const $propertiesWithoutRates = computed([$propertyOptions, legacyRates.$rows], (allProperties, rates) =>
  rates && allProperties ? allProperties.filter(({ id }) => !rates.some(({ property_id }) => property_id === id)) : null
)

const LIST_BY_NAME = {
  activity,
  bookings,
  compensations,
  decidedDisputes,
  fleet,
  recentBookings,
  openDisputes,
  papers,
  legacyRates,
  licences,
  pinChanges,
  propertyOptions,
  plans,
  pricing,
  problems,
  properties,
  refunds,
  revenue,
  refundReviews,
  riders,
  scooters,
  systemStatus,
  team,
  today
} as const satisfies Record<ListName, { isRequested: () => boolean; load: () => Promise<void> }>

/** The lists that a screen needs in addition to the stats. */
const storesOf = (screen: Screen) => listsOf(screen, $role.get() ?? 'owner').map(name => LIST_BY_NAME[name])

/** The SSR rows of the lists that the rendered screen needs. */
export type InitialLists = { [Name in ListName]?: Parameters<(typeof LIST_BY_NAME)[Name]['toSsrEntry']>[0] }

function ssrEntryOf([name, first]: [string, unknown]): SsrEntries[number] {
  const toSsrEntry = LIST_BY_NAME[name as ListName].toSsrEntry as (first: unknown) => SsrEntries[number]
  return toSsrEntry(first)
}

export function listSsrEntries(stats: Stats, lists: InitialLists): SsrEntries {
  return [ssrEntry($stats, stats), ...Object.entries(lists).map(ssrEntryOf)]
}

const beginStatsRequest = latestOnly()

const loadStats = () => loadLatest($stats, beginStatsRequest(), call(getStats))

export async function loadDashboard(screen: Screen): Promise<void> {
  const lists = IS_BACKEND_EMBEDDED ? storesOf(screen) : Object.values(LIST_STORES)
  await toastOnFailure([loadStats(), ...lists.map(({ load }) => load())])
  // An external backend may support paging too. Then these rows need requests of their own.
  const incomplete = IS_BACKEND_EMBEDDED ? [] : PARTIAL_LISTS.filter(({ needsOwnRequest }) => needsOwnRequest())
  await toastOnFailure(incomplete.map(({ load }) => load()))
}

/** Loads what a screen needs when it is opened. Lists that are already loaded refresh in the background. */
export function loadScreen(screen: Screen): Promise<void> {
  return IS_BACKEND_EMBEDDED ? toastOnFailure(storesOf(screen).map(({ load }) => load())) : Promise.resolve()
}

/** Loads the lists that a screen needs and SSR did not provide. */
export function loadMissingLists(screen: Screen): Promise<void> {
  const missing = storesOf(screen).filter(({ isLoaded }) => !isLoaded())
  return toastOnFailure(missing.map(({ load }) => load()))
}

/** After a change, loads the stats again, and of the lists that it may affect those that were requested before. */
export function reloadAfter(changed: keyof typeof LISTS_AFTER): Promise<void> {
  if (!IS_BACKEND_EMBEDDED) return loadDashboard('overview')
  const lists = LISTS_AFTER[changed].map(name => LIST_BY_NAME[name]).filter(({ isRequested }) => isRequested())
  return toastOnFailure([loadStats(), ...lists.map(({ load }) => load())])
}
