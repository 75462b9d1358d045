import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { ListResponse } from '#client/http/api.ts'
import type { ListName } from '#domain/admin/screens.ts'
import { PAGE_SIZE_MAX, PAGINATION_MAX_ROWS, SEARCH_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import * as listsText from '#messages/admin/lists.ts'
import { type PortalList, registerList, setCount, toastOnFailure } from '#stores/admin/dashboard-lists.ts'
import { isLoaded, type Loadable, latestOnly, loadLatest } from '#stores/kit/requests.ts'
import { computed, ssrEntry } from '#stores/kit/ssr-values.ts'
import {
  type FilterOptions,
  filterRows,
  type ListPage,
  type ListQuery,
  sliceListPage,
  toQueryParams
} from './list-query.ts'

// The store of one list in the portal: its query and the page to render. Our own backend searches, filters and sorts.
// An external backend may ignore the parameters and return all rows; then this store does the same in the browser.

const EMPTY_QUERY: ListQuery = { filters: {}, page: 1, q: '', sort: '' }

export interface ListOptions<Row> extends FilterOptions<Row> {
  name: ListName
  shows?: PortalList['shows']
  /** Whether a row waits for somebody. The list's screen shows how many do. */
  isToDo?: (row: Row) => boolean
  fetchPage: (query: Readonly<Record<string, string>>) => Promise<ListResponse<readonly Row[]>>
}

/** All rows of a list, in as many responses as it takes. */
export async function fetchEveryPage<Row>(fetchPage: ListOptions<Row>['fetchPage']): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; page * PAGE_SIZE_MAX <= PAGINATION_MAX_ROWS; page += 1) {
    const { hasMore, rows } = await fetchPage({ page: String(page), per_page: String(PAGE_SIZE_MAX) })
    all.push(...rows)
    if (!hasMore) break
  }
  return all
}

/** Fetches the page of the query. A deletion may leave it empty: then the one before it, or else the first one. */
async function fetchNonEmptyPage<Row>(
  $query: WritableAtom<ListQuery>,
  options: ListOptions<Row>,
  isLatest: () => boolean
): Promise<ListResponse<readonly Row[]>> {
  for (const nextPage of [$query.get().page - 1, 1]) {
    const response = await options.fetchPage(toQueryParams($query.get()))
    const query = $query.get()
    const { hasMore, rows } = response
    const shown = hasMore === null ? sliceListPage(filterRows(rows, query, options), query).rows : rows
    if (shown.length > 0 || query.page === 1 || !isLatest()) return response
    $query.set({ ...query, page: nextPage })
  }
  return options.fetchPage(toQueryParams($query.get()))
}

/** What a list shows of a response. Rows that were all returned at once are filtered and paged in the browser. */
function createListViews<Row>(
  $response: ReadableAtom<Loadable<ListResponse<readonly Row[]>>>,
  $query: ReadableAtom<ListQuery>,
  options: ListOptions<Row>
) {
  /** All rows; null unless the backend returned them all at once. */
  const $allRows = computed($response, response =>
    isLoaded(response) && response.hasMore === null ? response.rows : null
  )
  /** All matching rows across pages; null unless all rows are loaded. */
  const $matchingRows = computed([$allRows, $query], (rows, query) => rows && filterRows(rows, query, options))
  const $listPage = computed([$response, $matchingRows, $query], (loaded, matching, query): Loadable<ListPage<Row>> => {
    if (!isLoaded(loaded)) return loaded
    return matching ? sliceListPage(matching, query) : { hasMore: loaded.hasMore === true, rows: loaded.rows }
  })
  return { $allRows, $listPage, $matchingRows }
}

export type ListStore<Row> = ReturnType<typeof createListStore<Row>>

function countRows<Row>({ hasMore, rows }: ListPage<Row>, isToDo: (row: Row) => boolean, { page }: ListQuery) {
  return { count: rows.filter(isToDo).length, hasMore: hasMore || page > 1 }
}

/** The state of one list: its rows, its search and its query. */
export function createListStore<Row>(options: ListOptions<Row>) {
  const { isToDo, name, shows = [] } = options
  const $query = atom(EMPTY_QUERY)
  const $response = atom<Loadable<ListResponse<readonly Row[]>>>('loading')
  const views = createListViews($response, $query, options)
  const $isRefreshing = atom(false)
  /** The search input. It is sent after a pause in typing. */
  const $search = atom('')
  /** Why the search input is not sent. The length limit applies only to searches on the server. */
  const $searchError = computed([$search, views.$allRows], (search, allRows) =>
    allRows === null && search.trim().length > SEARCH_MAX_LENGTH ? listsText.searchTooLong : null
  )
  const countOf = isToDo && ((shown: ListPage<Row>) => countRows(shown, isToDo, $query.get()))
  const beginRequest = latestOnly()
  let isRequested = false
  let shownQuery = EMPTY_QUERY
  let searchTimer: ReturnType<typeof setTimeout> | undefined

  /** The previous page stays until then. A failed first load sets 'failed', later failures keep the rows and query. */
  async function load(): Promise<void> {
    const isLatest = beginRequest()
    isRequested = true
    $isRefreshing.set(true)
    const before = $response.get()
    await loadLatest($response, isLatest, fetchNonEmptyPage($query, options, isLatest)).finally(() => {
      if (!isLatest()) return
      $isRefreshing.set(false)
      // After a failure the old rows stay. Rows that are filtered in the browser match every query.
      if ($response.get() === before && isLoaded(before) && views.$allRows.get() === null) $query.set(shownQuery)
      else shownQuery = $query.get()
      const listPage = views.$listPage.get()
      if (countOf && isLoaded(listPage)) setCount(name, countOf(listPage))
    })
  }

  function updateQuery(change: Partial<ListQuery>): void {
    $query.set({ ...$query.get(), page: 1, ...change })
    if (views.$allRows.get() === null) void toastOnFailure([load()])
  }

  function setSearch(q: string): void {
    $search.set(q)
    clearTimeout(searchTimer)
    if ($searchError.get() === null) searchTimer = setTimeout(() => updateQuery({ q }), SEARCH_DEBOUNCE_MS)
  }

  /** See PortalList. Search, other filters and sorting are cleared. */
  function presetQuery(query: Partial<ListQuery>, isShown = false): void {
    clearTimeout(searchTimer)
    $search.set(query.q ?? '')
    $query.set({ ...EMPTY_QUERY, ...query })
    if (isShown) shownQuery = $query.get()
  }

  const withFilter = (name: string, value: string) => ({ ...$query.get().filters, [name]: value })
  registerList(name, {
    countOf: countOf && (first => countOf(first as ListPage<Row>)),
    filters: () => $query.get().filters,
    isLoaded: () => isLoaded($response.get()),
    isRequested: () => isRequested || isLoaded($response.get()),
    load,
    presetQuery,
    shows,
    toSsrEntry: first => ssrEntry($response, first as ListPage<Row>)
  })
  return {
    ...views,
    $isRefreshing,
    $query,
    $search,
    $searchError,
    goToPage: (page: number) => updateQuery({ page }),
    load,
    removeScope: () => updateQuery({ filters: withFilter($query.get().scope?.filter ?? '', ''), scope: undefined }),
    /** Clears search, filters and sorting. */
    reset: () => {
      presetQuery({})
      updateQuery({})
    },
    retry: () => {
      $response.set('loading')
      void toastOnFailure([load()])
    },
    setFilter: (name: string, value: string) => updateQuery({ filters: withFilter(name, value) }),
    setSearch,
    shows,
    sortBy: (sort: string) => updateQuery({ sort })
  }
}

interface PartialListOptions<Row> extends Pick<ListOptions<Row>, 'name' | 'shows'> {
  /** Null if the rows do not fit into one response. */
  fetchRows: () => Promise<readonly Row[] | null>
  limit?: number
}

/** Rows loaded by a request of their own. Once the full list is loaded, they are taken from it instead. */
export function createPartialList<Row extends Picked, Picked>(
  list: ListStore<Row>,
  { fetchRows, limit, name, shows = list.shows }: PartialListOptions<Row>
) {
  const $ownRows = atom<readonly Picked[] | null>(null)
  const $hasFailed = atom(false)
  const beginRequest = latestOnly()
  let isRequested = false
  const $rows = computed(
    [$ownRows, list.$allRows],
    (ownRows, allRows): readonly Picked[] | null => allRows?.slice(0, limit) ?? ownRows
  )
  async function load(): Promise<void> {
    isRequested = true
    $hasFailed.set(false)
    const isLatest = beginRequest()
    const response = await fetchRows().catch((error: unknown) => {
      if (isLatest()) $hasFailed.set(true)
      throw error
    })
    if (isLatest()) $ownRows.set(response)
  }

  registerList(name, {
    isLoaded: () => $rows.get() !== null,
    isRequested: () => isRequested || $rows.get() !== null,
    load,
    // The full list was loaded only as one page, which does not contain these rows.
    needsOwnRequest: () => isLoaded(list.$listPage.get()) && list.$allRows.get() === null,
    shows,
    toSsrEntry: first => ssrEntry($ownRows, first as readonly Picked[] | null)
  })
  return {
    /** True if no rows are loaded and no request is running. */
    $failed: computed(
      [$rows, $hasFailed, list.$listPage],
      (rows, hasFailed, listPage) => rows === null && (hasFailed || listPage === 'failed')
    ),
    $rows
  }
}

/** The page of a list whose only row is all that its screen shows. */
export const onlyRow = <Row>(row: Row): ListResponse<readonly Row[]> => ({ hasMore: false, rows: [row] })

/** What is shown of the only row. */
export const shownRow = <Row, Shown>({ $listPage }: Pick<ListStore<Row>, '$listPage'>, toShown: (row: Row) => Shown) =>
  computed($listPage, (page): Loadable<Shown> => {
    if (!isLoaded(page)) return page
    const [row] = page.rows
    return row === undefined ? 'failed' : toShown(row)
  })
