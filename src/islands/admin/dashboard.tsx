import { type ComponentType, Suspense } from 'react'
import type { Screen } from '#domain/portal/screens.ts'
import { ErrorState } from '#islands/ui/feedback/error-state.tsx'
import { LoadBoundary, lazyWithRetry } from '#islands/ui/feedback/load-boundary.tsx'
import { useFocusRestore } from '#islands/ui/hooks/use-focus.ts'
import { InitialDataProvider, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/dashboard.ts'
import {
  $screen,
  $tab,
  dashboardSsrEntries,
  type InitialDashboardData,
  retryDashboard
} from '#stores/admin/dashboard.ts'
import { $stats } from '#stores/admin/dashboard-lists.ts'
import { IndiaClock } from './overview/india-clock.tsx'
import { Overview } from './overview/overview.tsx'
import { StatCards } from './overview/stat-cards.tsx'
import { PANEL_ID, TabList, tabId } from './tab-list.tsx'

const BookingsTab = lazyWithRetry(() =>
  import('./bookings/bookings-tab.tsx').then(module => ({ default: module.BookingsTab }))
)

/** Panels that load when they are first opened. */
const PANELS: Record<Exclude<Screen, 'overview'>, ComponentType> = {
  activity: lazyWithRetry(() =>
    import('./overview/activity-view.tsx').then(module => ({ default: module.ActivityView }))
  ),
  bookings: BookingsTab,
  payments: BookingsTab,
  pins: lazyWithRetry(() => import('./catalogue/pins/pins-view.tsx').then(module => ({ default: module.PinsView }))),
  plans: lazyWithRetry(() =>
    import('./catalogue/pricing/plans-tab.tsx').then(module => ({ default: module.PlansTab }))
  ),
  pricing: lazyWithRetry(() =>
    import('./catalogue/pricing/pricing-tab.tsx').then(module => ({ default: module.PricingTab }))
  ),
  properties: lazyWithRetry(() =>
    import('./catalogue/properties/properties-tab.tsx').then(module => ({ default: module.PropertiesTab }))
  ),
  scooters: lazyWithRetry(() =>
    import('./catalogue/scooters/scooters-tab.tsx').then(module => ({ default: module.ScootersTab }))
  ),
  status: lazyWithRetry(() => import('./overview/status-view.tsx').then(module => ({ default: module.StatusView }))),
  users: lazyWithRetry(() => import('./riders/riders-tab.tsx').then(module => ({ default: module.RidersTab })))
}

type Panels = Partial<Record<Screen, ComponentType>>

interface DashboardProps {
  initialData?: InitialDashboardData | undefined
}

/**
 * The dashboard of a page that bundles these panels: a server-rendered panel must be loaded before hydration. Each tab
 * has a file of its own in `tabs`, because the file of an island loads all that it imports.
 */
export function dashboardWith(panels: Panels) {
  const bundled = { overview: Overview, ...panels }
  return function DashboardOfPage({ initialData }: DashboardProps) {
    return (
      <InitialDataProvider toSsrEntries={dashboardSsrEntries} initialData={initialData}>
        <DashboardPage panels={bundled} />
      </InitialDataProvider>
    )
  }
}

export const Dashboard = dashboardWith({})

/** Both screens of the bookings show one panel, which keeps the focus when they change. */
const panelKey = (screen: Screen) => (screen === 'payments' ? 'bookings' : screen)

/**
 * A bundled panel is not wrapped in Suspense. Around long content, React's SSR adds an inline script, which the CSP
 * blocks.
 */
function TabPanel({ panels }: { panels: Panels }) {
  const screen = useStore($screen)
  const EagerPanel = panels[screen]
  const LazyPanel = PANELS[screen as keyof typeof PANELS]
  return (
    <LoadBoundary key={panelKey(screen)}>
      {EagerPanel ? (
        <EagerPanel />
      ) : (
        <Suspense>
          <LazyPanel />
        </Suspense>
      )}
    </LoadBoundary>
  )
}

function DashboardPage({ panels }: { panels: Panels }) {
  const tab = useStore($tab)
  const stats = useStore($stats)
  const panel = useFocusRestore<HTMLDivElement>()
  const screen = useStore($screen)
  return (
    <div className="wrapper-wide grid gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1>{text.title}</h1>
        {stats === 'loading' ? (
          <p className="caption" role="status">
            {text.loading}
          </p>
        ) : (
          <IndiaClock />
        )}
      </div>
      <div className={screen === 'overview' ? undefined : 'max-md:hidden'}>
        {stats === 'failed' ? <ErrorState onRetry={retryDashboard} title={text.dashboardLoadFailed} /> : <StatCards />}
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
        <TabPanel panels={panels} />
      </div>
    </div>
  )
}
