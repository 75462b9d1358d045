import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_SIZE } from '#domain/constants.ts'
import { type Loaded, loadUntilIdle, startBrowser, weighPage } from '#tests/helpers/browser/until-idle.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { fillPortal } from '#tests/helpers/data/portal-rows.ts'
import { insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, startApp } from '#tests/helpers/servers/app.ts'
import { nameOf, SCREENS } from '../../../scripts/tools/bench/browser/screens.ts'

// The transfer size of a page, which is the same on every machine: HTML with styles, and all scripts that it loads
// until it is idle, including those for its first calls. `npm run bench` measures times.

startApp()
startBrowser()

const CLIENT = 'dist/client'
const KB = 1000

const weightOf = (text: Buffer | string) => brotliCompressSync(text).length
const fileOf = (path: string) => readFileSync(join(CLIENT, path))
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const IMPORT = /\b(?:import|export)\b[^"'`;()]*?["'`]\.\/([\w.-]+\.js)["'`]/g

/** The scripts and everything they import before they run, according to the built files. */
function withImports(scripts: readonly string[], found: Set<string> = new Set()): Set<string> {
  for (const script of scripts.filter(one => !found.has(one))) {
    found.add(script)
    withImports(
      all(fileOf(script).toString(), IMPORT).map(name => `/_astro/${name}`),
      found
    )
  }
  return found
}

type Role = 'admin' | 'rider' | null

/** A rider at a property with a scooter and a plan, and the page of that scooter. */
async function atHome() {
  const { id: property_id } = await insertProperty()
  const { id } = await insertScooter(property_id)
  await insertPlan(property_id)
  return { booking: `/booking/${id}`, rider: await signedInRider({ property_id }) }
}

interface VisitOptions {
  path: string
  role: Role
  /** The session cookie is missing; only the browser storage has the session. */
  withoutCookie?: true
}

/** A device and the URL that it opens. */
async function visitOf({ path, role, withoutCookie }: VisitOptions) {
  const { booking, rider } = await atHome()
  const { token } = role === 'admin' ? await signedInAdmin() : rider
  const userType = role === 'admin' ? 'admin' : 'user'
  const cookies: Record<string, string> = role ? { userType, ...(!withoutCookie && { session: token }) } : {}
  const stored: Record<string, string> = role ? { token, userType } : {}
  return { cookies, origin: app.origin(), path: path === BOOKING ? booking : path, stored }
}

/** The HTML of the first request. */
async function pageFor(options: VisitOptions): Promise<string> {
  const { cookies, path } = await visitOf(options)
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const reply = await app.fetch(path, { headers: { cookie } })
  expect(reply.status).toBe(200)
  return reply.text()
}

const ISLAND = /(<astro-island\b[^>]*>)/g
const SCRIPT = /(?:component-url|renderer-url|<script type="module" src)="([^"]+)"/g

/** The scripts that run by themselves; an island that hydrates on interaction loads none before it. */
function scriptsIn(html: string): string[] {
  const sleeping = all(html, ISLAND).filter(island => island.includes('client="interaction"'))
  return all(
    sleeping.reduce((rest, island) => rest.replace(island, ''), html),
    SCRIPT
  )
}

const PRELOAD = /<link rel="modulepreload" href="([^"]+)">/g
const STYLE = /<style\b[^>]*>(.*?)<\/style>/gs

const BOOKING = '/booking/{id}'
const HOME_CALLS = [
  'GET /api/profile',
  'GET /api/properties',
  'GET /api/properties/{property_id}/pricing',
  'GET /api/properties/{property_id}/pricing-plans',
  'GET /api/properties/{property_id}/scooters'
]
/** A tab of the portal other than the first. What a press opens loads with the press. */
const PORTAL_TAB_SCRIPT = 112
const scriptOf = (name: string) => SCREENS.find(screen => nameOf(screen) === name)?.script ?? 0

// HTML differs by random values, and a booking page by how much of the day is left. The first round trip carries 14.5
// kB.
const PAGES: readonly (VisitOptions & { apiCalls: readonly string[]; at_most: { html: number; script: number } })[] = [
  { apiCalls: [], at_most: { html: 14, script: scriptOf('/admin/auth') }, path: '/admin/auth', role: null },
  { apiCalls: [], at_most: { html: 14, script: scriptOf('/auth') }, path: '/auth', role: null },
  { apiCalls: [], at_most: { html: 14, script: scriptOf('/') }, path: '/', role: 'rider' },
  { apiCalls: HOME_CALLS, at_most: { html: 14, script: 81 }, path: '/', role: 'rider', withoutCookie: true },
  {
    apiCalls: ['GET /api/my-bookings'],
    at_most: { html: 14, script: scriptOf('/my-bookings') },
    path: '/my-bookings',
    role: 'rider'
  },
  { apiCalls: [], at_most: { html: 14, script: scriptOf('/profile') }, path: '/profile', role: 'rider' },
  { apiCalls: [], at_most: { html: 14.5, script: scriptOf(BOOKING) }, path: BOOKING, role: 'rider' },
  { apiCalls: [], at_most: { html: 14, script: scriptOf('/admin') }, path: '/admin', role: 'admin' },
  { apiCalls: [], at_most: { html: 22, script: PORTAL_TAB_SCRIPT }, path: '/admin?tab=properties', role: 'admin' },
  { apiCalls: [], at_most: { html: 22, script: PORTAL_TAB_SCRIPT }, path: '/admin?tab=scooters', role: 'admin' },
  { apiCalls: [], at_most: { html: 22, script: PORTAL_TAB_SCRIPT }, path: '/admin?tab=bookings', role: 'admin' }
]

const loadedBy = new Map<VisitOptions, Loaded>()
// All pages load side by side, because each must stay quiet for two seconds.
beforeAll(async () => {
  await Promise.all(PAGES.map(async options => loadedBy.set(options, await loadUntilIdle(await visitOf(options)))))
})

const titled = PAGES.map(
  options => [options.path + (options.withoutCookie ? ' without a cookie' : ''), options] as const
)

describe.each(titled)('%s', (_, options) => {
  const { apiCalls, at_most } = options
  const page = () => pageFor(options)

  test('preloads in its head every script that it needs to hydrate, each once', async () => {
    const html = await page()
    const preloads = all(html.split('</head>')[0] ?? '', PRELOAD)
    expect(preloads.length).toBeGreaterThan(0)
    expect(preloads.toSorted()).toEqual([...withImports(scriptsIn(html))].sort())
  })

  test(`loads at most ${at_most.script} kB of scripts until it is idle, and makes the expected calls`, () => {
    const { calls, scripts } = loadedBy.get(options) as Loaded
    expect(calls.map(call => call.replace(/\/property-\d+/, '/{property_id}')).sort()).toEqual(apiCalls)
    const bytes = [...scripts.values()].reduce((sum, each) => sum + each, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(at_most.script * KB)
  })

  test(`weighs at most ${at_most.html} kB in HTML and styles`, async () => {
    expect(weightOf(await page())).toBeLessThanOrEqual(at_most.html * KB)
  })

  test('includes its styles once, waits for no font, and requests nothing from other hosts', async () => {
    const html = await page()
    const sheets = all(html, STYLE).filter(style => style.includes('@font-face'))
    expect(sheets).toHaveLength(1)
    expect(
      all(sheets[0] ?? '', /(@font-face\{[^}]*url[^}]*\})/g).filter(face => !face.includes('font-display:swap'))
    ).toEqual([])
    expect(html).not.toMatch(/rel="stylesheet"|<(?:img|link|script|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\//)
  })
})

test('the booking page shows its content in the first round trip and is interactive in the second', async () => {
  const screen = SCREENS.find(one => nameOf(one) === BOOKING)
  if (!screen) throw new Error('The booking page is not among the screens.')
  const { rounds } = await weighPage(await visitOf({ path: BOOKING, role: 'rider' }), screen)
  expect([rounds.visible, rounds.answers]).toEqual(screen.rounds)
})

test('Home prefetches the scripts of the booking page when it is idle', async () => {
  const home = { path: '/', role: 'rider' } as const
  const { prefetched, scripts } = await loadUntilIdle(await visitOf(home))
  const needed = withImports(scriptsIn(await pageFor({ path: BOOKING, role: 'rider' })))
  expect([...needed].filter(script => !prefetched.includes(script) && !scripts.has(script))).toEqual([])
  expect(prefetched.length).toBeGreaterThan(0)
})

test('Home prefetches nothing on a device that saves data', async () => {
  const { prefetched, scripts } = await loadUntilIdle({
    ...(await visitOf({ path: '/', role: 'rider' })),
    savesData: true
  })
  expect(prefetched).toEqual([])
  expect(scripts.size).toBeGreaterThan(0)
})

describe('a full page of rows', () => {
  // The rows are the content of the page. They arrive in the second round trip if the first has no room for them. Their
  // random ids hardly compress, so the weight differs by half a kilobyte from run to run.
  test.each(['properties', 'scooters', 'pricing', 'plans', 'users', 'bookings', 'bookings&view=payments'])(
    'of %s weighs at most 24 kB in HTML and styles',
    async tab => {
      const admin = await signedInAdmin()
      await fillPortal(PAGE_SIZE, admin.id)
      const reply = await app.fetch(`/admin?tab=${tab}`, {
        headers: { cookie: `userType=admin; session=${admin.token}` }
      })
      const html = await reply.text()
      expect(all(html, /(<tr)>/g).length).toBeGreaterThanOrEqual(PAGE_SIZE)
      expect(weightOf(html)).toBeLessThanOrEqual(24 * KB)
    }
  )
})
