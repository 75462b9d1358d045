import { computed } from 'nanostores'
import type { ScooterForAdmin } from '#contract/scooters.ts'
import { SCOOTER_STATUSES, type ScooterStatus } from '#domain/booking-status.ts'
import { $fleet } from './lists.ts'

/** What a rider would see now: a ride that covers now makes an available scooter Booked (decision 40). */
function statusNow({ booked_until, status }: ScooterForAdmin): string {
  return status === 'Available' && booked_until ? 'Booked' : status
}

export const $fleetByStatus = computed($fleet, fleet => {
  const countOf = (status: ScooterStatus) => fleet?.filter(scooter => statusNow(scooter) === status).length ?? 0
  return Object.fromEntries(SCOOTER_STATUSES.map(status => [status, countOf(status)])) as Record<ScooterStatus, number>
})
