import { type ComponentType, lazy, Suspense } from 'react'
import type { Tab } from '#domain/tabs.ts'
import { ErrorState } from '#islands/ui/error-state.tsx'
import { Bone } from '#islands/ui/skeleton.tsx'
import { useAlive } from '#islands/ui/use-alive.ts'
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts'
import { Start, useStore } from '#islands/ui/use-store.tsx'
import * as text from '#messages/portal.ts'
import { $showsActivity, $tab, type DashboardStart, dashboardEntries, retry } from '#stores/admin/dashboard.ts'
import { $stats } from '#stores/admin/lists.ts'
import { Clock } from './clock.tsx'
import { Overview } from './overview.tsx'
import { StatCards } from './stat-cards.tsx'
import { PANEL_ID, TabList, tabId } from './tab-list.tsx'

const ActivityView = lazy(() => import('./activity-view.tsx').then(module => ({ default: module.ActivityView })))

// The overview comes with the page; the other tabs when they are first opened.
const PANELS: Record<Tab, ComponentType> = {
  overview: Overview,
  properties: lazy(() => import('./properties-tab.tsx').then(module => ({ default: module.PropertiesTab }))),
  scooters: lazy(() => import('./scooters-tab.tsx').then(module => ({ default: module.ScootersTab }))),
  pricing: lazy(() => import('./pricing-tab.tsx').then(module => ({ default: module.PricingTab }))),
  plans: lazy(() => import('./plans-tab.tsx').then(module => ({ default: module.PlansTab }))),
  users: lazy(() => import('./users-tab.tsx').then(module => ({ default: module.UsersTab }))),
  bookings: lazy(() => import('./bookings-tab.tsx').then(module => ({ default: module.BookingsTab })))
}

export function Dashboard({ start }: { start?: DashboardStart }) {
  return (
    <Start entriesOf={dashboardEntries} start={start}>
      <Page />
    </Start>
  )
}

function Page() {
  const tab = useStore($tab)
  const stats = useStore($stats)
  const panel = useKeptFocus<HTMLDivElement>()
  // What is loaded with its tab is not there yet when the page is drawn.
  const alive = useAlive()
  const showsActivity = useStore($showsActivity)
  const Open = showsActivity ? ActivityView : PANELS[tab]
  return (
    <div className="wrap-wide grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1>{text.title}</h1>
        {stats === 'loading' ? (
          <p className="cap" role="status">
            {text.loading}
          </p>
        ) : (
          <Clock />
        )}
      </div>
      <div className={tab === 'overview' && !showsActivity ? undefined : 'max-md:hidden'}>
        {stats === 'failed' ? <ErrorState retry={retry} title={text.dashboardLoadFailed} /> : <StatCards />}
      </div>
      <TabList />
      <div
        aria-labelledby={tabId(tab)}
        className="outline-none"
        id={PANEL_ID}
        ref={panel}
        role="tabpanel"
        tabIndex={-1}
      >
        {tab === 'overview' || alive ? (
          <Suspense>
            <Open />
          </Suspense>
        ) : (
          <Bone className="h-screen" />
        )}
      </div>
    </div>
  )
}
