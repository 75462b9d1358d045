import { callPage } from '#client/http/api.ts'
import {
  listAllScooters,
  listPapers,
  listPinChanges,
  type ScooterForAdmin
} from '#contract/catalogue/admin-scooters.ts'
import { listProblems } from '#contract/problems/problems.ts'
import { FLEET_PAGE_SIZE, OPEN_PROBLEMS, PIN_CHANGES_PAGE_SIZE } from '#domain/admin/screens.ts'
import { paperUrgency } from '#domain/catalogue/scooters.ts'
import { SCANNED_PARAM } from '#domain/routes.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'
import { createListStore, createPartialList } from '#stores/admin/list/create-list.ts'
import type { ListPage } from '#stores/admin/list/list-query.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { isLoaded, type Loadable } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

export const scooters = createListStore({
  name: 'scooters',
  shows: ['bookings', 'problems', 'properties', 'scooters'],
  fetchPage: query => callPage(listAllScooters, query)
})
/** The scooter fields that the overview needs to count the fleet. */
export type FleetRow = Pick<
  ScooterForAdmin,
  'blocked_until' | 'booked_until' | 'is_late' | 'property_deleted' | 'status'
>

/** Also null if there are more scooters than one response can hold. */
export const { $rows: $fleet } = createPartialList<ScooterForAdmin, FleetRow>(scooters, {
  name: 'fleet',
  fetchRows: async () => {
    const { hasMore, rows } = await callPage(listAllScooters, { page: '1', per_page: String(FLEET_PAGE_SIZE) })
    return hasMore ? null : rows
  }
})

/** The form of a scooter can set its PIN. */
export const reloadAfterScooter = () => reloadAfter('scooters', 'pins')

// What is to do about scooters. Each view of their tab shows how much it is in the others.

/** The scooters whose lock needs a new PIN. */
export const pinChanges = createListStore({
  name: 'pinChanges',
  shows: ['pins'],
  fetchPage: query => callPage(listPinChanges, { ...query, per_page: String(PIN_CHANGES_PAGE_SIZE) }),
  isToDo: () => true
})
/** The first to end comes first. Those that end soon or have ended are to do. */
export const papers = createListStore({
  name: 'papers',
  shows: ['scooters'],
  fetchPage: query => callPage(listPapers, query),
  isToDo: ({ expires_on }) => expires_on !== null && paperUrgency(expires_on, dayOf(currentTime())) === 'urgent'
})
/** The open problems, unless its filter `state` says otherwise. */
export const problems = createListStore({
  name: 'problems',
  shows: ['problems', 'scooters'],
  fetchPage: query => callPage(listProblems, { ...OPEN_PROBLEMS, ...query }),
  isToDo: ({ state }) => state === 'open'
})

/** The id of the scooter whose code was scanned, while the list shows only that one; '' otherwise. */
export const $scannedId = computed(scooters.$query, ({ filters }) => filters[SCANNED_PARAM] ?? '')

const rowsOf = <Row extends { scooter_id: string }>(page: Loadable<ListPage<Row>>, id: string): readonly Row[] =>
  isLoaded(page) ? page.rows.filter(({ scooter_id }) => scooter_id === id) : []

/** Its waiting PIN and its open problems, of the lists whose counts the tab shows. `hasMore`: not all are loaded. */
export const $scannedToDo = computed(
  [$scannedId, pinChanges.$listPage, problems.$listPage],
  (id, changePage, problemPage) => ({
    hasMore: isLoaded(problemPage) && problemPage.hasMore,
    pinChanges: rowsOf(changePage, id),
    problems: rowsOf(problemPage, id).filter(({ state }) => state === 'open')
  })
)
