import { describe, expect, test } from 'vitest'
import { MY_BOOKINGS_LIVE } from '#domain/routes.ts'
import {
  cacheStrategyFor,
  isCacheable,
  isFromHistory,
  MY_BOOKINGS_SHELL,
  OFFLINE_SHELL,
  offlineShellFor,
  outdatedCaches,
  shellsCache
} from '#service-worker/routing.ts'

const SITE = 'https://scootstay.example'
const way = (path: string, mode = 'cors', method = 'GET') =>
  cacheStrategyFor({ method, mode, url: new URL(path, SITE).href }, SITE)

describe('the service worker', () => {
  test.each(['/', '/my-bookings', '/booking/7?date=2026-06-15', '/admin', '/auth', '/nowhere'])(
    'lets the network bring the page %s',
    path => expect(way(path, 'navigate')).toBe('page')
  )

  test.each([
    '/api/my-bookings',
    '/api/profile',
    '/api/properties/7/scooters',
    '/api/admin/users',
    '/api/admin/licenses/7',
    '/api/admin/bookings.csv',
    '/api/scooters/7/availability?date=2026-06-15'
  ])('leaves %s alone, asked for by a page or opened as one', path => {
    expect([way(path), way(path, 'same-origin'), way(path, 'navigate')]).toEqual(['network', 'network', 'network'])
  })

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('leaves what is sent by %s alone', method => {
    for (const path of ['/api/bookings/hourly', '/_astro/page.js', '/api/images/7', '/my-bookings'])
      expect(way(path, 'navigate', method)).toBe('network')
  })

  test.each([
    'https://checkout.razorpay.com/v1/checkout.js',
    'https://backend.example/api/images/7',
    'https://firebasestorage.googleapis.com/v0/b/o/7',
    'http://scootstay.example/_astro/page.js'
  ])('leaves another site alone: %s', url =>
    expect(cacheStrategyFor({ method: 'GET', mode: 'no-cors', url }, SITE)).toBe('network')
  )

  test('keeps files whose names change with what they say, and pictures', () => {
    expect(way('/_astro/my-bookings.C4-6ZFCN.js')).toBe('fixed')
    expect(way('/api/images/7', 'no-cors')).toBe('picture')
  })

  test.each(['/sw.js', '/manifest.webmanifest', '/icon.svg', '/elsewhere/_astro/page.js', '/api/imagesque/7'])(
    'keeps no other file: %s',
    path => expect(way(path, 'no-cors')).toBe('network')
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
  ])('keeps of an answer %i %s: %j', (status, type, kept) => expect(isCacheable({ status, type })).toBe(kept))

  test('shows the saved bookings in the place of My Bookings, even before the network has given up', () => {
    for (const path of ['/my-bookings', '/my-bookings/', '/my-bookings?from=home']) {
      const { path: shell, timeoutMs } = offlineShellFor(SITE + path)
      expect(shell).toBe(MY_BOOKINGS_SHELL)
      expect(timeoutMs).toBeGreaterThan(0)
      expect(timeoutMs).toBeLessThanOrEqual(5000)
    }
  })

  test('waits for the very page where it is asked for, and shows the saved bookings when it can not be had', () => {
    expect(offlineShellFor(SITE + MY_BOOKINGS_LIVE)).toEqual({ path: MY_BOOKINGS_SHELL, timeoutMs: null })
  })

  test.each(['/', '/profile', '/booking/7', '/my-bookings/7', '/admin', '/auth?next=/my-bookings'])(
    'waits for %s as long as the network tries, and then says that there is none',
    path => expect(offlineShellFor(SITE + path)).toEqual({ path: OFFLINE_SHELL, timeoutMs: null })
  )

  test.each([
    ['force-cache', true],
    ['only-if-cached', true],
    ['default', false],
    ['no-cache', false],
    ['reload', false],
    ['no-store', false]
  ])('asks anew for a page that the browser would take from its history: %s %j', (cache, anew) =>
    expect(isFromHistory({ cache })).toBe(anew)
  )

  test('clears away what versions before have kept, and nothing that is still of use', () => {
    const names = [shellsCache('old'), shellsCache('new'), 'files', 'pictures', 'workbox-precache']
    expect(outdatedCaches(names, 'new')).toEqual([shellsCache('old'), 'workbox-precache'])
  })
})
