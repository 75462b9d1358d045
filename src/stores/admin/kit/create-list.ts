import { atom, type ReadableAtom } from 'nanostores'
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { searchTooLong } from '#messages/admin.ts'
import { dashboardLoadFailed } from '#messages/portal/general.ts'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, toastIfOffline } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'

// The store of one list in the portal: its query and the page to render. Our own backend searches, filters and sorts.
// An external backend may ignore the parameters and return all rows; then this store does the same in the browser.

/** The query of a list. An empty string means no restriction. */
export interface ListQuery {
  filters: Readonly<Record<string, string>>
  page: number
  q: string
  sort: string
}

interface ListPage<Row> {
  hasMore: boolean
  rows: readonly Row[]
}

type LoadableListPage<Row> = ListPage<Row> | 'failed' | 'loading'

const EMPTY_QUERY: ListQuery = { filters: {}, page: 1, q: '', sort: '' }

/** One page from our own backend; or all rows, with `hasMore` null, from a backend without paging. */
interface ListResponse<Row> {
  hasMore: boolean | null
  rows: readonly Row[]
}

/** The store interface that screens use. */
export interface ListStore<Row> {
  $listPage: ReadableAtom<LoadableListPage<Row>>
  /** All matching rows across pages; null unless all rows are loaded. */
  $matchingRows: ReadableAtom<readonly Row[] | null>
  $refreshing: ReadableAtom<boolean>
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
  toSsrEntry: (first: ListPage<Row>) => SsrEntries[number]
  isRequested: () => boolean
  isLoaded: () => boolean
  /** Loads the page of the current query. The previous page stays until then. Throws what `fetchPage` throws. */
  load: () => Promise<void>
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
  const sentences = errors.map(reason => errorMessage(reason, dashboardLoadFailed))
  toast('error', sentences.find(sentence => sentence !== dashboardLoadFailed) ?? dashboardLoadFailed)
  toastIfOffline()
}

interface ListOptions<Row> {
  fetchPage: (query: Readonly<Record<string, string>>) => Promise<ListResponse<Row>>
  /** Filters that are not a plain comparison with the row's field of the same name. */
  customFilters?: Record<string, (row: Row, value: string) => boolean>
}

export function createListStore<Row>({ fetchPage, customFilters = {} }: ListOptions<Row>): ListStore<Row> {
  const $query = atom(EMPTY_QUERY)
  const $search = atom('')
  const $response = atom<ListResponse<Row> | 'failed' | 'loading'>('loading')
  const $refreshing = atom(false)
  const beginRequest = latestOnly()
  let isRequested = false
  const isLoaded = () => typeof $response.get() !== 'string'

  const $allRows = computed($response, answer =>
    typeof answer === 'string' || answer.hasMore !== null ? null : answer.rows
  )
  const $matchingRows = computed([$allRows, $query], (rows, query) => rows && filterRows(rows, query, customFilters))
  // The length limit applies only to searches on the server.
  const $searchError = computed([$search, $allRows], (typed, whole) =>
    whole === null && typed.trim().length > SEARCH_MAX_LENGTH ? searchTooLong : null
  )
  const $listPage = computed([$response, $matchingRows, $query], (answer, matching, query): LoadableListPage<Row> => {
    if (typeof answer === 'string') return answer
    return matching ? sliceListPage(matching, query) : { hasMore: answer.hasMore === true, rows: answer.rows }
  })

  async function load(): Promise<void> {
    const isLatest = beginRequest()
    isRequested = true
    $refreshing.set(true)
    const answer = await fetchPage(toQueryParams($query.get())).catch((error: unknown) => {
      if (isLatest()) $refreshing.set(false)
      if (isLatest() && $response.get() === 'loading') $response.set('failed')
      throw error
    })
    if (!isLatest()) return
    $response.set(answer)
    $refreshing.set(false)
  }

  let searchTimer: ReturnType<typeof setTimeout> | undefined
  function setSearch(q: string): void {
    $search.set(q)
    clearTimeout(searchTimer)
    if ($searchError.get() === null) searchTimer = setTimeout(() => updateQuery({ q }), SEARCH_DEBOUNCE_MS)
  }

  function updateQuery(change: Partial<ListQuery>): void {
    $query.set({ ...$query.get(), page: 1, ...change })
    if ($allRows.get() === null) void toastOnFailure([load()])
  }

  return {
    $listPage,
    $matchingRows,
    $refreshing,
    $search,
    $searchError,
    $allRows,
    $query,
    reset: () => {
      clearTimeout(searchTimer)
      $search.set('')
      updateQuery(EMPTY_QUERY)
    },
    setFilter: (name, wanted) => updateQuery({ filters: { ...$query.get().filters, [name]: wanted } }),
    toSsrEntry: first => ssrEntry($response, first),
    isRequested: () => isRequested || isLoaded(),
    isLoaded,
    load,
    retry: () => {
      $response.set('loading')
      void toastOnFailure([load()])
    },
    setSearch,
    sortBy: sort => updateQuery({ sort }),
    goToPage: page => updateQuery({ page })
  }
}

/** The query parameters of a list query; empty values are left out. */
export function toQueryParams({ filters, page, q, sort }: ListQuery): Record<string, string> {
  const params = { ...filters, page: String(page), per_page: String(PAGE_SIZE), q: q.trim(), sort }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}

type CustomFilters<Row> = Record<string, (row: Row, value: string) => boolean>

function filterRows<Row>(
  allRows: readonly Row[],
  { filters, q, sort }: ListQuery,
  customFilters: CustomFilters<Row>
): readonly Row[] {
  const words = q.trim().toLowerCase()
  const rows = allRows.filter(row => {
    const matches = Object.entries(filters).every(
      ([name, wanted]) => wanted === '' || matchesFilter(row, name, wanted, customFilters)
    )
    return matches && (words === '' || matchesSearch(row, words))
  })
  return sort === '' ? rows : rows.toSorted(compareBy(sort))
}

function sliceListPage<Row>(rows: readonly Row[], { page }: ListQuery): ListPage<Row> {
  return { hasMore: rows.length > page * PAGE_SIZE, rows: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) }
}

const fieldOf = <Row>(row: Row, name: string): unknown => (row as Record<string, unknown>)[name]

function matchesFilter<Row>(row: Row, name: string, value: string, customFilters: CustomFilters<Row>): boolean {
  return customFilters[name]?.(row, value) ?? String(fieldOf(row, name) ?? '') === value
}

function matchesSearch<Row>(row: Row, words: string): boolean {
  return Object.entries(row as Record<string, unknown>).some(
    ([name, value]) =>
      typeof value === 'string' && !/(?:^|_)(?:id|url)$/.test(name) && value.toLowerCase().includes(words)
  )
}

/** Compares by a field; '-field' sorts in descending order. */
function compareBy<Row>(sort: string): (one: Row, other: Row) => number {
  const descending = sort.startsWith('-')
  const name = descending ? sort.slice(1) : sort
  return (one, other) => {
    const [first, second] = [fieldOf(one, name), fieldOf(other, name)]
    const order =
      typeof first === 'number' && typeof second === 'number'
        ? first - second
        : String(first ?? '').localeCompare(String(second ?? ''), 'en-IN')
    return descending ? -order : order
  }
}
