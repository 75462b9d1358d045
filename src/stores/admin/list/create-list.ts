import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { ListResponse } from '#client/http/api.ts'
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { dashboardLoadFailed } from '#messages/admin/dashboard.ts'
import { searchTooLong } from '#messages/admin/lists.ts'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, isLoaded, type Loadable, latestOnly, loadLatest } from '#stores/kit/requests.ts'
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
  fetchPage: (query: Readonly<Record<string, string>>) => Promise<ListResponse<readonly Row[]>>
}

/** Shows one toast if any request failed. A failure that ended the session is skipped: it has shown its own message. */
export async function toastOnFailure(requests: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(requests)
  const errors = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (errors.length === 0 || errors.some(hasEndedSession)) return
  const explained = errors.find(error => errorMessage(error, '') !== '')
  toast('error', errorMessage(explained, dashboardLoadFailed))
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

/** The state of one list: its rows, its search and its query. */
export function createListStore<Row>(options: ListOptions<Row>) {
  const $query = atom(EMPTY_QUERY)
  const $response = atom<Loadable<ListResponse<readonly Row[]>>>('loading')
  const views = createListViews($response, $query, options)
  const $isRefreshing = atom(false)
  /** The search input. It is sent after a pause in typing. */
  const $search = atom('')
  /** Why the search input is not sent. The length limit applies only to searches on the server. */
  const $searchError = computed([$search, views.$allRows], (search, allRows) =>
    allRows === null && search.trim().length > SEARCH_MAX_LENGTH ? searchTooLong : null
  )
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

  /** Sets what the next `load` requests. Search, other filters and sorting are cleared. */
  function presetQuery(query: Partial<ListQuery>): void {
    clearTimeout(searchTimer)
    $search.set(query.q ?? '')
    $query.set({ ...EMPTY_QUERY, ...query })
  }

  const withFilter = (name: string, value: string) => ({ ...$query.get().filters, [name]: value })
  return {
    ...views,
    $isRefreshing,
    $query,
    $search,
    $searchError,
    goToPage: (page: number) => updateQuery({ page }),
    isLoaded: () => isLoaded($response.get()),
    isRequested: () => isRequested || isLoaded($response.get()),
    load,
    presetQuery,
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
    sortBy: (sort: string) => updateQuery({ sort }),
    /** The SSR entry of the first page. */
    toSsrEntry: (firstPage: ListPage<Row>) => ssrEntry($response, firstPage)
  }
}

/** Rows loaded by a request of their own. Once the full list is loaded, they are taken from it instead. */
export function createPartialList<Row extends Picked, Picked>(
  list: ListStore<Row>,
  fetchRows: () => Promise<readonly Row[] | null>,
  limit = Number.POSITIVE_INFINITY
) {
  const $ownRows = atom<readonly Picked[] | null>(null)
  const $hasFailed = atom(false)
  const beginRequest = latestOnly()
  let isRequested = false
  const $rows = computed(
    [$ownRows, list.$allRows],
    (ownRows, allRows): readonly Picked[] | null => allRows?.slice(0, limit) ?? ownRows
  )
  return {
    /** True if no rows are loaded and no request is running. */
    $failed: computed(
      [$rows, $hasFailed, list.$listPage],
      (rows, hasFailed, listPage) => rows === null && (hasFailed || listPage === 'failed')
    ),
    $rows,
    toSsrEntry: (first: readonly Picked[] | null) => ssrEntry($ownRows, first),
    isLoaded: () => $rows.get() !== null,
    isRequested: () => isRequested || $rows.get() !== null,
    /** Whether the full list was loaded only as one page, which does not contain these rows. */
    needsOwnRequest: () => isLoaded(list.$listPage.get()) && list.$allRows.get() === null,
    load: async (): Promise<void> => {
      isRequested = true
      $hasFailed.set(false)
      const isLatest = beginRequest()
      const response = await fetchRows().catch((error: unknown) => {
        if (isLatest()) $hasFailed.set(true)
        throw error
      })
      if (isLatest()) $ownRows.set(response)
    }
  }
}

interface LoadedCount {
  /** Rows on the loaded page that match. */
  count: number
  /** Whether other pages have more rows. */
  hasMore: boolean
}

/** For a list that has not loaded. */
export const NO_ROWS: LoadedCount = { count: 0, hasMore: false }

/** How many rows of a list match; null until the list has loaded. */
export function loadedCount<Row>(
  { $listPage, $query }: ListStore<Row>,
  matches: (row: Row) => boolean = () => true
): ReadableAtom<LoadedCount | null> {
  return computed([$listPage, $query], (listPage, { page }) =>
    isLoaded(listPage) ? { count: listPage.rows.filter(matches).length, hasMore: listPage.hasMore || page > 1 } : null
  )
}
