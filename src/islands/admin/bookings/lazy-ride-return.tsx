import { lazy } from 'react'
import type { BookingForAdmin } from '#contract/bookings/admin/admin-bookings.ts'
import { nullOnError } from '#stores/kit/errors.ts'

function NoRideReturn(_: { booking: BookingForAdmin }) {
  return null
}

/**
 * The end of a booking's ride, loaded with the first panel of a booking. If that fails, the panel shows the payments
 * without it.
 */
export const LazyRideReturn = lazy(async () => {
  const loaded = await nullOnError(import('./ride-return.tsx'))
  return { default: loaded?.RideReturn ?? NoRideReturn }
})
