export const SCOOTER_STATUSES = ['Available', 'Booked', 'Maintenance'] as const
export type ScooterStatus = (typeof SCOOTER_STATUSES)[number]

/** The status that riders see: a paid ride under way makes an available scooter Booked. */
export function effectiveStatus(status: ScooterStatus, isInRide: boolean): ScooterStatus {
  return status === 'Available' && isInRide ? 'Booked' : status
}
