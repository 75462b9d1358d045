import { effectiveStatus, SCOOTER_STATUSES, type ScooterStatus } from '#domain/catalogue/scooter-status.ts'
import { sumBy } from '#domain/kit/sum-by.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { $fleet, type FleetRow } from '../dashboard-lists.ts'

const currentStatus = ({ booked_until, status }: FleetRow) => effectiveStatus(status, Boolean(booked_until))

export const $fleetByStatus = computed($fleet, fleet => {
  // Riders cannot book scooters of a deleted property.
  const offered = fleet?.filter(({ property_deleted }) => !property_deleted) ?? []
  const countOf = (status: ScooterStatus) => offered.filter(scooter => currentStatus(scooter) === status).length
  return Object.fromEntries(SCOOTER_STATUSES.map(status => [status, countOf(status)])) as Record<ScooterStatus, number>
})

interface FleetShare {
  status: ScooterStatus
  /** Start and size of the segment, in percent of the fleet. */
  from: number
  percent: number
}

/** The statuses with at least one scooter, as segments of the whole fleet. */
export const $fleetShares = computed($fleetByStatus, (counts): FleetShare[] => {
  const sumOf = (statuses: readonly ScooterStatus[]) => sumBy(statuses, status => counts[status])
  const percentOf = (statuses: readonly ScooterStatus[]) => (sumOf(statuses) / sumOf(SCOOTER_STATUSES)) * 100
  const present = SCOOTER_STATUSES.filter(status => counts[status] > 0)
  return present.map((status, index) => ({
    from: percentOf(present.slice(0, index)),
    percent: percentOf([status]),
    status
  }))
})
