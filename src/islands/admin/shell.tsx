import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { mayActAs, type Role } from '#domain/admin/roles.ts'
import {
  type ListName,
  type PortalAccess,
  type Screen,
  screenPath,
  type Tab,
  tabsOf,
  toDoOf,
  viewsOf
} from '#domain/admin/screens.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { dayOf, dayText, timeText } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { ErrorState } from '#islands/ui/feedback/states.tsx'
import { useFocusRestore, useScrolledIntoView } from '#islands/ui/hooks/use-layout.ts'
import { InitialDataProvider, useNow, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import {
  $screen,
  $tab,
  dashboardSsrEntries,
  type InitialDashboardData,
  openList,
  openScreen,
  openTab,
  retryDashboard
} from '#stores/admin/dashboard.ts'
import { $counts, $stats, NO_ROWS } from '#stores/admin/dashboard-lists.ts'
import type { ListQuery } from '#stores/admin/list/list-query.ts'
import { isLoaded } from '#stores/kit/requests.ts'
import type { Store } from '#stores/kit/ssr-values.ts'
import { $access, $role } from '#stores/session/me.ts'

interface ShellProps {
  children: ReactNode
  initialData: InitialDashboardData | undefined
}

/** What every screen of the portal has: the counts, the tabs and their views. It knows no panel. */
export function Shell({ children, initialData }: ShellProps) {
  return (
    <InitialDataProvider toSsrEntries={dashboardSsrEntries} initialData={initialData}>
      <Dashboard>{children}</Dashboard>
    </InitialDataProvider>
  )
}

function Dashboard({ children }: Pick<ShellProps, 'children'>) {
  const tab = useStore($tab)
  const stats = useStore($stats)
  const panel = useFocusRestore<HTMLDivElement>()
  const access = useStore($access)
  return (
    <div className="wrapper max-w-[1360px] grid gap-1.5 md:gap-5 print:block">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 phone:contents">
        {/* On phones, it stands in the bar (see layouts/admin.astro). */}
        <h1 className="phone:hidden">{dashboardText.title}</h1>
        {stats === 'loading' ? (
          <p className="caption loading-note" role="status">
            {dashboardText.loading}
          </p>
        ) : (
          <IndiaClock />
        )}
      </div>
      {stats === 'failed' && <ErrorState onRetry={retryDashboard} title={dashboardText.dashboardLoadFailed} />}
      <TabList />
      <Views />
      <div
        aria-labelledby={tabId(tab)}
        className="outline-none"
        id={PANEL_ID}
        ref={panel}
        role="tabpanel"
        tabIndex={-1}
      >
        {access && children}
      </div>
    </div>
  )
}

/** The current time in India, which all times in the portal use. */
function IndiaClock() {
  const now = useNow(SECOND_MS)
  return (
    <time className="caption numeric view-title min-h-5" dateTime={now?.toISOString()}>
      {now && listsText.dayAndTime(dayText(dayOf(now)), timeText(now))}
    </time>
  )
}

const KEY_TARGETS: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  End: (_, count) => count - 1,
  Home: () => 0
}

const tabId = (tab: Tab) => `tab-${tab}`
const PANEL_ID = 'tab-panel'

/** A tab without its own screen has the name of its first view. */
function tabName(tab: Tab, access: PortalAccess): string {
  const [first = tab] = viewsOf(tab, access)
  return first === tab ? dashboardText.tabs[tab] : dashboardText.views[first]
}

/** The WAI-ARIA tabs pattern: one tab stop; arrow keys, Home and End move the focus and open the tab. */
function TabList() {
  const current = useStore($tab)
  const access = useStore($access)
  const tabs = access ? tabsOf(access) : []
  const list = useScrolledIntoView<HTMLDivElement>('[aria-selected="true"]', current)

  function move(event: KeyboardEvent) {
    const tab = tabs[KEY_TARGETS[event.key]?.(tabs.indexOf(current), tabs.length) ?? -1]
    if (!tab) return
    event.preventDefault()
    openTab(tab)
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus()
  }

  return (
    <div aria-label={dashboardText.sections} className="tabs" ref={list} role="tablist">
      {tabs.map(tab => (
        <button
          aria-controls={PANEL_ID}
          aria-selected={tab === current}
          id={tabId(tab)}
          key={tab}
          onClick={() => openTab(tab)}
          onKeyDown={move}
          role="tab"
          tabIndex={tab === current ? 0 : -1}
          type="button"
        >
          <span>{access && tabName(tab, access)}</span>
          <TabCount tab={tab} />
        </button>
      ))}
    </div>
  )
}

/** `words` is for screen readers. */
function CountBadge({ children, words }: { children: string; words: string }) {
  return (
    <>
      <span aria-hidden="true" className="badge numeric h-6 bg-red-bg px-2 text-red-fg">
        {children}
      </span>
      <span className="sr-only">{words}</span>
    </>
  )
}

/** How many rows of Needs are done in a tab. */
function TabCount({ tab }: { tab: Tab }) {
  const stats = useStore($stats)
  const needed = isLoaded(stats) ? stats.needs?.[tab] : undefined
  if (!needed) return null
  const count = listsText.countText(needed.count, needed.has_more)
  return <CountBadge words={listsText.needYou(count)}>{count}</CountBadge>
}

const WORDS: { [Name in ListName]?: typeof listsText.countText } = {
  openDisputes: dashboardText.unansweredText,
  refundReviews: dashboardText.reviewsWaiting
}

/** How many rows of a screen wait for somebody. */
function ToDo({ screen }: { screen: Screen }) {
  const counts = useStore($counts)
  const parts = toDoOf(screen).map(name => ({ name, ...(counts[name] ?? NO_ROWS) }))
  const count = sumBy(parts, part => part.count)
  if (count === 0) return null
  const words = parts
    .filter(part => part.count > 0)
    .map(part => (WORDS[part.name] ?? listsText.countText)(part.count, part.hasMore))
  return (
    <CountBadge words={listsText.countedParts(words)}>
      {listsText.countText(
        count,
        parts.some(({ hasMore }) => hasMore)
      )}
    </CountBadge>
  )
}

/** Switches between the views of the open tab, if there are several. Each has its own URL. */
function Views() {
  const current = useStore($screen)
  const access = useStore($access)
  const tab = useStore($tab)
  const views = access ? viewsOf(tab, access) : []
  const row = useScrolledIntoView<HTMLDivElement>('[aria-pressed="true"]', current)
  if (views.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand above the buttons
    <div aria-label={dashboardText.viewsOfTab} className="views" ref={row} role="group">
      {views.map(screen => (
        <button aria-pressed={screen === current} key={screen} onClick={() => openScreen(screen)} type="button">
          {dashboardText.views[screen]}
          <ToDo screen={screen} />
        </button>
      ))}
    </div>
  )
}

export function useMay(lowest: Role): boolean {
  const role = useStore($role)
  return role !== null && mayActAs(role, lowest)
}

export interface ListLinkProps {
  children: ReactNode
  className: string
  /** The accessible name, if it is not the text. */
  label?: string
  /** What the list shows. Empty: all rows. */
  query: Partial<ListQuery>
  screen: Screen
  onOpen?: () => void
}

const opensNewTab = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent) => altKey || ctrlKey || metaKey || shiftKey

/** A link to a screen with its list filtered. In a new browser tab, the list is not filtered. */
export function ListLink({ children, className, label, onOpen, query, screen }: ListLinkProps) {
  function open(event: MouseEvent) {
    if (opensNewTab(event)) return
    event.preventDefault()
    onOpen?.()
    openList(screen, query)
  }
  return (
    <a aria-label={label} className={className} href={screenPath(screen)} onClick={open}>
      {children}
    </a>
  )
}

/** Says that rows could not be loaded again. The store has the time at which they were loaded; null: they are fresh. */
export function LoadedAt({ of }: { of: Store<Date | null> }) {
  const time = useStore(of)
  return (
    <p className="caption numeric" role="status">
      {time && listsText.lastUpdated(timeText(time))}
    </p>
  )
}
