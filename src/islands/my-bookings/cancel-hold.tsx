import { lazy, Suspense } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $isDialogLoaded } from '#stores/my-bookings/cancel-question.ts'

/** What brings the question; most riders are never asked it. */
export const loadCancelHoldDialog = () => import('./cancel-question.tsx')

const CancelHoldDialog = lazy(() => loadCancelHoldDialog().then(module => ({ default: module.CancelHoldDialog })))

export function CancelHold({ now }: { now: Date }) {
  if (!useStore($isDialogLoaded)) return null
  return (
    <Suspense>
      <CancelHoldDialog now={now} />
    </Suspense>
  )
}
