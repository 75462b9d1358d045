import { PAGE_SIZE_MAX } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'

interface ScreenDefinition {
  /** The tab that shows the screen. */
  tab: string
  /** A second screen of its tab, named in the URL. */
  view?: string
  /** The data that it loads besides the stats. */
  lists: readonly string[]
  /** External backends do not have its data. */
  isEmbeddedOnly?: true
}

/** The portal's screens, in the order of their tabs. Each has its own URL. */
export const SCREENS = {
  overview: { tab: 'overview', lists: ['recentBookings', 'fleet', 'revenue'] },
  activity: { tab: 'overview', view: 'activity', lists: ['activity'], isEmbeddedOnly: true },
  status: { tab: 'overview', view: 'status', lists: ['systemStatus'], isEmbeddedOnly: true },
  properties: { tab: 'properties', lists: ['properties'] },
  scooters: { tab: 'scooters', lists: ['scooters', 'propertyOptions', 'pinChanges'] },
  pins: { tab: 'scooters', view: 'pins', lists: ['pinChanges'], isEmbeddedOnly: true },
  pricing: { tab: 'pricing', lists: ['pricing', 'propertyOptions', 'legacyRates'] },
  plans: { tab: 'plans', lists: ['plans', 'propertyOptions'] },
  users: { tab: 'users', lists: ['riders', 'propertyOptions'] },
  bookings: { tab: 'bookings', lists: ['bookings', 'propertyOptions', 'reviews', 'openDisputes'] },
  payments: {
    tab: 'bookings',
    view: 'payments',
    lists: ['openDisputes', 'reviews', 'refunds', 'decidedDisputes'],
    isEmbeddedOnly: true
  }
} as const satisfies Record<string, ScreenDefinition>

export type Screen = keyof typeof SCREENS
export type Tab = (typeof SCREENS)[Screen]['tab']
export type ListName = (typeof SCREENS)[Screen]['lists'][number]

/** What a change of each kind may affect. Of these lists, those that were requested before load again. */
export const LISTS_AFTER = {
  bookings: [
    'bookings',
    'scooters',
    'recentBookings',
    'fleet',
    'reviews',
    'refunds',
    'openDisputes',
    'decidedDisputes',
    'revenue',
    // A cancellation can add a PIN to change.
    'pinChanges'
  ],
  plans: ['plans'],
  pricing: ['pricing', 'legacyRates'],
  properties: [
    'properties',
    'propertyOptions',
    'scooters',
    'pricing',
    'plans',
    'riders',
    'bookings',
    'recentBookings',
    'fleet'
  ],
  refunds: ['reviews', 'refunds', 'openDisputes', 'decidedDisputes'],
  // The form of a scooter can set its PIN.
  scooters: ['scooters', 'bookings', 'recentBookings', 'fleet', 'pinChanges'],
  // A deleted rider's name is removed from the bookings.
  riders: ['riders', 'bookings', 'recentBookings', 'reviews', 'refunds', 'openDisputes', 'decidedDisputes']
} as const satisfies Record<string, readonly ListName[]>

// The queries of lists, which the server runs for a rendered page and the browser afterwards.

/** The earliest deadline first. */
export const OPEN_DISPUTES = { is_decided: 'false', sort: 'respond_by' } as const
/** The latest outcome first. */
export const DECIDED_DISPUTES = { is_decided: 'true', sort: '-told_at' } as const
/** Refunds that need a decision by an admin. */
export const REFUNDS_IN_REVIEW = { status: 'review' } as const
/** A page is long, because it is printed. */
export const PIN_CHANGES_PAGE_SIZE = PAGE_SIZE_MAX
/** The fleet is only counted, so one page must hold it. */
export const FLEET_PAGE_SIZE = PAGE_SIZE_MAX

const SCREEN_NAMES = Object.keys(SCREENS) as Screen[]
const FIRST_TAB: Tab = 'overview'
/** The tabs in order. */
export const TABS: readonly Tab[] = [...new Set(SCREEN_NAMES.map(tabOf))]

const definitionOf = (screen: Screen): ScreenDefinition => SCREENS[screen]

export function tabOf(screen: Screen): Tab {
  return SCREENS[screen].tab
}

export function isEmbeddedOnly(screen: Screen): boolean {
  return definitionOf(screen).isEmbeddedOnly === true
}

/** The screen that the URL names, by its tab and view; `param` reads a query parameter. The default is the overview. */
export function screenFrom(param: (name: string) => string | null): Screen {
  const tab = TABS.find(each => each === param('tab')) ?? FIRST_TAB
  return SCREEN_NAMES.find(each => tabOf(each) === tab && definitionOf(each).view === param('view')) ?? tab
}

export function screenPath(screen: Screen): string {
  const { tab, view } = definitionOf(screen)
  const query = [tab !== FIRST_TAB && `tab=${tab}`, view && `view=${view}`].filter(Boolean).join('&')
  return query ? `${PATHS.admin}?${query}` : PATHS.admin
}
