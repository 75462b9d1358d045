import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { getStats, type Stats } from '#contract/overview/stats.ts'
import { type ListName, listsOf, type Screen, SPECIFIED_LISTS } from '#domain/admin/screens.ts'
import { HAS_LIST_QUERIES } from '#domain/backend.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import { toast } from '#stores/app/toasts.ts'
import { errorMessage, hasEndedSession, type Loadable, latestOnly, loadLatest } from '#stores/kit/requests.ts'
import { type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { $access } from '#stores/session/me.ts'
import type { ListQuery } from './list/list-query.ts'

// The dashboard's data, and what is reloaded after a change. With our own backend, load the stats and the lists of the
// open screen. An external backend returns every list unpaged, so all of its lists load together. A list is made by the
// code of its screens, which may load later: until then, what is asked of it is kept by its name.

/** What lists show and changes touch. */
export type Noun =
  | 'bookings'
  | 'payments'
  | 'pins'
  | 'plans'
  | 'pricing'
  | 'problems'
  | 'properties'
  | 'riders'
  | 'scooters'
  | 'team'

export interface LoadedCount {
  /** Rows on the loaded page that match. */
  count: number
  /** Whether other pages have more rows. */
  hasMore: boolean
}

/** For a list that has not loaded. */
export const NO_ROWS: LoadedCount = { count: 0, hasMore: false }

export interface PortalList {
  /** Only of lists whose rows wait for somebody. */
  countOf?: ((firstPage: unknown) => LoadedCount) | undefined
  filters?: () => ListQuery['filters']
  isLoaded: () => boolean
  isRequested: () => boolean
  load: () => Promise<void>
  needsOwnRequest?: () => boolean
  /** Sets what the next `load` requests. `isShown`: the server has loaded rows of this query, if it has loaded any. */
  presetQuery?: (query: Partial<ListQuery>, isShown?: boolean) => void
  /** A change of one of these loads the list again, if it was requested before. */
  shows: readonly Noun[]
  /** The SSR entry of the rows that the server has loaded by the list's name. */
  toSsrEntry: (first: unknown) => SsrEntries[number]
}

const LISTS = new Map<ListName, PortalList>()
/** Lists that load as soon as their code has, and with which queries. */
const WANTED = new Set<ListName>()
const PRESETS = new Map<ListName, Partial<ListQuery>>()
const arrived: Promise<void>[] = []

export function registerList(name: ListName, list: PortalList): void {
  LISTS.set(name, list)
  const preset = PRESETS.get(name)
  if (preset) list.presetQuery?.(preset)
  if (!WANTED.delete(name)) return
  // Those of one script arrive together, and fail with one message.
  if (arrived.length === 0) queueMicrotask(() => void toastOnFailure(arrived.splice(0)))
  arrived.push(list.load())
}

/** Sets what the next load of a list requests. Search, other filters and sorting are cleared. */
export function presetList(name: ListName, query: Partial<ListQuery>, isShown = false): void {
  const list = LISTS.get(name)
  if (list) list.presetQuery?.(query, isShown)
  else PRESETS.set(name, query)
}

export const filtersOf = (name: ListName): ListQuery['filters'] =>
  LISTS.get(name)?.filters?.() ?? PRESETS.get(name)?.filters ?? {}

/** Shows one toast if any request failed. A failure that ended the session is skipped: it has shown its own message. */
export async function toastOnFailure(requests: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(requests)
  const errors = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (errors.length === 0 || errors.some(hasEndedSession)) return
  const explained = errors.find(error => errorMessage(error, '') !== '')
  toast('error', errorMessage(explained, dashboardText.dashboardLoadFailed))
}

/** How many rows wait for somebody, by the list. Screens show them at their buttons. */
export const $counts = atom<{ readonly [Name in ListName]?: LoadedCount }>({})

export const setCount = (name: ListName, count: LoadedCount): void => $counts.set({ ...$counts.get(), [name]: count })

export const $stats = atom<Loadable<Stats>>('loading')

/** The rows of the lists that the rendered screen needs, as the server has loaded them. */
export type InitialLists = { [Name in ListName]?: unknown }

export function listSsrEntries(stats: Stats, lists: InitialLists): SsrEntries {
  const loaded = (Object.keys(lists) as ListName[]).flatMap(name => {
    const list = LISTS.get(name)
    return list ? [{ first: lists[name], list, name }] : []
  })
  const counts = loaded.map(({ first, list, name }) => [name, list.countOf?.(first)] as const)
  return [
    ssrEntry($stats, stats),
    ssrEntry($counts, Object.fromEntries(counts.filter(([, count]) => count !== undefined))),
    ...loaded.map(({ first, list }) => list.toSsrEntry(first))
  ]
}

const beginStatsRequest = latestOnly()

export const loadStats = () => loadLatest($stats, beginStatsRequest(), call(getStats))

/** The requests of these lists. Those whose code is still to come follow when it does. */
function loadByName(names: readonly ListName[]): Promise<void>[] {
  return names.flatMap(name => {
    const list = LISTS.get(name)
    if (!list) WANTED.add(name)
    return list ? [list.load()] : []
  })
}

/** The lists that a screen needs in addition to the stats. */
function namesOf(screen: Screen): readonly ListName[] {
  const access = $access.get()
  return access ? listsOf(screen, access) : []
}

export async function loadDashboard(screen: Screen): Promise<void> {
  await toastOnFailure([loadStats(), ...loadByName(HAS_LIST_QUERIES ? namesOf(screen) : SPECIFIED_LISTS)])
  // An external backend may support paging too. Then these rows need requests of their own.
  const incomplete = HAS_LIST_QUERIES ? [] : [...LISTS.values()].filter(list => list.needsOwnRequest?.())
  await toastOnFailure(incomplete.map(({ load }) => load()))
}

/** Loads what a screen needs when it is opened. Lists that are already loaded refresh in the background. */
export function loadScreen(screen: Screen): Promise<void> {
  return HAS_LIST_QUERIES ? toastOnFailure(loadByName(namesOf(screen))) : Promise.resolve()
}

/** Loads the lists that a screen needs and SSR did not provide. */
export function loadMissingLists(screen: Screen): Promise<void> {
  return toastOnFailure(loadByName(namesOf(screen).filter(name => !LISTS.get(name)?.isLoaded())))
}

/** After a change, loads the stats again, and of the lists that show what it touched those requested before. */
export function reloadAfter(...touched: readonly Noun[]): Promise<void> {
  if (!HAS_LIST_QUERIES) return loadDashboard('overview')
  const lists = [...LISTS.values()].filter(
    ({ isRequested, shows }) => isRequested() && shows.some(noun => touched.includes(noun))
  )
  return toastOnFailure([loadStats(), ...lists.map(({ load }) => load())])
}
