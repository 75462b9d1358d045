import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { dashboardLoadFailed } from '#messages/admin/dashboard.ts'
import { searchTooLong } from '#messages/admin/list-responses.ts'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, toastIfOffline } from '#stores/kit/errors.ts'
import { type Loadable, latestOnly, loadLatest } from '#stores/kit/loadable.ts'

import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
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

/** One page from our own backend; or all rows, with `hasMore` null, from a backend without paging. */
interface ListResponse<Row> {
  hasMore: boolean | null
  rows: readonly Row[]
}

/** The store interface that screens use. */
export interface ListStore<Row> {
  $listPage: ReadableAtom<Loadable<ListPage<Row>>>
  /** All matching rows across pages; null unless all rows are loaded. */
  $matchingRows: ReadableAtom<readonly Row[] | null>
  $isRefreshing: ReadableAtom<boolean>
  /** The search input. It is sent after a pause in typing. */
  $search: ReadableAtom<string>
  /** Why the search input is not sent; null if it is valid. */
  $searchError: ReadableAtom<string | null>
  /** All rows; null unless the backend returned them all at once. */
  $allRows: ReadableAtom<readonly Row[] | null>
  $query: ReadableAtom<ListQuery>
  /** Clears search, filters and sorting. */
  reset: () => void
  setFilter: (name: string, value: string) => void
  /** The SSR entry of the first page. */
  toSsrEntry: (firstPage: ListPage<Row>) => SsrEntries[number]
  isRequested: () => boolean
  isLoaded: () => boolean
  /** Loads the page of the current query. The previous page stays until then. Throws what `fetchPage` throws. */
  load: () => Promise<void>
  /** Sets what the next `load` requests. Search, other filters and sorting are cleared. */
  presetQuery: (query: Partial<ListQuery>) => void
  removeScope: () => void
  retry: () => void
  setSearch: (q: string) => void
  sortBy: (sort: string) => void
  goToPage: (page: number) => void
}

/** Shows one toast if any request failed. A failure that ended the session is skipped: it has shown its own message. */
export async function toastOnFailure(requests: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(requests)
  const errors = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (errors.length === 0 || errors.some(hasEndedSession)) return
  const explained = errors.find(error => errorMessage(error, '') !== '')
  toast('error', errorMessage(explained, dashboardLoadFailed))
  toastIfOffline()
}

interface ListOptions<Row> extends FilterOptions<Row> {
  fetchPage: (query: Readonly<Record<string, string>>) => Promise<ListResponse<Row>>
}

/** Fetches the page of the query. A deletion may leave it empty: then the one before it, or else the first one. */
async function fetchNonEmptyPage<Row>(
  $query: WritableAtom<ListQuery>,
  options: ListOptions<Row>,
  isLatest: () => boolean
): Promise<ListResponse<Row>> {
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
  $response: ReadableAtom<Loadable<ListResponse<Row>>>,
  $query: ReadableAtom<ListQuery>,
  options: ListOptions<Row>
) {
  const $allRows = computed($response, response =>
    typeof response === 'string' || response.hasMore !== null ? null : response.rows
  )
  const $matchingRows = computed([$allRows, $query], (rows, query) => rows && filterRows(rows, query, options))
  const $listPage = computed([$response, $matchingRows, $query], (loaded, matching, query): Loadable<ListPage<Row>> => {
    if (typeof loaded === 'string') return loaded
    return matching ? sliceListPage(matching, query) : { hasMore: loaded.hasMore === true, rows: loaded.rows }
  })
  return { $allRows, $listPage, $matchingRows }
}

/** The rows of the current query. A failed first load sets 'failed'; later failures keep the rows and their query. */
function createListRows<Row>($query: WritableAtom<ListQuery>, options: ListOptions<Row>) {
  const $response = atom<Loadable<ListResponse<Row>>>('loading')
  const $isRefreshing = atom(false)
  const beginRequest = latestOnly()
  let isRequested = false
  let shownQuery = $query.get()
  const isLoaded = () => typeof $response.get() !== 'string'
  const views = createListViews($response, $query, options)

  async function load(): Promise<void> {
    const isLatest = beginRequest()
    isRequested = true
    $isRefreshing.set(true)
    const before = $response.get()
    await loadLatest($response, isLatest, fetchNonEmptyPage($query, options, isLatest)).finally(() => {
      if (!isLatest()) return
      $isRefreshing.set(false)
      // After a failure the old rows stay. Rows that are filtered in the browser match every query.
      if ($response.get() === before && isLoaded() && views.$allRows.get() === null) $query.set(shownQuery)
      else shownQuery = $query.get()
    })
  }

  return {
    ...views,
    $isRefreshing,
    isLoaded,
    isRequested: () => isRequested || isLoaded(),
    load,
    retry: () => {
      $response.set('loading')
      void toastOnFailure([load()])
    },
    toSsrEntry: (firstPage: ListPage<Row>) => ssrEntry($response, firstPage)
  }
}

/** The search input. `onSearch` gets a valid search after a pause in typing. */
function createSearch($allRows: ReadableAtom<unknown>, onSearch: (q: string) => void) {
  const $search = atom('')
  // The length limit applies only to searches on the server.
  const $searchError = computed([$search, $allRows], (search, allRows) =>
    allRows === null && search.trim().length > SEARCH_MAX_LENGTH ? searchTooLong : null
  )
  let searchTimer: ReturnType<typeof setTimeout> | undefined

  function setSearch(q: string): void {
    $search.set(q)
    clearTimeout(searchTimer)
    if ($searchError.get() === null) searchTimer = setTimeout(() => onSearch(q), SEARCH_DEBOUNCE_MS)
  }

  function clearSearch(): void {
    clearTimeout(searchTimer)
    $search.set('')
  }

  return { $search, $searchError, clearSearch, setSearch }
}

/** The state of one list: its rows, its search and its query. */
export function createListStore<Row>(options: ListOptions<Row>): ListStore<Row> {
  const $query = atom(EMPTY_QUERY)
  const rows = createListRows($query, options)
  const { clearSearch, ...search } = createSearch(rows.$allRows, q => updateQuery({ q }))

  function updateQuery(change: Partial<ListQuery>): void {
    $query.set({ ...$query.get(), page: 1, ...change })
    if (rows.$allRows.get() === null) void toastOnFailure([rows.load()])
  }

  const withFilter = (name: string, value: string) => ({ ...$query.get().filters, [name]: value })

  return {
    ...rows,
    ...search,
    $query,
    presetQuery: query => {
      clearSearch()
      $query.set({ ...EMPTY_QUERY, ...query })
    },
    removeScope: () => updateQuery({ filters: withFilter($query.get().scope?.filter ?? '', ''), scope: undefined }),
    reset: () => {
      clearSearch()
      updateQuery({ ...EMPTY_QUERY, scope: undefined })
    },
    setFilter: (name, value) => updateQuery({ filters: withFilter(name, value) }),
    sortBy: sort => updateQuery({ sort }),
    goToPage: page => updateQuery({ page })
  }
}
