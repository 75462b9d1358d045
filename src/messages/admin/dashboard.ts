import type { Screen } from '#domain/admin/screens.ts'
import { DEFAULT_RATES, REVENUE_DAYS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as commonText from '#messages/common.ts'

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

export const viewsOfTab = 'Views'
/** Each screen, by its name among the views of its tab. */
export const views = {
  overview: tabs.overview,
  today: commonText.today,
  reports: 'Reports',
  team: 'Team',
  books: 'Books',
  activity: commonText.activityLog,
  status: 'Status',
  properties: tabs.properties,
  scooters: 'All scooters',
  pins: 'PINs to change',
  problems: 'Problems',
  papers: 'Papers',
  stickers: 'Stickers',
  pricing: tabs.pricing,
  plans: tabs.plans,
  users: 'All users',
  licences: 'To review',
  bookings: 'All bookings',
  payments: 'Payments'
} as const satisfies Record<Screen, string>

// What waits at Payments.
/** The count as a sentence, for screen readers. */
export function unansweredText(count: number, hasMore: boolean): string {
  if (hasMore) return `more than ${count} disputes need an answer`
  return count === 1 ? '1 dispute needs an answer' : `${count} disputes need an answer`
}

/** The count as a sentence, for screen readers. */
export function reviewsWaiting(count: number, hasMore: boolean): string {
  if (hasMore) return `more than ${count} refunds need attention`
  return count === 1 ? '1 refund needs attention' : `${count} refunds need attention`
}

/** Of the list of scooters, when the code on one led to it. */
export const scannedScooter = 'Scanned scooter'

/** A closed page was opened by its address. */
export const askOwner = 'Ask an owner for this page'

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
export const scootersNow = 'Scooters now'
export const availableOf = (count: number) => `available of ${count}`
export const available = 'available'

export const linkCopied = 'Link copied'

/** Of an empty portal, until the first paid ride. */
export const firstSteps = {
  title: 'First steps',
  intro: 'They stay here until a ride is paid and the locks are set.',
  done: 'Done',
  properties: 'Add your property',
  addProperty: listsText.addText('Property'),
  scooters: 'Add its scooters',
  addScooter: listsText.addText('Scooter'),
  locks: 'Set each lock to the PIN of its scooter',
  locksSet: 'The locks are set',
  locksNotSet: 'The locks are not set',
  locksFailed: 'Failed to save the step',
  prices: 'Set prices or a plan',
  pricesText: `Without any, the default rates count: ${rupeesText(DEFAULT_RATES.hourly_1)} for an hour.`,
  riders: 'Invite the first rider',
  ridersText: 'Send the link of the sign-up.',
  copyLink: 'Copy the link'
} as const

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
