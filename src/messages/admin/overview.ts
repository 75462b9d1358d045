// The Overview tab.

export const noMailService = 'Riders get no emails, because no email service is set up.'
export const totalLocations = 'total locations'
export const registered = 'registered'
export const active = 'active'
/** The filter of the bookings behind that count. */
export const notEnded = 'Not ended yet'
export const recentBookings = 'Recent Bookings'
export const noRecentBookings = 'No bookings yet'
export const quickActions = 'Quick Actions'
export const manageProperties = 'Manage Properties'
export const manageScooters = 'Manage Scooters'
export const status = 'Status'
export const back = 'Back to the overview'
export const scootersNow = 'Scooters now'

export function availableOf(count: number): string {
  return `available of ${count}`
}

export const available = 'available'
