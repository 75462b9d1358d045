import { atom } from 'nanostores'
import { asked, whenVisibleAgain } from '#client/device/browser.ts'
import { showAddress, whenGoingBack } from '#client/device/portal-browser.ts'
import type { Stats } from '#contract/admin/stats.ts'
import {
  ACTIVITY_PATH,
  type BookingView,
  isActivityAsked,
  type Screen,
  TAB_PARAMETER,
  type Tab,
  tabFrom,
  tabPath,
  VIEW_PARAMETER,
  viewFrom,
  viewPath
} from '#domain/tabs.ts'
import { cameFresh, computed, type Entries, holds } from '#stores/kit/ssr-values.ts'
import { whenSignedIn } from '#stores/session/session.ts'
import { TELLS_ACTIVITY } from './activity.ts'
import { TELLS_PAYMENTS } from './bookings/refund-lists.ts'
import { $stats, type FirstLists, listEntries, loadMissing, loadStart, loadTab } from './dashboard-lists.ts'

/** The open tab; its address is in the bar, so that reloading, Back and a link lead to it. */
export const $tab = atom<Tab>(tabFrom(null))
/** What the Bookings tab shows; in the address too. */
export const $view = atom<BookingView>(viewFrom(null))

/** Whether the overview shows what admins did; in the address too. */
export const $showsActivity = atom(false)

export const $screen = computed([$tab, $view, $showsActivity], (tab, view, showsActivity): Screen => {
  if (tab === 'overview' && showsActivity) return 'activity'
  return tab === 'bookings' && view === 'payments' ? 'payments' : tab
})

/** What the page comes with where it was drawn with its data. */
export interface DashboardStart {
  /** Of what the screen needs. */
  lists: FirstLists
  /** When it was drawn, an instant in ISO. */
  now: string
  screen: Screen
  stats: Stats
}

const TAB_OF: Partial<Record<Screen, Tab>> = { activity: 'overview', payments: 'bookings' }

export function dashboardEntries({ lists, screen, stats }: DashboardStart): Entries {
  return [
    holds($tab, tabFrom(TAB_OF[screen] ?? screen)),
    holds($view, screen === 'payments' ? 'payments' : 'all'),
    holds($showsActivity, screen === 'activity'),
    ...listEntries(stats, lists)
  ]
}

function followAddress(): void {
  $tab.set(tabFrom(asked(TAB_PARAMETER)))
  $showsActivity.set(TELLS_ACTIVITY && isActivityAsked($tab.get(), asked(VIEW_PARAMETER)))
  if (TELLS_PAYMENTS && $tab.get() === 'bookings') $view.set(viewFrom(asked(VIEW_PARAMETER)))
}

whenSignedIn($stats, () => {
  followAddress()
  void (cameFresh() ? loadMissing($screen.get()) : loadStart($screen.get()))
  const stops = [
    whenGoingBack(() => {
      followAddress()
      void loadTab($screen.get())
    }),
    whenVisibleAgain(() => void loadStart($screen.get()))
  ]
  return () => {
    for (const stop of stops) stop()
  }
})

function address(): string {
  if ($showsActivity.get()) return ACTIVITY_PATH
  return $tab.get() === 'bookings' ? viewPath($view.get()) : tabPath($tab.get())
}

function goThere(): void {
  showAddress(address())
  void loadTab($screen.get())
}

export function openTab(tab: Tab): void {
  if (tab === $tab.get() && !$showsActivity.get()) return
  $showsActivity.set(false)
  $tab.set(tab)
  goThere()
}

export function openView(view: BookingView): void {
  if (view === $view.get()) return
  $view.set(view)
  goThere()
}

export function openActivity(isOpen: boolean): void {
  $showsActivity.set(isOpen)
  goThere()
}

export function retry(): void {
  $stats.set('loading')
  void loadStart($screen.get())
}
