import { type ComponentType, Suspense } from 'react'
import type { Screen } from '#domain/admin/screens.ts'
import { LoadBoundary, lazyComponent } from '#islands/ui/feedback/load-boundary.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $screen, type InitialDashboardData } from '#stores/admin/dashboard.ts'
import { Shell } from './shell.tsx'

/** The panels, which load when they are first opened. */
const PANELS: Record<Screen, ComponentType> = {
  overview: lazyComponent(() => import('./overview/overview.tsx'), 'Overview'),
  today: lazyComponent(() => import('./staff/today-view.tsx'), 'TodayView'),
  reports: lazyComponent(() => import('./overview/reports-view.tsx'), 'ReportsView'),
  team: lazyComponent(() => import('./staff/team-view.tsx'), 'TeamView'),
  books: lazyComponent(() => import('./overview/books-view.tsx'), 'BooksView'),
  activity: lazyComponent(() => import('./overview/activity-view.tsx'), 'ActivityView'),
  status: lazyComponent(() => import('./overview/status-view.tsx'), 'StatusView'),
  properties: lazyComponent(() => import('./catalogue/properties-tab.tsx'), 'PropertiesTab'),
  scooters: lazyComponent(() => import('./catalogue/scooters-tab.tsx'), 'ScootersTab'),
  pins: lazyComponent(() => import('./catalogue/pins-view.tsx'), 'PinsView'),
  problems: lazyComponent(() => import('./problems/problems-view.tsx'), 'ProblemsView'),
  papers: lazyComponent(() => import('./catalogue/papers-view.tsx'), 'PapersView'),
  stickers: lazyComponent(() => import('./catalogue/stickers-view.tsx'), 'StickersView'),
  pricing: lazyComponent(() => import('./catalogue/pricing-tab.tsx'), 'PricingTab'),
  plans: lazyComponent(() => import('./catalogue/plans-tab.tsx'), 'PlansTab'),
  users: lazyComponent(() => import('./riders/riders-tab.tsx'), 'RidersTab'),
  licences: lazyComponent(() => import('./riders/licences-view.tsx'), 'LicencesView'),
  bookings: lazyComponent(() => import('./bookings/bookings-tab.tsx'), 'BookingsTab'),
  payments: lazyComponent(() => import('./payments/payments-view.tsx'), 'PaymentsView')
}

/** What the server renders for a screen. Its panel is loaded before hydration, the others when they are opened. */
export function dashboardWith(own: Screen, OwnPanel: ComponentType) {
  return function Dashboard({ initialData }: { initialData?: InitialDashboardData | undefined }) {
    return (
      <Shell initialData={initialData}>
        <OpenPanel own={own} OwnPanel={OwnPanel} />
      </Shell>
    )
  }
}

/**
 * The page's own panel is not wrapped in Suspense. Around long content, React's SSR adds an inline script, which the CSP
 * blocks.
 */
function OpenPanel({ own, OwnPanel }: { own: Screen; OwnPanel: ComponentType }) {
  const screen = useStore($screen)
  const LazyPanel = PANELS[screen]
  return (
    <LoadBoundary key={screen}>
      {screen === own ? (
        <OwnPanel />
      ) : (
        <Suspense>
          <LazyPanel />
        </Suspense>
      )}
    </LoadBoundary>
  )
}
