import { atom, type ReadableAtom } from 'nanostores'
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import { searchTooLong } from '#messages/admin.ts'
import { dashboardLoadFailed } from '#messages/portal.ts'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, toastIfOffline } from '#stores/kit/busy.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import { computed, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'

// One list of the portal: what of it is asked for, and the page that is drawn. Our own backend searches, narrows and
// sorts; a backend that knows no parameters answers with everything, and then the same is done here.

/** What a list is asked for: empty text is no wish. */
export interface ListQuery {
  filters: Readonly<Record<string, string>>
  page: number
  q: string
  sort: string
}

interface ListPage<Row> {
  has_more: boolean
  rows: readonly Row[]
}

type LoadableListPage<Row> = ListPage<Row> | 'failed' | 'loading'

const EMPTY_QUERY: ListQuery = { filters: {}, page: 1, q: '', sort: '' }

/** A page of our own backend, or all rows of another. */
interface ListResponse<Row> {
  has_more: boolean | null
  rows: readonly Row[]
}

/** What a screen reads and does of a list. */
export interface ListStore<Row> {
  $listPage: ReadableAtom<LoadableListPage<Row>>
  /** What is searched and filtered for, of every page, where all rows are here. */
  $matchingRows: ReadableAtom<readonly Row[] | null>
  $refreshing: ReadableAtom<boolean>
  /** What is typed into the search, sent once the typing pauses. */
  $search: ReadableAtom<string>
  /** Why what is typed is not sent; null where it is. */
  $searchError: ReadableAtom<string | null>
  /** Every row, where the backend has answered with all of them at once. */
  $allRows: ReadableAtom<readonly Row[] | null>
  $query: ReadableAtom<ListQuery>
  /** Wishes for everything again. */
  reset: () => void
  setFilter: (name: string, value: string) => void
  /** The entry of its first page, where the page of the portal came with it. */
  toSsrEntry: (first: ListPage<Row>) => SsrEntries[number]
  isRequested: () => boolean
  isLoaded: () => boolean
  /** Loads what is wished for; what is on screen stays until the answer is there. Throws what the call throws. */
  load: () => Promise<void>
  retry: () => void
  setSearch: (q: string) => void
  sortBy: (sort: string) => void
  goToPage: (page: number) => void
}

/** Says once that something of the dashboard did not load; the session's own end has been said already. */
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
  /** Whether a row is meant by a filter, where its field is not called as the filter is. */
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
    typeof answer === 'string' || answer.has_more !== null ? null : answer.rows
  )
  const $matchingRows = computed([$allRows, $query], (rows, query) => rows && filterRows(rows, query, customFilters))
  // Rows that are all here are searched here, by as many words as anybody likes.
  const $searchError = computed([$search, $allRows], (typed, whole) =>
    whole === null && typed.trim().length > SEARCH_MAX_LENGTH ? searchTooLong : null
  )
  const $listPage = computed([$response, $matchingRows, $query], (answer, matching, query): LoadableListPage<Row> => {
    if (typeof answer === 'string') return answer
    return matching ? sliceListPage(matching, query) : { has_more: answer.has_more === true, rows: answer.rows }
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

/** The parameters of a wish; what is not wished for is left out. */
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
  return { has_more: rows.length > page * PAGE_SIZE, rows: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) }
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

/** As `sort` says it: a field, or '-field' from the end. */
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
