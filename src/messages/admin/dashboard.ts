import { REVENUE_DAYS } from '#domain/constants.ts'

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

export const revenue = {
  title: 'Revenue',
  day: 'Day',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net',
  receivedToday: 'received today',
  receivedInAll: `received in ${REVENUE_DAYS} days`,
  chart: `Bar chart: money received on each of the last ${REVENUE_DAYS} days. The table below has the figures.`,
  showTable: 'Show as table',
  loadFailed: 'Failed to load the revenue',
  explanation:
    'Received: payments captured on that day (IST). Refunded: the part of these payments that was or is being refunded, on any day.'
} as const
