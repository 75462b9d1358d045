import { BUSY_SCOOTER } from './database.ts'

// The measured screens, and every limit. A ratio compares figures of one run, because machines differ in speed and load.

export type SignedInAs = 'admin' | 'rider'

export interface WatchedElements {
  /** All of these elements must exist for the content to count as visible. */
  content: readonly string[]
  /** The control that must work; null for pages of links, which need no script. */
  control: string | null
}

export const METRICS = {
  answers: 'control answers',
  blocked: 'time blocked',
  first_paint: 'first paint',
  largest_paint: 'largest paint',
  visible: 'content visible'
} as const

export type Metric = keyof typeof METRICS

/** The maximum ratio to a baseline: the same HTML and CSS without scripts, or one bundle of common libraries. */
export type SpeedLimits = Partial<Record<Metric, { spa: number } | { static: number }>>

export interface Screen extends WatchedElements {
  first: SpeedLimits
  path: string
  role: SignedInAs | null
  /** Script until idle, in kB. */
  script: number
}

const paints = (ratio: number): SpeedLimits => ({ first_paint: { static: ratio }, largest_paint: { static: ratio } })

const SIGN_IN: Pick<Screen, 'content' | 'control' | 'first'> = {
  content: ['main input[type="email"]'],
  control: 'main form button[type="submit"]',
  first: { ...paints(1.15), answers: { spa: 0.76 }, blocked: { spa: 0.2 }, visible: { static: 1.15 } }
}
const SIGNED_IN: SpeedLimits = {
  ...paints(1.15),
  answers: { spa: 0.6 },
  blocked: { spa: 0.3 },
  visible: { spa: 0.28 }
}

export const BOOKING: Screen = {
  content: ['main h1, main h2', 'main input[name="offer"]'],
  control: 'main aside button',
  first: { ...paints(1.15), answers: { spa: 0.58 }, blocked: { spa: 0.5 }, visible: { spa: 0.3 } },
  path: `/booking/${BUSY_SCOOTER}`,
  role: 'rider',
  script: 114.5
}

export const SCREENS: readonly Screen[] = [
  { ...SIGN_IN, path: '/admin/auth', role: null, script: 86.5 },
  { ...SIGN_IN, path: '/auth', role: null, script: 88.5 },
  {
    content: ['main a[href^="/booking/"]'],
    control: null,
    first: { ...paints(1.1), blocked: { spa: 0.25 }, visible: { spa: 0.25 } },
    path: '/',
    role: 'rider',
    script: 14.5
  },
  BOOKING,
  {
    content: ['main h4 + p[aria-hidden="true"]'],
    control: 'main header button',
    first: SIGNED_IN,
    path: '/my-bookings',
    role: 'rider',
    script: 113
  },
  { ...SIGN_IN, first: SIGNED_IN, path: '/profile', role: 'rider', script: 103 },
  {
    content: ['main section[aria-busy="false"] b', '#tab-panel li h3'],
    control: '#tab-bookings',
    first: SIGNED_IN,
    path: '/admin',
    role: 'admin',
    script: 121
  }
]

/** The path without ids. */
export const nameOf = ({ path }: Pick<Screen, 'path'>): string => path.replace(BUSY_SCOOTER, '{id}')

/** A day later, with the HTTP cache and the service worker. */
export const SECOND_VISIT: SpeedLimits = { answers: { spa: 0.55 }, visible: { static: 1.1 } }
/** After the tap on Home, compared with the soft navigation of the one bundle. */
export const FROM_HOME = { answers: 0.56, visible: 0.3 }
export const SHIFT_MAX = 0.01
export const NEXT_PAINT_MAX_MS = 200

/** Script until idle of Home if only the browser's storage has the session, and of a later tab of the portal. */
export const HOME_WITHOUT_COOKIE_SCRIPT_KB = 100
export const PORTAL_TAB_SCRIPT_KB = 120
/** HTML with its styles: a page with few rows fits into the first round trip. */
export const HTML_MAX_KB = 14
export const HTML_WITH_ROWS_MAX_KB = 26.5

/** Rows that a call reads with 1,000,000 bookings, relative to 20,000. */
export const ROWS_MAX_RATIO = 1.2
export const STARTUP_MAX_MS = 200
