import { expect, test } from 'vitest'
import { screenPath } from '#domain/admin/screens.ts'
import { isPushPayload, notificationOf, windowAt } from '#service-worker/events.ts'

test('a push message becomes a notification that a later one with its tag replaces', () => {
  const message = {
    body: 'Bring it back.',
    path: '/my-bookings',
    tag: 'ends_soon-7',
    title: 'Your ride ends at 8:00 pm'
  }
  expect(notificationOf(message)).toEqual([
    'Your ride ends at 8:00 pm',
    { body: 'Bring it back.', data: { path: '/my-bookings' }, icon: '/icon-192.png', tag: 'ends_soon-7' }
  ])
})

test('a tap focuses the window with the page, and no other', () => {
  const target = new URL('https://scoot.test/my-bookings')
  const urls = [
    'https://other.test/my-bookings',
    'https://scoot.test/profile/',
    'https://scoot.test/my-bookings/?booking=1#top'
  ]
  const windows = urls.map(url => ({ url }))
  expect(windowAt(windows, target)).toBe(windows[2])
  expect(windowAt(windows.slice(0, 2), target)).toBeUndefined()
})

test('a tap on trouble opens its screen of the portal beside another one, where a form may be open', () => {
  const target = new URL(screenPath('problems'), 'https://scoot.test')
  const windows = [screenPath('overview'), screenPath('problems')].map(path => ({ url: `https://scoot.test${path}` }))
  expect(windowAt(windows, target)).toBe(windows[1])
  expect(windowAt(windows.slice(0, 1), target)).toBeUndefined()
})

test('a push message without the fields of a notification is not shown', () => {
  const message = { body: 'b', path: '/', tag: 'a later kind', title: 't' }
  expect(isPushPayload(message)).toBe(true)
  expect([null, undefined, 'text', {}, { ...message, path: 7 }].map(isPushPayload)).toEqual(Array(5).fill(false))
})
