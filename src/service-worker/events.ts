import { BRAND_NAME, ICON_192 } from '#domain/brand/brand.ts'
import { orFallback } from '#domain/kit/failures.ts'
import type { PushPayload } from '#domain/outbox/outbox.ts'
import { NETWORK_ONLY_PARAM, PATHS } from '#domain/routes.ts'
import { IMAGE_URL_PREFIX } from '#domain/uploads/urls.ts'
import * as appShellText from '#messages/app-shell.ts'

// How the service worker handles a request, a message or a push. Pure functions, so they can be tested without a browser.

/** Message from a page that makes the waiting service worker take over. */
export const SKIP_WAITING_MESSAGE = 'skip waiting'

export interface RequestInfoLike {
  method: string
  mode: string
  url: string
}

/**
 * 'page': network first, with an offline shell as fallback. 'fixed': a content-hashed file, cached permanently.
 * 'picture': the same, with a smaller limit. 'network': not handled.
 */
type CacheStrategy = 'fixed' | 'network' | 'page' | 'picture'

const HASHED_FILES = '/_astro/'

export const OFFLINE_SHELL = '/offline/'
/** My Bookings without personal data. It renders what the device has saved. */
export const MY_BOOKINGS_SHELL = `/offline${PATHS.myBookings}/`
/** The same for Today of the staff. Their devices keep it when they open Today (client/device/today-shell.ts). */
export const TODAY_SHELL = '/offline/today/'
/** JSON, from the build: the files that it needs, and a hash of their content as version. */
export const TODAY_FILES = `${TODAY_SHELL}files.json`

/** API responses and pages with personal data are never cached, because the next user of the device could see them. */
export function cacheStrategyFor({ method, mode, url }: RequestInfoLike, origin: string): CacheStrategy {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'network'
  if (mode === 'navigate') return address.pathname.startsWith('/api/') ? 'network' : 'page'
  if (address.pathname.startsWith(HASHED_FILES)) return 'fixed'
  return address.pathname.startsWith(IMAGE_URL_PREFIX) ? 'picture' : 'network'
}

/**
 * True for back and forward navigation. It may show a page from the HTTP cache of an earlier session, so the page is
 * requested again.
 */
export function isFromHistory({ cache }: { cache: string }): boolean {
  return cache === 'force-cache' || cache === 'only-if-cached'
}

/** A phone with weak reception can report a connection that transfers nothing. */
const SHELL_TIMEOUT_MS = 4000

function ownShellOf({ pathname, searchParams }: URL): string | null {
  const path = pathname.replace(/\/$/, '')
  if (path === PATHS.myBookings) return MY_BOOKINGS_SHELL
  return path === PATHS.admin && searchParams.get('view') === 'today' ? TODAY_SHELL : null
}

/**
 * Returns the offline shell of a page, and after how long it replaces a slow network; null: never. Only My Bookings and
 * Today have a timeout, because their shells keep trying and lose nothing.
 */
export function offlineShellFor(url: string) {
  const address = new URL(url)
  const path = ownShellOf(address)
  const waits = path === null || address.searchParams.has(NETWORK_ONLY_PARAM)
  return { path: path ?? OFFLINE_SHELL, timeoutMs: waits ? null : SHELL_TIMEOUT_MS }
}

const SHELLS_CACHE_PREFIX = 'shells-'
/** A version follows. */
export const TODAY_CACHE_PREFIX = 'today-'
export const FILES_CACHE = 'files'
export const PICTURES_CACHE = 'pictures'

/** Most entries per cache; the oldest are removed first. */
export const CACHE_LIMITS = { [FILES_CACHE]: 100, [PICTURES_CACHE]: 60 } as const

export function shellsCache(version: string): string {
  return SHELLS_CACHE_PREFIX + version
}

/** Returns the caches of old versions and of earlier software on this origin. Today's have versions of their own. */
export function outdatedCaches(names: readonly string[], version: string): string[] {
  const current = [shellsCache(version), FILES_CACHE, PICTURES_CACHE]
  return names.filter(name => !current.includes(name) && !name.startsWith(TODAY_CACHE_PREFIX))
}

/** True only for complete same-origin responses: no errors and no partial content. */
export function isCacheable({ status, type }: { status: number; type: string }): boolean {
  return status === 200 && type === 'basic'
}

// Push messages of the server (server/outbox/channels.ts) as notifications.

/** Shown for a message that cannot be read, because some browsers end the subscription of a site that shows none. */
const FALLBACK: PushPayload = {
  body: appShellText.pushFallback,
  path: PATHS.myBookings,
  tag: 'unreadable',
  title: BRAND_NAME
}

/** The message in the data of a push event, or a general one if the data cannot be read. */
export function parsePushMessage(data: { json: () => unknown } | null): PushPayload {
  const message = orFallback(() => data?.json(), null)
  return isPushPayload(message) ? message : FALLBACK
}

/** Whether a push message has the shape that the server sends. */
export function isPushPayload(message: unknown): message is PushPayload {
  const { body, path, tag, title } = Object(message) as Record<string, unknown>
  return [body, path, tag, title].every(text => typeof text === 'string')
}

/** The arguments of `showNotification`. A later message with the same tag replaces the notification. */
export function notificationOf({ body, path, tag, title }: PushPayload) {
  return [title, { body, data: { path }, icon: ICON_192, tag }] as const
}

/** The open window that shows the page. Parameters count if the target has any: they name a screen of the portal. */
export function windowAt<Open extends { url: string }>(windows: readonly Open[], target: URL): Open | undefined {
  return windows.find(({ url }) => {
    const { origin, pathname, search } = new URL(url)
    const isSamePage = pathname.replace(/\/$/, '') === target.pathname.replace(/\/$/, '')
    return origin === target.origin && isSamePage && (target.search === '' || search === target.search)
  })
}
