// The dashboard and its tabs. The texts of a tab are in a file of its name.

export const title = 'Admin Dashboard'
export const loading = 'Loading admin dashboard...'
export const dashboardLoadFailed = 'Failed to load dashboard data'
export const sections = 'Sections'
export const tabs = {
  overview: 'Overview',
  properties: 'Properties',
  scooters: 'Scooters',
  pricing: 'Legacy Pricing',
  plans: 'Pricing Plans',
  users: 'Users',
  bookings: 'Bookings'
} as const

/** 'PINs to change (3)', or without the count if there are none. */
export function pinsToChange(count: string): string {
  return `PINs to change${count && ` (${count})`}`
}
