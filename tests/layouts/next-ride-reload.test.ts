// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

// The next ride on Home, when the rider comes back to the page.

const TOKEN = 'head.claims.sign'
const bar = (name: string) => `<a data-until="2999-01-01T00:00:00Z"><b>${name}</b></a>`
const area = (content: string) => `<div data-next-ride>${content}</div>`
const home = (content: string, session = 'claims') =>
  `<html data-session="${session}"><body>${area(content)}</body></html>`

let answer: () => Promise<Response>
let navigation: NavigationTimingType

beforeEach(() => {
  // The script never stops its timer, which would outlive the page of the test.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.resetModules()
  localStorage.setItem('token', TOKEN)
  vi.stubGlobal('fetch', () => answer())
  navigation = 'navigate'
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: navigation }], now: () => 0 })
  document.body.innerHTML = area(bar('Activa 1'))
})

const openHome = () => import('#layouts/scripts/next-ride.ts')
const shown = () => document.querySelector('[data-next-ride] b')?.textContent ?? null
const settled = () => new Promise(resolve => setTimeout(resolve, 50))
const serve = (html: string) => {
  answer = async () => new Response(html)
}

/** Shows the page, by default from the back/forward cache. */
async function comeBack(persisted = true) {
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  await settled()
}

test.each([
  ['a ride that was cancelled', '', null],
  ['another ride', bar('Activa 2'), 'Activa 2']
])('Home shows %s on another page without a reload', async (_, content, name) => {
  await openHome()
  serve(home(content))
  await comeBack()
  expect(shown()).toBe(name)
})

test('Home from the cache of the browser shows the ride as it is now', async () => {
  navigation = 'back_forward'
  serve(home(bar('Activa 2')))
  await openHome()
  await comeBack(false)
  expect(shown()).toBe('Activa 2')
})

test.each([
  ["the page is another rider's", home(bar('Activa 2'), 'others')],
  ['the server answers an error', '<html><h1>502</h1></html>']
])('Home keeps the ride if %s', async (_, html) => {
  await openHome()
  serve(html)
  await comeBack()
  expect(shown()).toBe('Activa 1')
})

test('Home keeps the ride while the device is offline', async () => {
  await openHome()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await comeBack()
  expect(shown()).toBe('Activa 1')
})
