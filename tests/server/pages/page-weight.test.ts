import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_SIZE } from '#domain/constants.ts'
import { dayOf, instantAt } from '#domain/time/india-time.ts'
import { loadUntilIdle, startBrowser } from '#tests/helpers/browser/until-idle.ts'
import { fillPortal } from '#tests/helpers/data/admin-rows.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, sentAt, startApp } from '#tests/helpers/servers/app.ts'
import {
  HOME_WITHOUT_COOKIE_SCRIPT_KB,
  HTML_MAX_KB,
  HTML_WITH_ROWS_MAX_KB,
  nameOf,
  PORTAL_TAB_SCRIPT_KB,
  SCREENS
} from '../../../scripts/tools/bench/limits.ts'
import { type Loaded, scriptBytes } from '../../../scripts/tools/bench/size.ts'

// What a page transfers until it is idle, with brotli: the same on every machine. The limits are an alarm with slack.
// `npm run bench` measures times.

startApp()
startBrowser()

const KB = 1000
/** The two pages with the most styles and preload links pass HTML_MAX_KB. */
const LARGE_HTML_KB = 17.8
/** Home has the styles of the dialogs of a running ride: layers of one stylesheet cannot come in two files. */
const HOME_HTML_KB = 15.6
/** When no start of the day is left, the booking page has all of the next one. Other pages weigh the same at any hour. */
const DAY_IS_OVER = instantAt(dayOf(new Date()), '23:35')
const BOOKING = '/booking/{id}'
const scriptLimit = (path: string) => SCREENS.find(screen => nameOf(screen) === path)?.script ?? PORTAL_TAB_SCRIPT_KB
const HOME_CALLS = [
  'GET /api/profile',
  'GET /api/properties',
  'GET /api/properties/{property_id}/pricing',
  'GET /api/properties/{property_id}/pricing-plans',
  'GET /api/properties/{property_id}/scooters'
]

interface PageCase {
  path: string
  role: 'admin' | 'rider' | null
  apiCalls?: readonly string[]
  /** The hour at which its HTML is heaviest. */
  heaviestAt?: Date
  htmlKb?: number
  savesData?: true
  scriptKb?: number
  /** Only the browser storage has the session. */
  withoutCookie?: true
}

// Tabs with all the rows that they can have. With more properties than a page of them, a choice of one loads the rest.
const TABS = ['properties', 'scooters', 'bookings']
const OTHER_TABS = ['pricing', 'plans', 'users', 'bookings&view=payments']
const FULL_PAGES: readonly PageCase[] = TABS.map(tab => ({
  apiCalls: tab === 'properties' ? [] : ['GET /api/admin/properties'],
  htmlKb: HTML_WITH_ROWS_MAX_KB,
  path: `/admin?tab=${tab}`,
  role: 'admin'
}))
const HOME: PageCase = { htmlKb: HOME_HTML_KB, path: '/', role: 'rider' }
const HOME_SAVING_DATA: PageCase = { ...HOME, savesData: true }
const PAGES: readonly PageCase[] = [
  { path: '/admin/auth', role: null },
  { path: '/auth', role: null },
  HOME,
  HOME_SAVING_DATA,
  { ...HOME, apiCalls: HOME_CALLS, scriptKb: HOME_WITHOUT_COOKIE_SCRIPT_KB, withoutCookie: true },
  { apiCalls: ['GET /api/my-bookings'], path: '/my-bookings', role: 'rider' },
  { path: '/profile', role: 'rider' },
  { heaviestAt: DAY_IS_OVER, htmlKb: LARGE_HTML_KB, path: BOOKING, role: 'rider' },
  { htmlKb: LARGE_HTML_KB, path: '/admin', role: 'admin' }
]

interface Result {
  html: string
  loaded: Loaded
}

const results = new Map<PageCase, Result>()
const otherTabs = new Map<string, string>()

async function htmlOf(path: string, cookies: Record<string, string>, at = new Date()): Promise<string> {
  const cookie = Object.entries(cookies).map(pair => pair.join('='))
  const reply = await app.fetch(path, { headers: { cookie: cookie.join('; '), ...sentAt(at) } })
  expect(reply.status).toBe(200)
  return reply.text()
}

beforeAll(async () => {
  const property_id = (await insertProperty()).id
  const scooter = await insertScooter(property_id)
  await insertPlan(property_id)
  const [admin, rider] = await Promise.all([signedInAdmin(), signedInRider({ property_id })])
  const open = async (page: PageCase) => {
    const path = page.path.replace('{id}', scooter.id)
    const userType = page.role === 'admin' ? 'admin' : 'user'
    const { token } = page.role === 'admin' ? admin : rider
    const cookies: Record<string, string> = page.role
      ? { userType, ...(!page.withoutCookie && { session: token }) }
      : {}
    const stored: Record<string, string> = page.role ? { token, userType } : {}
    const html = await htmlOf(path, cookies, page.heaviestAt)
    const loaded = await loadUntilIdle({ cookies, stored, origin: app.origin(), path, savesData: page.savesData })
    results.set(page, { html, loaded })
  }
  await Promise.all(PAGES.map(open))
  await fillPortal(PAGE_SIZE, admin.id)
  await Promise.all(FULL_PAGES.map(open))
  for (const tab of OTHER_TABS) {
    otherTabs.set(tab, await htmlOf(`/admin?tab=${tab}`, { session: admin.token, userType: 'admin' }))
  }
  // Each page must stay quiet for two seconds, which takes long on a busy machine.
}, 180_000)

function resultOf(page: PageCase): Result {
  const result = results.get(page)
  if (!result) throw new Error(`${page.path} was not loaded`)
  return result
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const IMPORT = /\b(?:import|export)\b[^"'`;()]*?["'`]\.\/([\w.-]+\.js)["'`]/g
const SLEEPING_ISLAND = /<astro-island\b[^>]*client="interaction"[^>]*>/g
const SCRIPT = /(?:component-url|renderer-url|<script type="module" src)="([^"]+)"/g

/** The scripts that a page runs by itself and everything they import, according to the built files. */
function neededScripts(html: string): string[] {
  // A set visits the scripts that are added while it is read.
  const found = new Set(all(html.replace(SLEEPING_ISLAND, ''), SCRIPT))
  for (const script of found) {
    for (const name of all(readFileSync(join('dist/client', script), 'utf8'), IMPORT)) found.add(`/_astro/${name}`)
  }
  return [...found].sort()
}

const titled = [...PAGES, ...FULL_PAGES].map(page => {
  const variant = (page.withoutCookie ? ' without a cookie' : '') + (page.savesData ? ' that saves data' : '')
  return [page.path + variant, page] as const
})

describe.each(titled)('%s', (_, page) => {
  const { apiCalls = [], htmlKb = HTML_MAX_KB, path, scriptKb = scriptLimit(path) } = page

  test(`loads at most ${scriptKb} kB of scripts until it is idle, and makes the expected calls`, () => {
    const { loaded } = resultOf(page)
    const bytes = scriptBytes(loaded)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(scriptKb * KB)
    expect(loaded.calls.map(call => call.replace(/\/property-\d+/, '/{property_id}')).sort()).toEqual(apiCalls)
  })

  test('preloads in its head every script that it needs to hydrate, each once', () => {
    const { html } = resultOf(page)
    const preloads = all(
      html.split('</head>')[0] ?? '',
      /<link rel="modulepreload" fetchpriority="low" href="([^"]+)">/g
    )
    expect(preloads.length).toBeGreaterThan(0)
    expect(preloads.sort()).toEqual(neededScripts(html))
  })

  test(`has at most ${htmlKb} kB of HTML, with its styles, and waits for no font and no other host`, () => {
    const { html } = resultOf(page)
    if (htmlKb === HTML_WITH_ROWS_MAX_KB) expect(all(html, /(<tr)>/g).length).toBeGreaterThanOrEqual(PAGE_SIZE)
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(htmlKb * KB)
    const sheets = all(html, /<style\b[^>]*>(.*?)<\/style>/gs).filter(style => style.includes('@font-face'))
    expect(sheets).toHaveLength(1)
    const faces = all(sheets[0] ?? '', /(@font-face\{[^}]*url[^}]*\})/g)
    expect(faces.filter(face => !face.includes('font-display:swap'))).toEqual([])
    expect(all(html, /url\(["']?([^)"']+)/g).filter(address => !/^(?:\/_astro\/|data:)/.test(address))).toEqual([])
    expect(html).not.toMatch(/rel="stylesheet"|<(?:img|link|script|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\//)
  })
})

test.each(OTHER_TABS)(`the tab %s full of rows has at most ${HTML_WITH_ROWS_MAX_KB} kB of HTML`, tab => {
  const html = otherTabs.get(tab) ?? ''
  expect(all(html, /(<tr)>/g).length).toBeGreaterThanOrEqual(PAGE_SIZE)
  expect(brotliCompressSync(html).length).toBeLessThanOrEqual(HTML_WITH_ROWS_MAX_KB * KB)
})

test('Home prefetches the scripts of the booking page when it is idle, unless the device saves data', () => {
  const booking = PAGES.find(({ path }) => path === BOOKING) as PageCase
  const { prefetched, scripts } = resultOf(HOME).loaded
  expect(prefetched.length).toBeGreaterThan(0)
  const missing = neededScripts(resultOf(booking).html).filter(each => !prefetched.includes(each) && !scripts.has(each))
  expect(missing).toEqual([])
  expect(resultOf(HOME_SAVING_DATA).loaded.prefetched).toEqual([])
})
