export type SessionType = 'user' | 'admin'
type Audience = 'public' | SessionType

export const PATHS = {
  admin: '/admin',
  adminSignIn: '/admin/auth',
  auth: '/auth',
  home: '/',
  myBookings: '/my-bookings',
  profile: '/profile'
} as const

/** My Bookings from the network, however long it takes. */
export const MY_BOOKINGS_LIVE = `${PATHS.myBookings}?live`

export function bookingPath(scooter_id: string): string {
  return `/booking/${encodeURIComponent(scooter_id)}`
}

// The table of spec §2. Whatever is not in it is open to everybody.
const ROUTES: readonly { audience: Audience; pattern: RegExp }[] = [
  { audience: 'public', pattern: /^\/auth$/ },
  { audience: 'public', pattern: /^\/admin\/auth$/ },
  { audience: 'user', pattern: /^\/$/ },
  { audience: 'user', pattern: /^\/profile$/ },
  { audience: 'user', pattern: /^\/booking\/[^/]+$/ },
  { audience: 'user', pattern: /^(\/offline)?\/my-bookings$/ },
  { audience: 'admin', pattern: /^\/admin$/ }
]

export function isSessionType(value: unknown): value is SessionType {
  return value === 'user' || value === 'admin'
}

function audienceOf(pathname: string): Audience | null {
  return ROUTES.find(({ pattern }) => pattern.test(pathname))?.audience ?? null
}

/** Whether a page belongs to somebody signed in. */
export function isProtected(pathname: string): boolean {
  const audience = audienceOf(withoutTrailingSlash(pathname))
  return audience !== null && audience !== 'public'
}

const PAYMENT_PAGES = /^\/(?:booking\/[^/]+|my-bookings)$/

/** Whether the payment dialog is opened on a page. */
export function isPaymentPage(pathname: string): boolean {
  return PAYMENT_PAGES.test(withoutTrailingSlash(pathname))
}

// Own-origin by its look: one slash first, and nothing in it that a browser reads as another place.
const SAFE_PATH = /^\/(?!.*(?:\/\/|\\|[?#\s]|\/\.|\/%2e))/i

function isRiderPage(path: string): boolean {
  return SAFE_PATH.test(path) && audienceOf(path) === 'user'
}

/** Where a rider goes once he is signed in: to the page he had asked for, and home when `next` names none of his. */
export function pageAfterSignIn(next: string | null): string {
  const path = withoutTrailingSlash(next ?? '')
  return isRiderPage(path) ? path : PATHS.home
}

/** The sign-in that leads back to the page. */
function signInPathFor(path: string): string {
  if (path === PATHS.home || !isRiderPage(path)) return PATHS.auth
  return `${PATHS.auth}?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`
}

function withoutTrailingSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

/**
 * Where the guard of spec §2 sends a visitor of `pathname`, or null to let him in (decision 10). `next` is the sign-in's
 * own: the page that was asked for before it.
 */
export function redirectFor(session: SessionType | null, pathname: string, next: string | null = null): string | null {
  const path = withoutTrailingSlash(pathname)
  const audience = audienceOf(path)
  if (audience === null) return null
  if (audience === 'public') {
    if (session === 'admin') return PATHS.admin
    return session === 'user' && path === PATHS.auth ? pageAfterSignIn(next) : null
  }
  if (session === null) return signInPathFor(path)
  if (session === audience) return null
  return audience === 'admin' ? PATHS.adminSignIn : PATHS.admin
}
