import { lazy, Suspense } from 'react'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { $isDialogLoaded } from '#stores/my-bookings/booking-dialogs.ts'

export const loadBookingDialogs = () => import('./dialogs/all-dialogs.tsx')

const Dialogs = lazy(() => loadBookingDialogs().then(module => ({ default: module.AllDialogs })))

export function LazyDialogs({ now }: { now: Date }) {
  if (!useStore($isDialogLoaded)) return null
  return (
    <Suspense>
      <Dialogs now={now} />
    </Suspense>
  )
}
