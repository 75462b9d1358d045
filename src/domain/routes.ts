import { orFallback } from '#domain/kit/failures.ts'

export type SessionType = 'user' | 'admin'
/** The cookie and storage key that has the session's type. A hint for redirects, not a proof. */
export const SESSION_TYPE_KEY = 'userType'
type Audience = 'public' | SessionType

export const PATHS = {
  admin: '/admin',
  adminSignIn: '/admin/auth',
  auth: '/auth',
  contact: '/contact',
  home: '/',
  myBookings: '/my-bookings',
  privacy: '/privacy',
  profile: '/profile',
  refunds: '/refunds',
  terms: '/terms'
} as const

/** The id of the property field of the profile, which the hash of a link can focus. */
export const PROPERTY_FIELD_ID = 'property'
export const CHANGE_PROPERTY_PATH = `${PATHS.profile}#${PROPERTY_FIELD_ID}`

/** The id of the card of the driving licence of the profile. */
export const LICENCE_CARD_ID = 'licence'
export const LICENCE_PATH = `${PATHS.profile}#${LICENCE_CARD_ID}`

/** The query parameter of a page without its offline fallback by timeout. */
export const NETWORK_ONLY_PARAM = 'live'
/** My Bookings from the network, without the offline fallback by timeout. */
export const MY_BOOKINGS_NETWORK_ONLY = `${PATHS.myBookings}?${NETWORK_ONLY_PARAM}`

/** The id of the card of the ride that runs, has just ended or comes next. */
export const RIDE_CARD_ID = 'ride'

/** What a link to My Bookings does with that ride; 'pay': with the unpaid hold. 'ride' only scrolls to its card. */
const RIDE_LINKS = ['extend', 'pay', 'return', RIDE_CARD_ID] as const
export type RideLink = (typeof RIDE_LINKS)[number]

/** The action is in the fragment, so that the offline page has it too. */
export const ridePath = (action: RideLink): string => `${PATHS.myBookings}#${action}`

/** Null for any other fragment. */
export function rideLinkOf(fragment: string): RideLink | null {
  return RIDE_LINKS.find(action => fragment === action) ?? null
}

export function bookingPath(scooterId: string): string {
  return `/booking/${encodeURIComponent(scooterId)}`
}

/** The page that says who had a scooter at a time. */
export function whoRodePath(scooterId: string, at: Date): string {
  return `/admin/who-rode/${encodeURIComponent(scooterId)}?at=${at.toISOString()}`
}

/** The page with the receipts of a ride: the rider's, or that of the staff. */
export function receiptPath(rideId: string, reader: SessionType = 'user'): string {
  return `${reader === 'admin' ? PATHS.admin : ''}/receipt/${encodeURIComponent(rideId)}`
}

// Access by path. Paths not listed are public.
const ROUTES: readonly { audience: Audience; pattern: RegExp }[] = [
  { audience: 'public', pattern: /^\/auth$/ },
  { audience: 'public', pattern: /^\/admin\/auth$/ },
  { audience: 'user', pattern: /^\/$/ },
  { audience: 'user', pattern: /^\/profile$/ },
  { audience: 'user', pattern: /^\/booking\/[^/]+$/ },
  { audience: 'user', pattern: /^(\/offline)?\/my-bookings$/ },
  { audience: 'user', pattern: /^\/receipt\/[^/]+$/ },
  { audience: 'admin', pattern: /^(?:\/offline\/today|\/admin(?:\/(?:receipt|who-rode)\/[^/]+)?)$/ }
]

/** Checks a value from a cookie or storage. */
export function isSessionType(value: unknown): value is SessionType {
  return value === 'user' || value === 'admin'
}

function audienceOf(pathname: string): Audience | null {
  return ROUTES.find(({ pattern }) => pattern.test(pathname))?.audience ?? null
}

/** True if a page requires a session. */
export function isProtected(pathname: string): boolean {
  const audience = audienceOf(withoutTrailingSlash(pathname))
  return audience !== null && audience !== 'public'
}

const LISTED: readonly string[] = [PATHS.home, PATHS.auth, PATHS.terms, PATHS.privacy, PATHS.refunds, PATHS.contact]

/** True if search engines may list the page: where a visitor without a session lands, and the operator's pages. */
export function isListedPage(pathname: string): boolean {
  return LISTED.includes(withoutTrailingSlash(pathname))
}

const PAYMENT_PAGES = /^\/(?:booking\/[^/]+|my-bookings)?$/

/** True if a page opens the payment dialog. */
export function isPaymentPage(pathname: string): boolean {
  return PAYMENT_PAGES.test(withoutTrailingSlash(pathname))
}

// Same-origin path: one leading slash, and no part that a browser reads as another origin or path.
const SAFE_PATH = /^\/(?!.*(?:\/\/|\\|[?#\s]|\/\.|\/%2e))/i

function isRiderPage(path: string): boolean {
  return SAFE_PATH.test(path) && audienceOf(path) === 'user'
}

/** Returns the page after a rider's sign-in: `next` if it is a rider page, else home. */
export function pageAfterSignIn(next: string | null): string {
  const path = withoutTrailingSlash(next ?? '')
  return isRiderPage(path) ? path : PATHS.home
}

/** Returns the sign-in path that leads back to `path`. */
function signInPathFor(path: string): string {
  if (path === PATHS.home || !isRiderPage(path)) return PATHS.auth
  return `${PATHS.auth}?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`
}

function withoutTrailingSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

interface RedirectOptions {
  /** The sign-in's own parameter: the page first requested. */
  next?: string | null
  /** From the booking page of a scooter, staff are led to that scooter in the portal. */
  hasStickers?: boolean
}

/** Returns where a visitor of `pathname` is redirected, or null to allow access. */
export function redirectFor(
  session: SessionType | null,
  pathname: string,
  { hasStickers = false, next = null }: RedirectOptions = {}
): string | null {
  const path = withoutTrailingSlash(pathname)
  const audience = audienceOf(path)
  if (audience === null) return null
  if (audience === 'public') {
    if (session === 'admin') return PATHS.admin
    return session === 'user' && path === PATHS.auth ? pageAfterSignIn(next) : null
  }
  if (session === null) return signInPathFor(path)
  if (session === audience) return null
  if (audience === 'admin') return PATHS.adminSignIn
  const scanned = hasStickers ? scooterIdOf(path) : ''
  return scanned ? `${PATHS.admin}?tab=scooters&${SCANNED_PARAM}=${encodeURIComponent(scanned)}` : PATHS.admin
}

/** The query parameter of the portal's scooters that names the one whose code was scanned. */
export const SCANNED_PARAM = 'id'

/**
 * The scooter's id in the path of its booking page (`bookingPath`), or of that of its riders (`whoRodePath`); '' in any
 * other path, and if it is malformed.
 */
export const scooterIdOf = (path: string): string => idIn(path, /^\/(?:booking|admin\/who-rode)\/([^/]+)\/?$/)

/** The ride's id in the path of its receipts. */
export const receiptRideOf = (path: string): string => idIn(path, /^(?:\/admin)?\/receipt\/([^/]+)\/?$/)

function idIn(path: string, pattern: RegExp): string {
  const [, encoded = ''] = pattern.exec(path) ?? []
  return orFallback(() => decodeURIComponent(encoded), '')
}

/** The query parameter of Home after a booking page whose scooter is not at the rider's property. */
export const ELSEWHERE_PARAM = 'elsewhere'

/** The WhatsApp chat with a number, with a prefilled message. `phone` is digits in the international form. */
export function whatsAppUrl(phone: string, message: string): string {
  return `https://wa.me/${phone}?text=${encodeURIComponent(message)}`
}

/** Where a text leads that is an email address or a phone number; null for any other. */
export function contactLink(text: string): string | null {
  if (/^[^\s@[]+@[^\s@\]]+$/.test(text)) return `mailto:${text}`
  return /^\+?[\d\s-]{7,}$/.test(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : null
}

// The pages of a password reset.

const RESET_PASSWORD_PATH = '/auth/reset'
/** The riders' page that requests a link to a new password. */
const FORGOT_PASSWORD_PATH = '/auth/forgot'

/** The query parameter of the password pages for admins. Its value can be INVITATION. */
export const PORTAL_PARAM = 'portal'
/** The link is the first of an account. */
export const INVITATION = 'invitation'

/** The page that requests a link to a new password. */
export function forgotPath(type: SessionType): string {
  return type === 'admin' ? `${FORGOT_PASSWORD_PATH}?${PORTAL_PARAM}` : FORGOT_PASSWORD_PATH
}

/** The page of such a link. The token is in the fragment, which no server log and no referrer has. */
export function resetPath(token: string, type: SessionType | typeof INVITATION): string {
  const queries = { admin: `?${PORTAL_PARAM}`, invitation: `?${PORTAL_PARAM}=${INVITATION}`, user: '' }
  return `${RESET_PASSWORD_PATH}${queries[type]}#${token}`
}

/** The page of a link that confirms an email. */
export const confirmPath = (token: string): string => `/auth/confirm#${token}`
