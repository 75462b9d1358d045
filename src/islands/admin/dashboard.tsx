import { type ComponentType, Suspense } from 'react'
import type { Screen } from '#domain/admin/screens.ts'
import { LoadBoundary } from '#islands/ui/feedback/load-boundary.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $panels, $screen, type InitialDashboardData, registerPanels } from '#stores/admin/dashboard.ts'
import { Shell } from './shell.tsx'

/** Names the panels of the other screens. A page's script does it, because no panel may import the others. */
export const namePanels = (panels: Readonly<Record<Screen, ComponentType>>): void => registerPanels(panels)

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
  const LazyPanel = useStore($panels)[screen] as ComponentType | undefined
  return (
    <LoadBoundary key={screen}>
      {screen === own ? (
        <OwnPanel />
      ) : (
        LazyPanel && (
          <Suspense>
            <LazyPanel />
          </Suspense>
        )
      )}
    </LoadBoundary>
  )
}
