import { SCANNED_PARAM } from '#domain/routes.ts'
import { scooters } from '#stores/admin/catalogue/fleet-lists.ts'
import { pinChanges, problems } from '#stores/admin/catalogue/to-do-lists.ts'
import type { ListPage } from '#stores/admin/list/list-query.ts'
import { isLoaded, type Loadable } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'

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
