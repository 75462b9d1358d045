import { brotliCompressSync } from 'node:zlib'
import type { APIResponse, Browser, BrowserContext, Page, Route } from 'playwright'
import { sleep } from '../../../kit/processes.ts'
import { device, type Site } from '../site.ts'
import { kbText, mark, print, ratioText } from '../table.ts'
import { PHONE } from './phone.ts'
import { nameOf, type Screen } from './screens.ts'
import { readMetrics, watchPage } from './watch.ts'

// The size of a screen and its number of round trips. Requests are held until the page sends no more of them, and then
// answered together. That counts as one round trip, so the result does not depend on network or machine.

/** React, ReactDOM and one island, in bytes: the minimum for a page with an island. */
const FLOOR = 60_200
const KB = 1000
/** The size of the first round trip. */
const HTML_MOST = 14 * KB

const QUIET_MS = 700
const POLL_MS = 50

export interface Weight {
  html: number
  requests: number
  /** Round trips until the content is visible, and until the control works. */
  rounds: { answers: number | null; visible: number | null }
  script: number
}

export interface Visit {
  /** Changes the device before the visit. */
  prepare?: ((context: BrowserContext) => Promise<void>) | undefined
  screen: Screen
}

async function compressed(response: APIResponse): Promise<number> {
  return brotliCompressSync(await response.body()).length
}

async function answer(route: Route, weight: Weight): Promise<void> {
  const response = await route.fetch({ maxRedirects: 0 })
  const type = route.request().resourceType()
  weight.requests += 1
  // Await before the addition, because other responses change the sum meanwhile.
  const bytes = await compressed(response)
  if (type === 'document') weight.html += bytes
  if (type === 'script') weight.script += bytes
  await route.fulfill({ response })
}

/** Answers the held requests round by round, until the page sends no more. */
async function answerInRoundTrips(page: Page, held: Route[], weight: Weight): Promise<void> {
  for (let round = 1; ; round += 1) {
    await waitUntilQuiet(held)
    if (held.length === 0) return
    await Promise.all(held.splice(0).map(route => answer(route, weight)))
    await waitUntilQuiet(held)
    const seen = await readMetrics(page)
    if (seen?.visible) weight.rounds.visible ??= round
    if (seen?.answers) weight.rounds.answers ??= round
  }
}

async function waitUntilQuiet(held: readonly Route[]): Promise<void> {
  let [count, since] = [held.length, performance.now()]
  while (performance.now() - since < QUIET_MS) {
    await sleep(POLL_MS)
    if (held.length !== count) [count, since] = [held.length, performance.now()]
  }
}

export async function measurePage(browser: Browser, site: Site, { prepare, screen }: Visit): Promise<Weight> {
  const weight: Weight = { html: 0, requests: 0, rounds: { answers: null, visible: null }, script: 0 }
  // `route.fetch` does not use the browser's trusted certificates.
  const context = await device(browser, site, { ...PHONE, ignoreHTTPSErrors: true, role: screen.role })
  await prepare?.(context)
  const page = await context.newPage()
  const held: Route[] = []
  await page.route('**/*', route => void held.push(route))
  await watchPage(page, screen)
  await Promise.all([page.goto(screen.path), answerInRoundTrips(page, held, weight)])
  await context.close()
  return weight
}

export function roundsText({ control }: Screen, { answers, visible }: Weight['rounds']): string {
  return `${visible ?? 'never'} / ${control === null ? '–' : (answers ?? 'never')}`
}

function rowOf(screen: Screen, { html, requests, rounds, script }: Weight, spa: Weight): string[] {
  const [visible, answers] = screen.rounds
  const isMet =
    script <= screen.script * KB &&
    html <= HTML_MOST &&
    (rounds.visible ?? Number.POSITIVE_INFINITY) <= visible &&
    (answers === null || (rounds.answers ?? Number.POSITIVE_INFINITY) <= answers)
  return [
    nameOf(screen),
    kbText(script),
    `${screen.script} kB`,
    ratioText(script, FLOOR),
    roundsText(screen, rounds),
    `${visible} / ${answers ?? '–'}`,
    String(requests),
    kbText(html),
    kbText(spa.script),
    roundsText(screen, spa.rounds),
    String(spa.requests),
    mark(isMet)
  ]
}

type SitesToCompare = Record<'ours' | 'spa', Site>

export async function measureWeight(
  browser: Browser,
  { ours, spa }: SitesToCompare,
  screens: readonly Screen[]
): Promise<void> {
  const rows: string[][] = []
  for (const screen of screens) {
    rows.push(rowOf(screen, await measurePage(browser, ours, { screen }), await measurePage(browser, spa, { screen })))
  }
  print(
    `Size of each screen, brotli, until idle (HTML at most ${kbText(HTML_MOST)}; round trips until content / control)`,
    [
      'screen',
      'script',
      'most',
      `÷ ${kbText(FLOOR)}`,
      'rounds',
      'most',
      'requests',
      'HTML',
      'spa',
      'rounds',
      'requests',
      ''
    ],
    rows
  )
}
