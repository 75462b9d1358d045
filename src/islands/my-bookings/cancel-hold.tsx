import { lazy, Suspense } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $isDialogLoaded } from '#stores/my-bookings/cancel-hold-dialog.ts'

/** Loads the dialog on demand, because most riders never need it. */
export const loadCancelHoldDialog = () => import('./cancel-hold-dialog.tsx')

const CancelHoldDialog = lazy(() => loadCancelHoldDialog().then(module => ({ default: module.CancelHoldDialog })))

export function CancelHold({ now }: { now: Date }) {
  if (!useStore($isDialogLoaded)) return null
  return (
    <Suspense>
      <CancelHoldDialog now={now} />
    </Suspense>
  )
}
