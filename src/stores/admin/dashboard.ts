import { atom } from 'nanostores'
import { pushUrl, queryParam, whenHistoryChanges } from '#client/device/navigation.ts'
import { whenVisibleAgain } from '#client/device/page-lifecycle.ts'
import type { Stats } from '#contract/overview/stats.ts'
import { isEmbeddedOnly, type Screen, screenFrom, screenPath, type Tab, tabOf } from '#domain/admin/screens.ts'
import { IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import { computed, hasFreshData, type SsrEntries, ssrEntry } from '#stores/kit/ssr-values.ts'
import { stopAll } from '#stores/kit/when-mounted.ts'
import { whenMountedSignedIn } from '#stores/session/page-guard.ts'
import {
  $stats,
  type InitialLists,
  LIST_STORES,
  listSsrEntries,
  loadDashboard,
  loadMissingLists,
  loadScreen,
  type Resource
} from './dashboard-lists.ts'

/** The open screen. It is part of the URL, so that reload, Back and links restore it. */
export const $screen = atom<Screen>('overview')
export const $tab = computed($screen, tabOf)

/** The screen of the Bookings tab, which stays selected while another tab is open. */
let bookingsScreen: Screen = 'bookings'

function setScreen(screen: Screen): void {
  if (tabOf(screen) === 'bookings') bookingsScreen = screen
  $screen.set(screen)
}

/** The data of a page that was rendered on the server with its data. */
export interface InitialDashboardData {
  /** The lists that the screen needs. */
  lists: InitialLists
  /** Render time, an ISO instant. */
  now: string
  screen: Screen
  stats: Stats
}

export function dashboardSsrEntries({ lists, screen, stats }: InitialDashboardData): SsrEntries {
  return [ssrEntry($screen, screen), ...listSsrEntries(stats, lists)]
}

function readScreenFromUrl(): void {
  const screen = screenFrom(queryParam)
  setScreen(!IS_BACKEND_EMBEDDED && isEmbeddedOnly(screen) ? tabOf(screen) : screen)
}

whenMountedSignedIn($stats, () => {
  readScreenFromUrl()
  void (hasFreshData() ? loadMissingLists($screen.get()) : loadDashboard($screen.get()))
  return stopAll([
    whenHistoryChanges(() => {
      readScreenFromUrl()
      void loadScreen($screen.get())
    }),
    whenVisibleAgain(() => void loadDashboard($screen.get()))
  ])
})

export function openScreen(screen: Screen): void {
  if (screen === $screen.get()) return
  setScreen(screen)
  pushUrl(screenPath(screen))
  void loadScreen(screen)
}

export function openTab(tab: Tab): void {
  openScreen(tab === 'bookings' ? bookingsScreen : tab)
}

/** Opens a tab with its list filtered. */
export function openList(list: Resource, query: Partial<ListQuery>): void {
  LIST_STORES[list].presetQuery(query)
  setScreen(list)
  pushUrl(screenPath(list))
  void loadScreen(list)
}

export function retryDashboard(): void {
  $stats.set('loading')
  void loadDashboard($screen.get())
}
