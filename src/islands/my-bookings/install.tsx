import { type ComponentType, lazy, Suspense } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $canInstall } from '#stores/app/install.ts'

const loadInstallOffer = () => import('./install-offer.tsx')

// An offer that does not come is none.
const InstallOffer = lazy<ComponentType>(() =>
  loadInstallOffer().then(
    module => ({ default: module.InstallOffer }),
    () => ({ default: () => null })
  )
)

/** Comes where the browser would install, and nobody has answered yet. */
export function Install() {
  if (!useStore($canInstall)) return null
  return (
    <Suspense>
      <InstallOffer />
    </Suspense>
  )
}
