import { beforeEach, expect, test, vi } from 'vitest'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import * as appShellText from '#messages/app-shell.ts'

// The service worker's own event handlers, with the browser's part of them recorded.

const listeners = new Map<string, (event: object) => void>()
const showNotification = vi.fn(async () => undefined)
const disablePreload = vi.fn(async () => undefined)

beforeEach(async () => {
  vi.resetModules()
  listeners.clear()
  showNotification.mockClear()
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { navigationPreload: { disable: disablePreload }, showNotification },
    shells: { files: [], version: 'test' }
  })
  await import('#service-worker/worker.ts')
})

const push = (data: { json: () => unknown } | null) => {
  const waitUntil = vi.fn()
  listeners.get('push')?.({ data, waitUntil })
  return waitUntil
}

test('a push message of the server is shown', () => {
  const waitUntil = push({ json: () => ({ body: 'b', path: '/my-bookings', tag: 'ends_soon', title: 't' }) })
  expect(showNotification.mock.calls).toMatchObject([['t', { body: 'b', tag: 'ends_soon' }]])
  expect(waitUntil).toHaveBeenCalledTimes(1)
})

test.each([
  ['no data', null],
  ['text', { json: () => JSON.parse('hello') }],
  ['other fields', { json: () => ({ title: 't' }) }]
])('a push message with %s leads to My Bookings, because browsers require a notification', (_, data) => {
  const waitUntil = push(data)
  expect(waitUntil).toHaveBeenCalledTimes(1)
  expect(showNotification.mock.calls).toMatchObject([
    [BRAND_NAME, { body: appShellText.pushFallback, data: { path: '/my-bookings' } }]
  ])
})

test.each([
  ['its own shell', ['/offline/', '/offline/today/'], '/offline/today/'],
  ['that of every page, where the device has no other', ['/offline/'], '/offline/']
])('Today without a network is answered with %s', async (_, cached, expected) => {
  const match = async (path: string) => (cached.includes(path) ? new Response(path) : undefined)
  vi.stubGlobal('caches', { match })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('NetworkError')))
  Object.assign(self, { location: { origin: 'https://site.example.test' } })
  const respondWith = vi.fn()
  const request = {
    cache: 'default',
    method: 'GET',
    mode: 'navigate',
    url: `https://site.example.test/admin?view=today`
  }
  listeners.get('fetch')?.({ request, respondWith })
  const answer = (await respondWith.mock.calls[0]?.[0]) as Response | undefined
  expect(await answer?.text()).toBe(expected)
})

test('a navigation without a network is answered with its shell, and preload is off, which Firefox would fail', async () => {
  const shell = new Response('shell')
  vi.stubGlobal('caches', { keys: async () => [], match: async () => shell })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('NetworkError')))
  vi.stubGlobal('location', { origin: 'https://site.example.test' })
  Object.assign(self, { location })
  const work: unknown[] = []
  listeners.get('activate')?.({ waitUntil: (task: unknown) => work.push(task) })
  await Promise.all(work)
  expect(disablePreload).toHaveBeenCalledTimes(1)
  const respondWith = vi.fn()
  const request = { cache: 'default', method: 'GET', mode: 'navigate', url: `${location.origin}/my-bookings` }
  listeners.get('fetch')?.({ request, respondWith })
  expect(await respondWith.mock.calls[0]?.[0]).toBe(shell)
})
