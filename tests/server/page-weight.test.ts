import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { app, startApp } from '#tests/helpers/app.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/people.ts'
import { aPlan, aProperty, aScooter } from '#tests/helpers/things.ts'

// What a page weighs on its way, which is the same on every machine: the scripts that its first HTML asks for, and that
// HTML with its styles. Times are measured by `npm run bench`.

startApp()

const CLIENT = 'dist/client'
const KB = 1000

const weightOf = (text: Buffer | string) => brotliCompressSync(text).length
const fileOf = (path: string) => readFileSync(join(CLIENT, path))
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const IMPORT = /\b(?:import|export)\b[^"'`;()]*?["'`]\.\/([\w.-]+\.js)["'`]/g

/** The scripts and all that they import before they run, as the files themselves say it. */
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

type Who = 'admin' | 'rider' | null

/** Somebody who lives where a scooter and a plan are, and the scooter's page. */
async function atHome() {
  const { id: property_id } = await aProperty()
  const { id } = await aScooter(property_id)
  await aPlan(property_id)
  return { booking: `/booking/${id}`, rider: await signedInRider({ property_id }) }
}

/** A page as its visitor's first request brings it. */
async function pageFor(who: Who, path: string): Promise<string> {
  const { booking, rider } = await atHome()
  const { token } = who === 'admin' ? await signedInAdmin() : rider
  const cookie = who ? `userType=${who === 'admin' ? 'admin' : 'user'}; session=${token}` : ''
  const reply = await app.fetch(path === BOOKING ? booking : path, { headers: { cookie } })
  expect(reply.status).toBe(200)
  return reply.text()
}

const ISLAND = /(<astro-island\b[^>]*>)/g
const SCRIPT = /(?:component-url|renderer-url|<script type="module" src)="([^"]+)"/g

/** What runs by itself; an island that sleeps brings nothing before it is touched. */
function scriptsIn(html: string): string[] {
  const asleep = all(html, ISLAND).filter(island => island.includes('client="asleep"'))
  return all(
    asleep.reduce((rest, island) => rest.replace(island, ''), html),
    SCRIPT
  )
}

const PRELOAD = /<link rel="modulepreload" href="([^"]+)">/g
const STYLE = /<style\b[^>]*>(.*?)<\/style>/gs

const BOOKING = '/booking/{id}'
// HTML differs with what is random in it, and a booking page with how much of the day is left. 14 kB of it come with the
// first round trip.
const PAGES: readonly { at_most: { html: number; script: number }; path: string; who: Who }[] = [
  { at_most: { html: 14, script: 75 }, path: '/admin/auth', who: null },
  { at_most: { html: 14, script: 81 }, path: '/auth', who: null },
  { at_most: { html: 14, script: 10 }, path: '/', who: 'rider' },
  { at_most: { html: 14, script: 84 }, path: '/my-bookings', who: 'rider' },
  { at_most: { html: 14, script: 81 }, path: '/profile', who: 'rider' },
  { at_most: { html: 14, script: 90 }, path: BOOKING, who: 'rider' },
  { at_most: { html: 14, script: 90 }, path: '/admin', who: 'admin' }
]

describe.each(PAGES)('$path', ({ at_most, path, who }) => {
  const page = () => pageFor(who, path)

  test('names in its head, each once, all scripts that it needs to come alive', async () => {
    const html = await page()
    const preloads = all(html.split('</head>')[0] ?? '', PRELOAD)
    expect(preloads.length).toBeGreaterThan(0)
    expect(preloads.toSorted()).toEqual([...withImports(scriptsIn(html))].sort())
  })

  test(`weighs at most ${at_most.script} kB in scripts and ${at_most.html} kB in HTML and styles`, async () => {
    const html = await page()
    const scripts = [...withImports(scriptsIn(html))].map(script => weightOf(fileOf(script)))
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(at_most.script * KB)
    expect(weightOf(html)).toBeLessThanOrEqual(at_most.html * KB)
  })

  test('brings its styles itself, once, waits for no font, and asks no other host for anything', async () => {
    const html = await page()
    const sheets = all(html, STYLE).filter(style => style.includes('@font-face'))
    expect(sheets).toHaveLength(1)
    expect(
      all(sheets[0] ?? '', /(@font-face\{[^}]*url[^}]*\})/g).filter(face => !face.includes('font-display:swap'))
    ).toEqual([])
    expect(html).not.toMatch(/rel="stylesheet"|<(?:img|link|script|iframe)\b[^>]*(?:src|href)="(?:https?:)?\/\//)
  })
})
