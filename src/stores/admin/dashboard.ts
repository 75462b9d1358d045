import { atom } from 'nanostores'
import { lazyPart } from '#client/device/lazy-part.ts'
import { whenOnline } from '#client/device/network.ts'
import { eachVisibleMinute, queryParam, replaceUrl, whenHistoryChanges, whenVisibleAgain } from '#client/device/page.ts'
import { staffPushItem } from '#client/session/token.ts'
import type { Stats } from '#contract/overview/stats.ts'
import type { Me } from '#contract/staff/me.ts'
import {
  mainListOf,
  openableScreen,
  PROPERTY_PARAM,
  type Screen,
  screenFrom,
  screenPath,
  type Tab,
  tabOf,
  viewsOf
} from '#domain/admin/screens.ts'
import { HAS_LIST_QUERIES, HAS_STAFF } from '#domain/backend.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { SCANNED_PARAM } from '#domain/routes.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import { sendPendingRound } from '#stores/admin/staff/send-pending-round.ts'
import { toast } from '#stores/app/toasts.ts'
import { whenDayChanges } from '#stores/kit/current-time.ts'
import { logFailure } from '#stores/kit/requests.ts'
import { computed, hasFreshData, type SsrEntries, ssrEntry, stopAll } from '#stores/kit/ssr-values.ts'
import { $access, $me, loadMe } from '#stores/session/me.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import {
  $stats,
  filtersOf,
  type InitialLists,
  listSsrEntries,
  loadDashboard,
  loadMissingLists,
  loadScreen,
  loadStats,
  presetList,
  toastOnFailure
} from './dashboard-lists.ts'

/** The open screen. It is part of the URL, so that reload, Back and links restore it. */
export const $screen = atom<Screen>('overview')
export const $tab = computed($screen, tabOf)

/** The components of the panels, of which stores know no more. Empty until layouts/scripts/panels.ts has loaded. */
export const $panels = atom<{ readonly [Name in Screen]?: unknown }>({})

export const registerPanels = (panels: Readonly<Record<Screen, unknown>>): void => $panels.set(panels)

/** The data of a page that was rendered on the server with its data. */
export interface InitialDashboardData {
  /** The lists that the screen needs. */
  lists: InitialLists
  me: Me
  /** Render time, an ISO instant. */
  now: string
  screen: Screen
  stats: Stats
}

export function dashboardSsrEntries({ lists, me, screen, stats }: InitialDashboardData): SsrEntries {
  return [ssrEntry($me, me), ssrEntry($screen, screen), ...listSsrEntries(stats, lists)]
}

/** The query that the URL names for the list of its screen; null if it names none. */
function queryOfUrl(screen: Screen): Partial<ListQuery> | null {
  const property = queryParam(PROPERTY_PARAM)
  if (screen === 'today' && property) return { filters: { ...filtersOf('today'), property_id: property } }
  const id = queryParam(SCANNED_PARAM)
  if (screen !== 'scooters' || !id) return null
  return { filters: { [SCANNED_PARAM]: id }, scope: { filter: SCANNED_PARAM, label: dashboardText.scannedScooter } }
}

/** Later the person may filter otherwise. `isShown`: what the server has loaded is filtered so. */
function filterByUrl(isShown: boolean): void {
  const screen = screenFrom(queryParam)
  const query = queryOfUrl(screen)
  if (query) presetList(mainListOf(screen), query, isShown)
}

/** Shows the screen of the URL, or the first one instead if it is closed to this role. */
function showScreenOfUrl(): void {
  const access = $access.get()
  if (access === null) return
  const named = screenFrom(queryParam)
  const screen = openableScreen(named, access)
  $screen.set(screen)
  if (screen === named || !HAS_STAFF) return
  if (named !== 'overview') toast('info', dashboardText.askOwner)
  replaceUrl(screenPath(screen))
}

const specifiedLists = HAS_LIST_QUERIES ? null : lazyPart(() => import('./specified-lists.ts'))

const staffPush = lazyPart(() => import('#stores/session/staff-push.ts'))

async function restorePush(): Promise<void> {
  if (staffPushItem.read() !== null)
    await logFailure(staffPush.load().then(({ restoreStaffPush }) => restoreStaffPush()))
}

/** The role decides what is shown, so it is loaded first. */
async function loadAll(): Promise<void> {
  if (specifiedLists && (await logFailure(specifiedLists.load())) === null) return $stats.set('failed')
  await toastOnFailure([loadMe()])
  if ($me.get() === 'failed') return $stats.set('failed')
  showScreenOfUrl()
  await loadDashboard($screen.get())
}

whenMountedSignedIn($stats, () => {
  filterByUrl(true)
  if (hasFreshData()) {
    showScreenOfUrl()
    void loadMissingLists($screen.get())
    void restorePush()
  } else void loadAll().then(restorePush)
  const sendRound = () => void ignoreFailure(sendPendingRound())
  sendRound()
  return stopAll([
    whenOnline(sendRound),
    whenHistoryChanges(() => {
      filterByUrl(false)
      showScreenOfUrl()
      void loadScreen($screen.get())
    }),
    whenVisibleAgain(() => void loadAll()),
    whenDayChanges(() => void loadAll()),
    // The tabs say what waits. Other backends do not count it.
    HAS_STAFF ? eachVisibleMinute(() => void logFailure(loadStats())) : undefined
  ])
})

/** Whether the screen shows an empty form as soon as it opens. */
let wantsForm = false

/** True once, on the screen that `openForm` has opened. */
export function takeWantedForm(): boolean {
  const isWanted = wantsForm
  wantsForm = false
  return isWanted
}

/** Opens a screen with the form for a new row. */
export function openForm(screen: Screen): void {
  openScreen(screen)
  wantsForm = true
}

export function openScreen(screen: Screen): void {
  wantsForm = false
  if (screen === $screen.get()) return
  $screen.set(screen)
  history.pushState(null, '', screenPath(screen, filtersOf('today').property_id))
  void loadScreen(screen)
}

/** Opens the first view of a tab. */
export function openTab(tab: Tab): void {
  const access = $access.get()
  openScreen((access && viewsOf(tab, access)[0]) ?? tab)
}

/** Opens a screen with its list filtered. */
export function openList(screen: Screen, query: Partial<ListQuery>): void {
  presetList(mainListOf(screen), query)
  $screen.set(screen)
  history.pushState(null, '', screenPath(screen))
  void loadScreen(screen)
}

export function retryDashboard(): void {
  $stats.set('loading')
  if ($me.get() === 'failed') $me.set('loading')
  void loadAll()
}
