// What the service worker does with a request: pure, so that every case can be told without a browser.

export interface RequestInfoLike {
  method: string
  mode: string
  url: string
}

/**
 * 'page': from the network, and a shell where there is none. 'fixed': a file whose name changes with its content, kept
 * for good. 'picture': the same, but only so many. 'network': none of the worker's business.
 */
export type CacheStrategy = 'fixed' | 'network' | 'page' | 'picture'

const HASHED_FILES = '/_astro/'
const PICTURES = '/api/images/'
const MY_BOOKINGS = /^\/my-bookings\/?$/
/** What a page asks for by `MY_BOOKINGS_ITSELF` (domain/routes.ts). */
const LIVE_PARAMETER = 'live'

export const OFFLINE_SHELL = '/offline/'
/** My Bookings without anybody's bookings: it draws what the device itself has saved. */
export const MY_BOOKINGS_SHELL = '/offline/my-bookings/'

/** Answers of the API and pages with somebody's data are never kept: whoever uses the device next could see them. */
export function cacheStrategyFor({ method, mode, url }: RequestInfoLike, origin: string): CacheStrategy {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'network'
  if (mode === 'navigate') return address.pathname.startsWith('/api/') ? 'network' : 'page'
  if (address.pathname.startsWith(HASHED_FILES)) return 'fixed'
  return address.pathname.startsWith(PICTURES) ? 'picture' : 'network'
}

/**
 * Back and Forward take a page out of the browser's own cache, however old, and whoever has been signed in then: such a
 * page is asked for anew.
 */
export function isFromHistory({ cache }: { cache: string }): boolean {
  return cache === 'force-cache' || cache === 'only-if-cached'
}

interface Shell {
  path: string
  /** How long the network may take before the shell is shown in its place; null: as long as it wants. */
  timeoutMs: number | null
}

/** Bars in a basement promise what they do not keep. */
const SHELL_TIMEOUT_MS = 4000

/**
 * What stands in for a page. Only My Bookings is given up on while the network still tries: its shell goes on asking for
 * what is new, and nothing is lost. Any other page is worth waiting for.
 */
export function offlineShellFor(url: string): Shell {
  const { pathname, searchParams } = new URL(url)
  if (!MY_BOOKINGS.test(pathname)) return { path: OFFLINE_SHELL, timeoutMs: null }
  return { path: MY_BOOKINGS_SHELL, timeoutMs: searchParams.has(LIVE_PARAMETER) ? null : SHELL_TIMEOUT_MS }
}

const SHELLS_CACHE_PREFIX = 'shells-'
export const FILES_CACHE = 'files'
export const PICTURES_CACHE = 'pictures'

/** How many a cache keeps; the oldest go first. */
export const CACHE_LIMITS = { [FILES_CACHE]: 100, [PICTURES_CACHE]: 60 } as const

export function shellsCache(version: string): string {
  return SHELLS_CACHE_PREFIX + version
}

/** Caches of versions that are gone, and of whatever was here before. */
export function outdatedCaches(names: readonly string[], version: string): string[] {
  const kept = [shellsCache(version), FILES_CACHE, PICTURES_CACHE]
  return names.filter(name => !kept.includes(name))
}

/** Only whole answers are kept: no error, no part, nothing of another site. */
export function isCacheable({ status, type }: { status: number; type: string }): boolean {
  return status === 200 && type === 'basic'
}
