import { type ComponentType, lazy, Suspense } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $canInstall } from '#stores/app/install-offer.ts'

const loadInstallOffer = () => import('./install-offer.tsx')

// If the offer fails to load, show nothing.
const InstallOffer = lazy<ComponentType>(() =>
  loadInstallOffer().then(
    module => ({ default: module.InstallOffer }),
    () => ({ default: () => null })
  )
)

/** Shown if the browser can install the app and the offer has not been answered on this device. */
export function LazyInstallOffer() {
  if (!useStore($canInstall)) return null
  return (
    <Suspense>
      <InstallOffer />
    </Suspense>
  )
}
