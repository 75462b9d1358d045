import { type ComponentType, lazy, Suspense } from 'react'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'

interface RideReturnProps {
  booking: BookingForAdmin
}

// Loaded with the first panel. If that fails, the panel shows the payments without it.
const RideReturn = lazy<ComponentType<RideReturnProps>>(() => {
  const loading = import('./ride-return.tsx')
  return loading.then(
    module => ({ default: module.RideReturn }),
    () => ({ default: () => null })
  )
})

/** The end of a booking's ride, in the panel of the booking. */
export function LazyRideReturn(props: RideReturnProps) {
  return (
    <Suspense>
      <RideReturn {...props} />
    </Suspense>
  )
}
