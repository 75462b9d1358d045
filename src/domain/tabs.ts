import { PATHS } from './routes.ts'

/** The dashboard's tabs, in their order; each has its own address (spec §2). */
export const TABS = ['overview', 'properties', 'scooters', 'pricing', 'plans', 'users', 'bookings'] as const
export type Tab = (typeof TABS)[number]

export const TAB_PARAMETER = 'tab'
export const VIEW_PARAMETER = 'view'

/** The one that an address asks for; the first when it names none. */
export function tabFrom(value: string | null): Tab {
  return TABS.find(tab => tab === value) ?? TABS[0]
}

export function tabPath(tab: Tab): string {
  return tab === TABS[0] ? PATHS.admin : `${PATHS.admin}?${TAB_PARAMETER}=${tab}`
}

/** The overview's other view: what admins did. */
const ACTIVITY = 'activity'

export function isActivityView(tab: Tab, view: string | null): boolean {
  return tab === TABS[0] && view === ACTIVITY
}

export const ACTIVITY_PATH = `${PATHS.admin}?${VIEW_PARAMETER}=${ACTIVITY}`

/** The two views of the Bookings tab: what was booked, and the money that goes back. */
export const BOOKING_VIEWS = ['all', 'payments'] as const
export type BookingView = (typeof BOOKING_VIEWS)[number]

/** As `tabFrom`. */
export function viewFrom(value: string | null): BookingView {
  return BOOKING_VIEWS.find(view => view === value) ?? BOOKING_VIEWS[0]
}

export function viewPath(view: BookingView): string {
  const tab = tabPath('bookings')
  return view === BOOKING_VIEWS[0] ? tab : `${tab}&${VIEW_PARAMETER}=${view}`
}

/** What is on screen: a tab, or the other view of one. */
export type Screen = typeof ACTIVITY | 'payments' | Tab

export function screenFrom(query: URLSearchParams): Screen {
  const [tab, view] = [tabFrom(query.get(TAB_PARAMETER)), query.get(VIEW_PARAMETER)]
  if (isActivityView(tab, view)) return ACTIVITY
  return tab === 'bookings' && viewFrom(view) === 'payments' ? 'payments' : tab
}

/** What each screen shows beyond the stats: rows of lists, and what is asked for beside them. */
export const LISTS_BY_SCREEN = {
  activity: ['activity'],
  bookings: ['bookings', 'propertyOptions', 'reviews', 'openDisputes'],
  overview: ['recentBookings', 'fleet'],
  payments: ['openDisputes', 'reviews', 'refunds', 'decidedDisputes'],
  plans: ['plans', 'propertyOptions'],
  pricing: ['pricing', 'propertyOptions', 'legacyRates'],
  properties: ['properties'],
  scooters: ['scooters', 'propertyOptions'],
  users: ['users', 'propertyOptions']
} as const satisfies Record<Screen, readonly string[]>

export type ListName = (typeof LISTS_BY_SCREEN)[Screen][number]
