import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, devices, type Page } from 'playwright'
import { CHROMIUM_FLAGS } from '#tests/helpers/browser/chromium-flags.ts'
import { findBrowser } from '../../../kit/browser.ts'
import { exitWithError } from '../../../kit/settings.ts'
import type { Screen, SignedInAs, WatchedElements } from '../limits.ts'
import { ADMIN, PASSWORD, RIDER } from '../worker/fixtures.ts'
import { watchPage } from './watch.ts'

// A served database with its signed-in accounts, and a cheap phone on a slow network that visits it.

interface Session {
  cookies: Parameters<BrowserContext['addCookies']>[0]
  token: string
}

export interface Site {
  address: string
  sessions: Record<SignedInAs, Session>
}

const SIGN_IN: Record<SignedInAs, { email: string; path: string }> = {
  admin: { email: ADMIN.email, path: '/api/admin/auth/signin' },
  rider: { email: RIDER.email, path: '/api/auth/signin' }
}

export async function launchBrowser(...more: string[]): Promise<Browser> {
  const found = await findBrowser()
  if (found === null) exitWithError('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
  const { CHROMIUM_PATH: executablePath } = found
  const args = [...more, ...(executablePath ? CHROMIUM_FLAGS : [])]
  return chromium.launch({ args, ...(executablePath && { executablePath }) })
}

/** Signs in each account once, because password hashing is slow by design. */
export async function openSite(browser: Browser, address: string): Promise<Site> {
  const signIn = async (role: SignedInAs): Promise<Session> => {
    // Requests outside of a page do not use the browser's trusted certificates.
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const { email, path } = SIGN_IN[role]
    const reply = await context.request.post(address + path, { data: { email, password: PASSWORD } })
    const { access_token } = (await reply.json()) as { access_token: string }
    const cookies = await context.cookies()
    await context.close()
    return { cookies, token: access_token }
  }
  return { address, sessions: { admin: await signIn('admin'), rider: await signIn('rider') } }
}

export const PHONE = { ...devices['Pixel 7'], viewport: { height: 860, width: 412 } }

/** A new device, with the session of its account only. */
export async function device(
  browser: Browser,
  { address, sessions }: Site,
  { role, ...options }: BrowserContextOptions & { role: SignedInAs | null }
): Promise<BrowserContext> {
  // A service worker's cache would make a first visit faster.
  const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block', ...options })
  if (role === null) return context
  const { cookies, token } = sessions[role]
  await context.addCookies(cookies)
  await context.addInitScript(
    ([storedToken, userType]) => {
      localStorage.setItem('token', storedToken)
      localStorage.setItem('userType', userType)
    },
    [token, role === 'admin' ? 'admin' : 'user'] as const
  )
  return context
}

const SLOWER = 4
const KILOBIT_BYTES = 1000 / 8
/** Slow 4G, as in the browser's developer tools. */
const SLOW_4G = {
  downloadThroughput: 1600 * KILOBIT_BYTES * 0.9,
  latency: 150 * 3.75,
  offline: false,
  uploadThroughput: 750 * KILOBIT_BYTES * 0.9
}

async function throttledPage(context: BrowserContext, elements: WatchedElements): Promise<Page> {
  const page = await context.newPage()
  await watchPage(page, elements)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

export type Visitor = (browser: Browser, site: Site, screen: Screen) => Promise<Page>

/** A new device with throttling, whose page records the metrics of the screen. */
export const firstVisit: Visitor = async (browser, site, screen) =>
  throttledPage(await device(browser, site, { ...PHONE, role: screen.role }), screen)

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
export const secondVisit: Visitor = async (browser, site, screen) => {
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
  return throttledPage(context, screen)
}
