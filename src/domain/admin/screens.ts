import { PAGE_SIZE_MAX } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'
import { mayActAs, type Role } from './roles.ts'

interface ScreenDefinition {
  /** The tab that shows the screen. */
  tab: string
  /** Another view of its tab, named in the URL. */
  view?: string
  /** The lowest role that may open it; a manager if it is missing. */
  role?: Role
  /** The data that it loads besides the stats. */
  lists: readonly string[]
  /** External backends do not have its data. */
  isEmbeddedOnly?: true
}

/** The portal's screens, in the order of their tabs. Each has its own URL. */
export const SCREENS = {
  overview: { tab: 'overview', lists: ['recentBookings', 'fleet', 'revenue'] },
  today: { tab: 'overview', view: 'today', role: 'caretaker', lists: ['today'], isEmbeddedOnly: true },
  team: { tab: 'overview', view: 'team', role: 'owner', lists: ['team', 'propertyOptions'], isEmbeddedOnly: true },
  activity: { tab: 'overview', view: 'activity', role: 'owner', lists: ['activity'], isEmbeddedOnly: true },
  status: { tab: 'overview', view: 'status', role: 'owner', lists: ['systemStatus'], isEmbeddedOnly: true },
  properties: { tab: 'properties', lists: ['properties'] },
  scooters: {
    tab: 'scooters',
    role: 'caretaker',
    lists: ['scooters', 'propertyOptions', 'pinChanges', 'problems', 'papers']
  },
  pins: {
    tab: 'scooters',
    view: 'pins',
    role: 'caretaker',
    lists: ['pinChanges', 'problems', 'papers'],
    isEmbeddedOnly: true
  },
  problems: {
    tab: 'scooters',
    view: 'problems',
    role: 'caretaker',
    lists: ['problems', 'pinChanges', 'papers'],
    isEmbeddedOnly: true
  },
  papers: { tab: 'scooters', view: 'papers', lists: ['papers', 'pinChanges', 'problems'], isEmbeddedOnly: true },
  pricing: { tab: 'pricing', lists: ['pricing', 'propertyOptions', 'legacyRates'] },
  plans: { tab: 'plans', lists: ['plans', 'propertyOptions'] },
  users: { tab: 'users', lists: ['riders', 'propertyOptions', 'licences'] },
  licences: { tab: 'users', view: 'licenses', lists: ['licences', 'propertyOptions'], isEmbeddedOnly: true },
  bookings: { tab: 'bookings', lists: ['bookings', 'propertyOptions', 'refundReviews', 'openDisputes'] },
  payments: {
    tab: 'bookings',
    view: 'payments',
    role: 'owner',
    lists: ['openDisputes', 'refundReviews', 'compensations', 'refunds', 'decidedDisputes'],
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
    'refundReviews',
    'compensations',
    'refunds',
    'openDisputes',
    'decidedDisputes',
    'revenue',
    // A cancellation can add a PIN to change.
    'pinChanges',
    'today'
  ],
  plans: ['plans'],
  pricing: ['pricing', 'legacyRates'],
  problems: ['problems', 'today', 'scooters', 'fleet', 'bookings', 'recentBookings'],
  properties: [
    'properties',
    'propertyOptions',
    'scooters',
    'pricing',
    'plans',
    'riders',
    'bookings',
    'recentBookings',
    'fleet',
    'team'
  ],
  refunds: ['refundReviews', 'compensations', 'refunds', 'openDisputes', 'decidedDisputes'],
  // The form of a scooter can set its PIN.
  scooters: ['scooters', 'bookings', 'recentBookings', 'fleet', 'pinChanges', 'problems', 'papers', 'today'],
  team: ['team'],
  // A deleted rider's name is removed from the bookings.
  // A decision about a rider can cancel rides and renew PINs.
  riders: [
    'riders',
    'licences',
    'today',
    'pinChanges',
    'bookings',
    'recentBookings',
    'refundReviews',
    'refunds',
    'openDisputes',
    'decidedDisputes'
  ]
} as const satisfies Record<string, readonly ListName[]>

// The queries of lists, which the server runs for a rendered page and the browser afterwards.

/** The earliest deadline first. */
export const OPEN_DISPUTES = { is_decided: 'false', sort: 'respond_by' } as const
/** The latest outcome first. */
export const DECIDED_DISPUTES = { is_decided: 'true', sort: '-told_at' } as const
export const OPEN_PROBLEMS = { state: 'open' } as const
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

/** The lists that not every role of their screen may read. */
const LIST_ROLES: { [Name in ListName]?: Role } = {
  openDisputes: 'owner',
  papers: 'manager',
  propertyOptions: 'manager',
  refundReviews: 'owner'
}

/** The lists of a screen that this role reads. */
export function listsOf(screen: Screen, role: Role): ListName[] {
  return SCREENS[screen].lists.filter((name: ListName) => mayActAs(role, LIST_ROLES[name] ?? 'caretaker'))
}

export interface PortalAccess {
  role: Role
  /** With an external backend, the portal has the specified screens only. */
  isEmbedded: boolean
}

const mayOpen = (screen: Screen, { isEmbedded, role }: PortalAccess) => {
  const { isEmbeddedOnly, role: lowest = 'manager' } = definitionOf(screen)
  return mayActAs(role, lowest) && (isEmbedded || !isEmbeddedOnly)
}

/** The views of a tab that may be opened, in order. */
export function viewsOf(tab: Tab, access: PortalAccess): Screen[] {
  return SCREEN_NAMES.filter(screen => tabOf(screen) === tab && mayOpen(screen, access))
}

/** The tabs with a view that may be opened, in order. */
export const tabsOf = (access: PortalAccess): Tab[] => TABS.filter(tab => viewsOf(tab, access).length > 0)

/** The screen, or the first that may be opened instead. */
export function openableScreen(screen: Screen, access: PortalAccess): Screen {
  if (mayOpen(screen, access)) return screen
  return viewsOf(tabOf(screen), access)[0] ?? SCREEN_NAMES.find(each => mayOpen(each, access)) ?? screen
}

/** The screen that the URL names, by its tab and view; `param` reads a query parameter. The default is the overview. */
export function screenFrom(param: (name: string) => string | null): Screen {
  const tab = TABS.find(each => each === param('tab')) ?? FIRST_TAB
  return SCREEN_NAMES.find(each => tabOf(each) === tab && definitionOf(each).view === param('view')) ?? tab
}

/** The query parameter of Today that names its property. */
export const PROPERTY_PARAM = 'property'

/** `property` is that of Today; without it, Today has the first one. */
export function screenPath(screen: Screen, property?: string): string {
  const { tab, view } = definitionOf(screen)
  const named = screen === 'today' && property && `${PROPERTY_PARAM}=${encodeURIComponent(property)}`
  const query = [tab !== FIRST_TAB && `tab=${tab}`, view && `view=${view}`, named].filter(Boolean).join('&')
  return query ? `${PATHS.admin}?${query}` : PATHS.admin
}
