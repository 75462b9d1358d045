// API responses to a deletion of any kind.

export const deleted = 'Deleted'

/** Why a property, a scooter or a rider cannot be deleted. */
export function upcomingRidesText(count: number): string {
  const rides = count === 1 ? '1 upcoming paid ride' : `${count} upcoming paid rides`
  return `${rides}. Cancel ${count === 1 ? 'it' : 'them'} first, or wait until ${count === 1 ? 'it ends' : 'they end'}.`
}
