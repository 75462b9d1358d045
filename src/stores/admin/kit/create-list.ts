import { atom, type ReadableAtom } from 'nanostores'
import { PAGE_ROWS, SEARCH_MAX_LENGTH, SEARCH_PAUSE_MS } from '#domain/constants.ts'
import { searchTooLong } from '#messages/admin.ts'
import { dashboardLoadFailed } from '#messages/portal.ts'
import { toast } from '#stores/app/toasts.ts'
import { hasEndedSession, reasonOf, sayIfOffline } from '#stores/kit/busy.ts'
import { questions } from '#stores/kit/latest-only.ts'
import { computed, type Entries, holds } from '#stores/kit/ssr-values.ts'

// One list of the portal: what of it is asked for, and the page that is drawn. Our own backend searches, narrows and
// sorts; a backend that knows no parameters answers with everything, and then the same is done here.

/** What a list is asked for: empty text is no wish. */
export interface Wish {
  filters: Readonly<Record<string, string>>
  page: number
  q: string
  sort: string
}

interface Drawn<Row> {
  has_more: boolean
  rows: readonly Row[]
}

type Loaded<Row> = Drawn<Row> | 'failed' | 'loading'

const EVERYTHING: Wish = { filters: {}, page: 1, q: '', sort: '' }

/** A page of our own backend, or all rows of another. */
interface Answer<Row> {
  has_more: boolean | null
  rows: readonly Row[]
}

/** What a screen reads and does of a list. */
export interface Listing<Row> {
  $drawn: ReadableAtom<Loaded<Row>>
  /** What is searched and filtered for, of every page, where all rows are here. */
  $kept: ReadableAtom<readonly Row[] | null>
  $refreshing: ReadableAtom<boolean>
  /** What is typed into the search, sent once the typing pauses. */
  $search: ReadableAtom<string>
  /** Why what is typed is not sent; null where it is. */
  $searchError: ReadableAtom<string | null>
  /** Every row, where the backend has answered with all of them at once. */
  $whole: ReadableAtom<readonly Row[] | null>
  $wish: ReadableAtom<Wish>
  /** Wishes for everything again. */
  clear: () => void
  filter: (name: string, wanted: string) => void
  /** The entry of its first page, where the page of the portal came with it. */
  holding: (first: Drawn<Row>) => Entries[number]
  isAskedFor: () => boolean
  isHere: () => boolean
  /** Loads what is wished for; what is on screen stays until the answer is there. Throws what the call throws. */
  load: () => Promise<void>
  retry: () => void
  search: (q: string) => void
  sortBy: (sort: string) => void
  turnTo: (page: number) => void
}

/** Says once that something of the dashboard did not load; the session's own end has been said already. */
export async function sayingFailure(tasks: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(tasks)
  const reasons = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (reasons.length === 0 || reasons.some(hasEndedSession)) return
  const sentences = reasons.map(reason => reasonOf(reason, dashboardLoadFailed))
  toast('error', sentences.find(sentence => sentence !== dashboardLoadFailed) ?? dashboardLoadFailed)
  sayIfOffline()
}

interface Options<Row> {
  ask: (query: Readonly<Record<string, string>>) => Promise<Answer<Row>>
  /** Whether a row is meant by a filter, where its field is not called as the filter is. */
  keeps?: Record<string, (row: Row, wanted: string) => boolean>
}

export function createListing<Row>({ ask, keeps = {} }: Options<Row>): Listing<Row> {
  const $wish = atom(EVERYTHING)
  const $search = atom('')
  const $answer = atom<Answer<Row> | 'failed' | 'loading'>('loading')
  const $refreshing = atom(false)
  const asking = questions()
  let isAskedFor = false
  const isHere = () => typeof $answer.get() !== 'string'

  const $whole = computed($answer, answer =>
    typeof answer === 'string' || answer.has_more !== null ? null : answer.rows
  )
  const $kept = computed([$whole, $wish], (whole, wish) => whole && keptOf(whole, wish, keeps))
  // Rows that are all here are searched here, by as many words as anybody likes.
  const $searchError = computed([$search, $whole], (typed, whole) =>
    whole === null && typed.trim().length > SEARCH_MAX_LENGTH ? searchTooLong : null
  )
  const $drawn = computed([$answer, $kept, $wish], (answer, kept, wish): Loaded<Row> => {
    if (typeof answer === 'string') return answer
    return kept ? pageOf(kept, wish) : { has_more: answer.has_more === true, rows: answer.rows }
  })

  async function load(): Promise<void> {
    const isLatest = asking()
    isAskedFor = true
    $refreshing.set(true)
    const answer = await ask(queryOf($wish.get())).catch((error: unknown) => {
      if (isLatest()) $refreshing.set(false)
      if (isLatest() && $answer.get() === 'loading') $answer.set('failed')
      throw error
    })
    if (!isLatest()) return
    $answer.set(answer)
    $refreshing.set(false)
  }

  let pause: ReturnType<typeof setTimeout> | undefined
  function search(q: string): void {
    $search.set(q)
    clearTimeout(pause)
    if ($searchError.get() === null) pause = setTimeout(() => wishFor({ q }), SEARCH_PAUSE_MS)
  }

  function wishFor(change: Partial<Wish>): void {
    $wish.set({ ...$wish.get(), page: 1, ...change })
    if ($whole.get() === null) void sayingFailure([load()])
  }

  return {
    $drawn,
    $kept,
    $refreshing,
    $search,
    $searchError,
    $whole,
    $wish,
    clear: () => {
      clearTimeout(pause)
      $search.set('')
      wishFor(EVERYTHING)
    },
    filter: (name, wanted) => wishFor({ filters: { ...$wish.get().filters, [name]: wanted } }),
    holding: first => holds($answer, first),
    isAskedFor: () => isAskedFor || isHere(),
    isHere,
    load,
    retry: () => {
      $answer.set('loading')
      void sayingFailure([load()])
    },
    search,
    sortBy: sort => wishFor({ sort }),
    turnTo: page => wishFor({ page })
  }
}

/** The parameters of a wish; what is not wished for is left out. */
export function queryOf({ filters, page, q, sort }: Wish): Record<string, string> {
  const asked = { ...filters, page: String(page), per_page: String(PAGE_ROWS), q: q.trim(), sort }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
}

type Keeps<Row> = Record<string, (row: Row, wanted: string) => boolean>

function keptOf<Row>(all: readonly Row[], { filters, q, sort }: Wish, keeps: Keeps<Row>): readonly Row[] {
  const words = q.trim().toLowerCase()
  const kept = all.filter(row => {
    const meant = Object.entries(filters).every(([name, wanted]) => wanted === '' || isMeant(row, name, wanted, keeps))
    return meant && (words === '' || isFound(row, words))
  })
  return sort === '' ? kept : kept.toSorted(inOrder(sort))
}

function pageOf<Row>(kept: readonly Row[], { page }: Wish): Drawn<Row> {
  return { has_more: kept.length > page * PAGE_ROWS, rows: kept.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS) }
}

const fieldOf = <Row>(row: Row, name: string): unknown => (row as Record<string, unknown>)[name]

function isMeant<Row>(row: Row, name: string, wanted: string, keeps: Keeps<Row>): boolean {
  return keeps[name]?.(row, wanted) ?? String(fieldOf(row, name) ?? '') === wanted
}

function isFound<Row>(row: Row, words: string): boolean {
  return Object.entries(row as Record<string, unknown>).some(
    ([name, value]) =>
      typeof value === 'string' && !/(?:^|_)(?:id|url)$/.test(name) && value.toLowerCase().includes(words)
  )
}

/** As `sort` says it: a field, or '-field' from the end. */
function inOrder<Row>(sort: string): (one: Row, other: Row) => number {
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
