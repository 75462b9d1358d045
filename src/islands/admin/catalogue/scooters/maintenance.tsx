import { lazy, Suspense } from 'react'
import type { ScooterForAdmin } from '#contract/catalogue/admin-scooters.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { scooters as text } from '#messages/admin/catalogue/catalogue.ts'
import * as lists from '#messages/admin/lists.ts'
import {
  $isMaintenanceDialogLoaded,
  $savingStatusIds,
  toggleMaintenance
} from '#stores/admin/catalogue/scooter-status.ts'

const loadDialog = () => import('./maintenance-dialog.tsx')

const LazyDialog = lazy(() => loadDialog().then(module => ({ default: module.MaintenanceDialog })))

/** Loads the dialog when it is first needed. */
export function Maintenance() {
  if (!useStore($isMaintenanceDialogLoaded)) return null
  return (
    <Suspense>
      <LazyDialog />
    </Suspense>
  )
}

/** Sets a scooter to Maintenance and back. */
export function MaintenanceButton({ scooter }: { scooter: ScooterForAdmin }) {
  const isSaving = useStore($savingStatusIds).includes(scooter.id)
  const label = scooter.status === 'Maintenance' ? text.setAvailable : text.setMaintenance
  return (
    <Button
      aria-label={lists.actionOn(label, scooter.name)}
      isBusy={isSaving}
      kind="secondary"
      onClick={() => void toggleMaintenance(scooter, loadDialog)}
      isSmall
    >
      {label}
    </Button>
  )
}
