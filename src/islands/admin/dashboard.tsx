import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, Suspense } from 'react'
import type { Tab } from '#domain/tabs.ts'
import { ErrorState } from '#islands/ui/states.tsx'
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts'
import * as text from '#messages/portal.ts'
import { $tab, retry } from '#stores/admin/dashboard.ts'
import { $stats } from '#stores/admin/lists.ts'
import { Clock } from './clock.tsx'
import { Overview } from './overview.tsx'
import { StatCards } from './stat-cards.tsx'
import { PANEL_ID, TabList, tabId } from './tab-list.tsx'

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

export function Dashboard() {
  const tab = useStore($tab, { ssr: 'initial' })
  const stats = useStore($stats)
  const panel = useKeptFocus<HTMLDivElement>()
  const Open = PANELS[tab]
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
      <div className={tab === 'overview' ? undefined : 'max-md:hidden'}>
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
        <Suspense>
          <Open />
        </Suspense>
      </div>
    </div>
  )
}
