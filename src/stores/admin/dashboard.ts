import { atom } from 'nanostores'
import { pushUrl, whenHistoryChanges } from '#client/device/admin-browser.ts'
import { queryParam, whenVisibleAgain } from '#client/device/browser.ts'
import type { Stats } from '#contract/admin/stats.ts'
import {
  ACTIVITY_PATH,
  type BookingView,
  isActivityView,
  type Screen,
  TAB_PARAMETER,
  type Tab,
  tabFrom,
  tabPath,
  VIEW_PARAMETER,
  viewFrom,
  viewPath
} from '#domain/tabs.ts'
import { computed, hasFreshData, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { stopAll } from '#stores/kit/stop-all.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import { SUPPORTS_ACTIVITY_LOG } from './activity.ts'
import {
  $stats,
  type InitialLists,
  LIST_STORES,
  listSsrEntries,
  loadDashboard,
  loadMissing,
  loadScreen,
  type Resource
} from './dashboard-lists.ts'
import type { ListQuery } from './kit/list-query.ts'
import { SUPPORTS_PAYMENTS } from './payments/refund-lists.ts'

/** The open tab. It is part of the URL, so that reload, Back and links restore it. */
export const $tab = atom<Tab>(tabFrom(null))
/** The selected view of the Bookings tab; also part of the URL. */
export const $bookingView = atom<BookingView>(viewFrom(null))

/** Whether the overview shows the activity log; also part of the URL. */
export const $isActivityOpen = atom(false)

export const $screen = computed([$tab, $bookingView, $isActivityOpen], (tab, view, isActivityOpen): Screen => {
  if (tab === 'overview' && isActivityOpen) return 'activity'
  return tab === 'bookings' && view === 'payments' ? 'payments' : tab
})

/** The data of a page that was rendered on the server with its data. */
export interface InitialDashboardData {
  /** The lists that the screen needs. */
  lists: InitialLists
  /** Render time, an ISO instant. */
  now: string
  screen: Screen
  stats: Stats
}

const PARENT_TAB: Partial<Record<Screen, Tab>> = { activity: 'overview', payments: 'bookings' }

export function dashboardSsrEntries({ lists, screen, stats }: InitialDashboardData): SsrEntries {
  return [
    ssrEntry($tab, tabFrom(PARENT_TAB[screen] ?? screen)),
    ssrEntry($bookingView, screen === 'payments' ? 'payments' : 'all'),
    ssrEntry($isActivityOpen, screen === 'activity'),
    ...listSsrEntries(stats, lists)
  ]
}

function readStateFromUrl(): void {
  $tab.set(tabFrom(queryParam(TAB_PARAMETER)))
  $isActivityOpen.set(SUPPORTS_ACTIVITY_LOG && isActivityView($tab.get(), queryParam(VIEW_PARAMETER)))
  if (SUPPORTS_PAYMENTS && $tab.get() === 'bookings') $bookingView.set(viewFrom(queryParam(VIEW_PARAMETER)))
}

whenMountedSignedIn($stats, () => {
  readStateFromUrl()
  void (hasFreshData() ? loadMissing($screen.get()) : loadDashboard($screen.get()))
  return stopAll([
    whenHistoryChanges(() => {
      readStateFromUrl()
      void loadScreen($screen.get())
    }),
    whenVisibleAgain(() => void loadDashboard($screen.get()))
  ])
})

function currentPath(): string {
  if ($isActivityOpen.get()) return ACTIVITY_PATH
  return $tab.get() === 'bookings' ? viewPath($bookingView.get()) : tabPath($tab.get())
}

function navigate(): void {
  pushUrl(currentPath())
  void loadScreen($screen.get())
}

export function openTab(tab: Tab): void {
  if (tab === $tab.get() && !$isActivityOpen.get()) return
  $isActivityOpen.set(false)
  $tab.set(tab)
  navigate()
}

/** Opens a tab with its list filtered. */
export function openList(tab: Resource, query: Partial<ListQuery>): void {
  LIST_STORES[tab].preset(query)
  $isActivityOpen.set(false)
  $bookingView.set(viewFrom(null))
  $tab.set(tab)
  navigate()
}

export function openView(view: BookingView): void {
  if (view === $bookingView.get()) return
  $bookingView.set(view)
  navigate()
}

export function setActivityOpen(isOpen: boolean): void {
  $isActivityOpen.set(isOpen)
  navigate()
}

export function retry(): void {
  $stats.set('loading')
  void loadDashboard($screen.get())
}
