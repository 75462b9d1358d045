import { type Browser, type BrowserContext, devices, type Page } from 'playwright'
import { device, type Site, type Who } from './site.ts'
import { type Wanted, watchPage } from './watch.ts'

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

export interface Phone {
  context: BrowserContext
  page: Page
}

/** A phone that has never been there, slow already, whose pages are watched for what is wanted. */
export async function slowPhone(browser: Browser, site: Site, who: Who | null, wanted: Wanted): Promise<Phone> {
  const context = await device(browser, site, who, PHONE)
  const page = await context.newPage()
  await watchPage(page, wanted)
  await slowDown(page)
  return { context, page }
}
