import * as contract from '#contract/bookings/manage-ride.ts'
import { bookableExtensions } from '#domain/bookings/extension.ts'
import { holdWithOrder } from '#server/bookings/hold-with-order.ts'
import { implement } from '#server/http/operation.ts'
import { limitOrders } from '#server/http/rate-limits.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { findExtendableRide } from './extendable-ride.ts'

// A rider books the time after a paid ride. The extension is a booking of its own, with its own order and payment.

export const listExtensions = implement(contract.listExtensions, async ({ params: { id } }, rider, { now }) => {
  const ride = await findExtendableRide(id, rider.id, now)
  if (!ride) return { choices: [], next_taken: null, reason: 'over' as const }
  const { hours, obstacle } = bookableExtensions(ride)
  const bookable = ride.extensions.filter(extension => hours.includes(extension.hours))
  return {
    choices: bookable.map(({ amount, hours, window }) => ({ amount, end_time: window.end.toISOString(), hours })),
    next_taken: ride.nextTaken?.toISOString() ?? null,
    reason: obstacle
  }
})

/** The server computes the price again. Only the statement that holds the time decides whether it is free. */
export const extendBooking = implement(contract.extendBooking, async ({ body, params: { id } }, rider, { now }) => {
  const [ride] = await Promise.all([findExtendableRide(id, rider.id, now), limitOrders(rider.id, now)])
  if (!ride) throw refusal('cannot_extend')
  if (!ride.isInService) throw refusal('scooter_leaves_service')
  const extension = ride.extensions.find(({ hours }) => hours === body.hours)
  if (!extension) throw refusal('ride_too_long', ride.maxRideHours)
  const { buffer_minutes, scooter_id } = ride
  const request = { ...extension, buffer_minutes, plan: null, ride_id: id, scooter_id, user_id: rider.id }
  return holdWithOrder(request, 'cannot_extend', now)
})
