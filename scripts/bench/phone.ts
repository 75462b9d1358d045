import { type Browser, devices, type Page } from 'playwright'
import { nameOf, SCREENS, type Screen } from './screens.ts'
import { device, type Site } from './site.ts'
import { median, msText, print } from './table.ts'
import { type Seen, watchPage, whenSettled } from './watch.ts'

// A cheap phone on a poor network, cold.

export const PHONE = { ...devices['Pixel 7'], viewport: { height: 860, width: 412 } }

const RUNS = 3
const SLOWER = 4
const KILOBIT_BYTES = 1000 / 8
/** Slow 4G as the browser's own tools have it. */
const SLOW_4G = {
  downloadThroughput: 1600 * KILOBIT_BYTES * 0.9,
  latency: 150 * 3.75,
  offline: false,
  uploadThroughput: 750 * KILOBIT_BYTES * 0.9
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

async function visit(browser: Browser, site: Site, screen: Screen): Promise<Seen | null> {
  const context = await device(browser, site, screen.who, PHONE)
  const page = await context.newPage()
  await watchPage(page, screen)
  await slowDown(page)
  await page.goto(screen.path, { waitUntil: 'commit' })
  const seen = await whenSettled(page)
  await context.close()
  return seen
}

const LONG_MS = 50

const blocked = ({ long_tasks }: Seen) => long_tasks.reduce((sum, task) => sum + task - LONG_MS, 0)

async function rowOf(browser: Browser, site: Site, screen: Screen): Promise<string[]> {
  const runs: Seen[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const seen = await visit(browser, site, screen)
    if (seen) runs.push(seen)
  }
  const middle = (figure: (seen: Seen) => number | null) =>
    median(runs.map(seen => figure(seen) ?? Number.POSITIVE_INFINITY))
  return [
    nameOf(screen),
    msText(middle(({ first_paint }) => first_paint)),
    msText(middle(({ largest_paint }) => largest_paint)),
    msText(middle(({ visible }) => visible)),
    msText(middle(({ answers }) => answers)),
    msText(middle(blocked)),
    middle(({ shift }) => shift).toFixed(3)
  ]
}

export async function measurePhone(browser: Browser, site: Site): Promise<void> {
  const rows: string[][] = []
  for (const screen of SCREENS) rows.push(await rowOf(browser, site, screen))
  print(
    `On a phone: CPU ÷ ${SLOWER}, slow 4G, cold, median of ${RUNS} (layout shift at most 0.010)`,
    ['screen', 'first paint', 'largest paint', 'content visible', 'control answers', 'blocked', 'shift'],
    rows
  )
}
