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
  /** The lists that it loads besides the stats. The first is the one that a link filters. */
  lists: readonly string[]
  /** Those of its lists with rows that wait for somebody. Every view of the tab shows how many. */
  toDo?: readonly string[]
  /** External backends do not have its data. */
  isEmbeddedOnly?: true
}

/** The portal's screens, in the order of their tabs. Each has its own URL. */
export const SCREENS = {
  overview: { tab: 'overview', lists: ['recentBookings', 'needs', 'fleet', 'revenue'] },
  today: { tab: 'overview', view: 'today', role: 'caretaker', lists: ['today', 'needs'], isEmbeddedOnly: true },
  reports: { tab: 'overview', view: 'reports', lists: ['report', 'propertyOptions'], isEmbeddedOnly: true },
  team: { tab: 'overview', view: 'team', role: 'owner', lists: ['team', 'propertyOptions'], isEmbeddedOnly: true },
  books: { tab: 'overview', view: 'books', role: 'owner', lists: ['books'], isEmbeddedOnly: true },
  activity: { tab: 'overview', view: 'activity', role: 'owner', lists: ['activity'], isEmbeddedOnly: true },
  status: { tab: 'overview', view: 'status', role: 'owner', lists: ['systemStatus'], isEmbeddedOnly: true },
  properties: { tab: 'properties', lists: ['properties'] },
  scooters: { tab: 'scooters', role: 'caretaker', lists: ['scooters', 'propertyOptions'] },
  pins: {
    tab: 'scooters',
    view: 'pins',
    role: 'caretaker',
    lists: ['pinChanges', 'knownPins'],
    toDo: ['pinChanges'],
    isEmbeddedOnly: true
  },
  problems: {
    tab: 'scooters',
    view: 'problems',
    role: 'caretaker',
    lists: ['problems'],
    toDo: ['problems'],
    isEmbeddedOnly: true
  },
  papers: { tab: 'scooters', view: 'papers', lists: ['papers'], toDo: ['papers'], isEmbeddedOnly: true },
  stickers: {
    tab: 'scooters',
    view: 'stickers',
    role: 'caretaker',
    lists: ['stickers', 'propertyOptions'],
    isEmbeddedOnly: true
  },
  pricing: { tab: 'pricing', lists: ['pricing', 'propertyOptions', 'legacyRates'] },
  plans: { tab: 'plans', lists: ['plans', 'propertyOptions'] },
  users: { tab: 'users', lists: ['riders', 'propertyOptions'] },
  licences: {
    tab: 'users',
    view: 'licenses',
    lists: ['licences', 'propertyOptions'],
    toDo: ['licences'],
    isEmbeddedOnly: true
  },
  bookings: { tab: 'bookings', lists: ['bookings', 'propertyOptions'] },
  payments: {
    tab: 'bookings',
    view: 'payments',
    role: 'owner',
    lists: ['openDisputes', 'refundReviews', 'compensations', 'refunds', 'decidedDisputes'],
    toDo: ['openDisputes', 'refundReviews'],
    isEmbeddedOnly: true
  }
} as const satisfies Record<string, ScreenDefinition>

export type Screen = keyof typeof SCREENS
export type Tab = (typeof SCREENS)[Screen]['tab']
export type ListName = (typeof SCREENS)[Screen]['lists'][number]

/** Where what waits for somebody is done, by its kind. */
export const NEED_SCREENS = {
  check: 'status',
  desk_back: 'bookings',
  dispute: 'payments',
  late: 'today',
  licence: 'licences',
  owed: 'payments',
  paper: 'papers',
  pin: 'pins',
  problem: 'problems',
  refund: 'payments',
  waiting: 'licences'
} as const satisfies Record<string, Screen>

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

interface Definition extends ScreenDefinition {
  lists: readonly ListName[]
  toDo?: readonly ListName[]
}

const definitionOf = (screen: Screen): Definition => SCREENS[screen]

export function tabOf(screen: Screen): Tab {
  return SCREENS[screen].tab
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

/** The lists of a screen whose rows wait for somebody. */
export const toDoOf = (screen: Screen): readonly ListName[] => definitionOf(screen).toDo ?? []

/** Lists that caretakers do not load on screens that are open to them. */
const OF_MANAGERS: readonly ListName[] = ['knownPins', 'propertyOptions']

/** Caretakers have no Overview, so that Today has what it says. */
function loads(name: ListName, screen: Screen, isManager: boolean): boolean {
  if (screen === 'today' && name === 'needs') return !isManager
  return isManager || !OF_MANAGERS.includes(name)
}

/** The lists that a screen loads: its own, and what is to do in the views of its tab. */
export function listsOf(screen: Screen, access: PortalAccess): ListName[] {
  const isManager = mayActAs(access.role, 'manager')
  const own = definitionOf(screen).lists.filter(name => loads(name, screen, isManager))
  return [...new Set([...own, ...viewsOf(tabOf(screen), access).flatMap(toDoOf)])]
}

/** The list that a link to a screen filters. */
export const mainListOf = (screen: Screen): ListName => SCREENS[screen].lists[0]

/** The tabs with a view that may be opened, in order. */
export const tabsOf = (access: PortalAccess): Tab[] => TABS.filter(tab => viewsOf(tab, access).length > 0)

/** The lists that every backend has. */
export const SPECIFIED_LISTS: readonly ListName[] = TABS.filter(tab => tab !== FIRST_TAB).map(mainListOf)

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
