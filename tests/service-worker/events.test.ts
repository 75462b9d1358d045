import { describe, expect, test } from 'vitest'
import { screenPath } from '#domain/admin/screens.ts'
import { MY_BOOKINGS_NETWORK_ONLY } from '#domain/routes.ts'
import {
  cacheStrategyFor,
  isCacheable,
  isFromHistory,
  MY_BOOKINGS_SHELL,
  OFFLINE_SHELL,
  offlineShellFor,
  outdatedCaches,
  shellsCache,
  TODAY_CACHE_PREFIX,
  TODAY_SHELL
} from '#service-worker/events.ts'

const SITE = 'https://scootstay.example'
const strategyFor = (path: string, mode = 'cors', method = 'GET') =>
  cacheStrategyFor({ method, mode, url: new URL(path, SITE).href }, SITE)

describe('the service worker', () => {
  test.each(['/', '/my-bookings', '/booking/7?date=2026-06-15', '/admin', '/auth', '/nowhere'])(
    'requests the page %s from the network',
    path => expect(strategyFor(path, 'navigate')).toBe('page')
  )

  test.each([
    '/api/my-bookings',
    '/api/profile',
    '/api/properties/7/scooters',
    '/api/admin/users',
    '/api/admin/licenses/7',
    '/api/admin/bookings.csv',
    '/api/scooters/7/availability?date=2026-06-15'
  ])('does not handle %s, as a request or as a navigation', path => {
    expect([strategyFor(path), strategyFor(path, 'same-origin'), strategyFor(path, 'navigate')]).toEqual([
      'network',
      'network',
      'network'
    ])
  })

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('does not handle %s requests', method => {
    for (const path of ['/api/bookings/hourly', '/_astro/page.js', '/api/images/7', '/my-bookings'])
      expect(strategyFor(path, 'navigate', method)).toBe('network')
  })

  test.each([
    'https://checkout.razorpay.com/v1/checkout.js',
    'https://backend.example/api/images/7',
    'https://firebasestorage.googleapis.com/v0/b/o/7',
    'http://scootstay.example/_astro/page.js'
  ])('does not handle another site: %s', url =>
    expect(cacheStrategyFor({ method: 'GET', mode: 'no-cors', url }, SITE)).toBe('network')
  )

  test('caches files with hashed names, and pictures', () => {
    expect(strategyFor('/_astro/my-bookings.C4-6ZFCN.js')).toBe('fixed')
    expect(strategyFor('/api/images/7', 'no-cors')).toBe('picture')
  })

  test.each(['/sw.js', '/manifest.webmanifest', '/icon.svg', '/elsewhere/_astro/page.js', '/api/imagesque/7'])(
    'does not cache %s',
    path => expect(strategyFor(path, 'no-cors')).toBe('network')
  )

  test.each([
    [200, 'basic', true],
    [206, 'basic', false],
    [304, 'basic', false],
    [404, 'basic', false],
    [500, 'basic', false],
    [200, 'opaque', false],
    [200, 'cors', false],
    [0, 'error', false]
  ])('decides whether a response %i %s is cacheable: %j', (status, type, expected) =>
    expect(isCacheable({ status, type })).toBe(expected)
  )

  test('serves the shell of My Bookings after a short timeout', () => {
    for (const path of ['/my-bookings', '/my-bookings/', '/my-bookings?from=home']) {
      const { path: shell, timeoutMs } = offlineShellFor(SITE + path)
      expect(shell).toBe(MY_BOOKINGS_SHELL)
      expect(timeoutMs).toBeGreaterThan(0)
      expect(timeoutMs).toBeLessThanOrEqual(5000)
    }
  })

  test('waits for the live My Bookings page, and serves its shell only when the network fails', () => {
    expect(offlineShellFor(SITE + MY_BOOKINGS_NETWORK_ONLY)).toEqual({ path: MY_BOOKINGS_SHELL, timeoutMs: null })
  })

  test('serves that of Today after the same timeout, and for the live page only when the network fails', () => {
    const today = SITE + screenPath('today', '7')
    const { path, timeoutMs } = offlineShellFor(today)
    expect([path, timeoutMs]).toEqual([TODAY_SHELL, offlineShellFor(`${SITE}/my-bookings`).timeoutMs])
    expect(offlineShellFor(`${today}&live`)).toEqual({ path: TODAY_SHELL, timeoutMs: null })
  })

  test.each([
    '/',
    '/profile',
    '/booking/7',
    '/my-bookings/7',
    '/admin',
    '/admin?view=team',
    '/admin/auth?view=today',
    '/auth?next=/my-bookings'
  ])('waits for %s until the network fails, then serves the offline shell', path =>
    expect(offlineShellFor(SITE + path)).toEqual({ path: OFFLINE_SHELL, timeoutMs: null })
  )

  test.each([
    ['force-cache', true],
    ['only-if-cached', true],
    ['default', false],
    ['no-cache', false],
    ['reload', false],
    ['no-store', false]
  ])('decides whether to fetch a page from history again: %s %j', (cache, isRefetched) =>
    expect(isFromHistory({ cache })).toBe(isRefetched)
  )

  test('deletes outdated caches and keeps those in use', () => {
    const names = [
      shellsCache('old'),
      shellsCache('new'),
      'files',
      'pictures',
      `${TODAY_CACHE_PREFIX}1`,
      'workbox-precache'
    ]
    expect(outdatedCaches(names, 'new')).toEqual([shellsCache('old'), 'workbox-precache'])
  })
})
