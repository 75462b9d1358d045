import { PATHS } from './routes.ts'

/** Dashboard tabs in order. Each has its own URL. */
export const TABS = ['overview', 'properties', 'scooters', 'pricing', 'plans', 'users', 'bookings'] as const
export type Tab = (typeof TABS)[number]

export const TAB_PARAMETER = 'tab'
export const VIEW_PARAMETER = 'view'

/** Returns the tab named in the URL, else the first. */
export function tabFrom(value: string | null): Tab {
  return TABS.find(tab => tab === value) ?? TABS[0]
}

export function tabPath(tab: Tab): string {
  return tab === TABS[0] ? PATHS.admin : `${PATHS.admin}?${TAB_PARAMETER}=${tab}`
}

/** The overview's second view: the audit log. */
const ACTIVITY = 'activity'

export function isActivityView(tab: Tab, view: string | null): boolean {
  return tab === TABS[0] && view === ACTIVITY
}

export const ACTIVITY_PATH = `${PATHS.admin}?${VIEW_PARAMETER}=${ACTIVITY}`

/** Views of the Bookings tab: bookings, and refunds. */
export const BOOKING_VIEWS = ['all', 'payments'] as const
export type BookingView = (typeof BOOKING_VIEWS)[number]

/** Like `tabFrom`. */
export function viewFrom(value: string | null): BookingView {
  return BOOKING_VIEWS.find(view => view === value) ?? BOOKING_VIEWS[0]
}

export function viewPath(view: BookingView): string {
  const tab = tabPath('bookings')
  return view === BOOKING_VIEWS[0] ? tab : `${tab}&${VIEW_PARAMETER}=${view}`
}

/** What is displayed: a tab, or the second view of one. */
export type Screen = typeof ACTIVITY | 'payments' | Tab

export function screenFrom(query: URLSearchParams): Screen {
  const [tab, view] = [tabFrom(query.get(TAB_PARAMETER)), query.get(VIEW_PARAMETER)]
  if (isActivityView(tab, view)) return ACTIVITY
  return tab === 'bookings' && viewFrom(view) === 'payments' ? 'payments' : tab
}

/** The data each screen loads besides the stats. */
export const LISTS_BY_SCREEN = {
  activity: ['activity'],
  bookings: ['bookings', 'propertyOptions', 'reviews', 'openDisputes'],
  overview: ['recentBookings', 'fleet', 'revenue'],
  payments: ['openDisputes', 'reviews', 'refunds', 'decidedDisputes'],
  plans: ['plans', 'propertyOptions'],
  pricing: ['pricing', 'propertyOptions', 'legacyRates'],
  properties: ['properties'],
  scooters: ['scooters', 'propertyOptions'],
  users: ['users', 'propertyOptions']
} as const satisfies Record<Screen, readonly string[]>

export type ListName = (typeof LISTS_BY_SCREEN)[Screen][number]
