import { type Browser, type BrowserContext, devices, type Page } from 'playwright'
import { device, type Site } from '../site.ts'
import type { Screen } from './screens.ts'
import { type WatchedElements, watchPage } from './watch.ts'

// A cheap phone on a slow network.

export const PHONE = { ...devices['Pixel 7'], viewport: { height: 860, width: 412 } }

const SLOWER = 4
const KILOBIT_BYTES = 1000 / 8
/** Slow 4G, as in the browser's developer tools. */
const SLOW_4G = {
  downloadThroughput: 1600 * KILOBIT_BYTES * 0.9,
  latency: 150 * 3.75,
  offline: false,
  uploadThroughput: 750 * KILOBIT_BYTES * 0.9
}

async function throttleNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

export interface Phone {
  context: BrowserContext
  page: Page
}

async function throttledPage(context: BrowserContext, elements: WatchedElements): Promise<Page> {
  const page = await context.newPage()
  await watchPage(page, elements)
  await throttleNetwork(page)
  return page
}

/** A new device with throttling, whose page records the metrics of the screen. */
export async function throttledPhone(
  browser: Browser,
  site: Site,
  screen: WatchedElements & Pick<Screen, 'role'>
): Promise<Phone> {
  const context = await device(browser, site, { ...PHONE, role: screen.role })
  return { context, page: await throttledPage(context, screen) }
}

// The throttling of a page does not apply to its service worker.
async function throttleServiceWorkers(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'service_worker')) {
    const { sessionId } = await session.send('Target.attachToTarget', { flatten: false, targetId })
    const commands = [
      { id: 1, method: 'Network.enable' },
      { id: 2, method: 'Network.emulateNetworkConditions', params: SLOW_4G }
    ]
    for (const command of commands) {
      await session.send('Target.sendMessageToTarget', { message: JSON.stringify(command), sessionId })
    }
  }
}

/** A device that has visited the page before, with its cache and its service worker. */
export async function returningVisitor(browser: Browser, site: Site, screen: Screen): Promise<Phone> {
  const context = await device(browser, site, { ...PHONE, role: screen.role, serviceWorkers: 'allow' })
  const before = await context.newPage()
  await before.goto(screen.path)
  await before.waitForLoadState('networkidle')
  await before.evaluate(async () => {
    const registered = await navigator.serviceWorker.getRegistration()
    if (registered) await navigator.serviceWorker.ready
  })
  await before.close()
  await throttleServiceWorkers(browser)
  return { context, page: await throttledPage(context, screen) }
}
