import { type Browser, devices, type Page } from 'playwright'
import type { Screen } from './screens.ts'
import { device, type Site } from './site.ts'
import { type Seen, watchPage, whenSettled } from './watch.ts'

// A cheap phone on a poor network, cold.

export const PHONE = { ...devices['Pixel 7'], viewport: { height: 860, width: 412 } }

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

/** One visit of a device that has never been there; null where nothing could be seen. */
export async function visitSlowly(browser: Browser, site: Site, screen: Screen): Promise<Seen | null> {
  const context = await device(browser, site, screen.who, PHONE)
  const page = await context.newPage()
  await watchPage(page, screen)
  await slowDown(page)
  await page.goto(screen.path, { waitUntil: 'commit' })
  const seen = await whenSettled(page)
  await context.close()
  return seen
}
