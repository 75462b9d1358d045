import { type ComponentType, Suspense } from 'react'
import type { Screen } from '#domain/admin/screens.ts'
import { LoadBoundary, lazyPart } from '#islands/ui/feedback/load-boundary.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $screen, type InitialDashboardData } from '#stores/admin/dashboard.ts'
import { Shell } from './shell.tsx'

/** The panels, which load when they are first opened. */
const PANELS: Record<Screen, ComponentType> = {
  overview: lazyPart(() => import('./overview/overview.tsx'), 'Overview'),
  today: lazyPart(() => import('./staff/today-view.tsx'), 'TodayView'),
  team: lazyPart(() => import('./staff/team-view.tsx'), 'TeamView'),
  activity: lazyPart(() => import('./overview/activity-view.tsx'), 'ActivityView'),
  status: lazyPart(() => import('./overview/status-view.tsx'), 'StatusView'),
  properties: lazyPart(() => import('./catalogue/properties-tab.tsx'), 'PropertiesTab'),
  scooters: lazyPart(() => import('./catalogue/scooters-tab.tsx'), 'ScootersTab'),
  pins: lazyPart(() => import('./catalogue/pins-view.tsx'), 'PinsView'),
  problems: lazyPart(() => import('./problems/problems-view.tsx'), 'ProblemsView'),
  papers: lazyPart(() => import('./catalogue/papers-view.tsx'), 'PapersView'),
  pricing: lazyPart(() => import('./catalogue/pricing-tab.tsx'), 'PricingTab'),
  plans: lazyPart(() => import('./catalogue/plans-tab.tsx'), 'PlansTab'),
  users: lazyPart(() => import('./riders/riders-tab.tsx'), 'RidersTab'),
  licences: lazyPart(() => import('./riders/licences-view.tsx'), 'LicencesView'),
  bookings: lazyPart(() => import('./bookings/bookings-tab.tsx'), 'BookingsTab'),
  payments: lazyPart(() => import('./payments/payments-view.tsx'), 'PaymentsView')
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
