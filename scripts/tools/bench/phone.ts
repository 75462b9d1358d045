import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  devices,
  type Page,
  type Request
} from 'playwright'
import { CHROMIUM_FLAGS } from '#tests/helpers/browser/chromium-flags.ts'
import { findBrowser } from '../../kit/browser.ts'
import { exitWithError } from '../../kit/settings.ts'
import { ADMIN, PASSWORD, RIDER } from './database.ts'
import type { Metric, Screen, SignedInAs, WatchedElements } from './limits.ts'

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
  const { problem, variables } = await findBrowser()
  if (variables === null) exitWithError(problem)
  const { CHROMIUM_PATH: executablePath } = variables
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

// Metrics that a page records while it loads, in milliseconds since the navigation.

export interface PageMetrics {
  answers: number | null
  first_paint: number
  largest_paint: number
  long_tasks: number[]
  shift: number
  visible: number | null
}

declare global {
  interface Window {
    seen?: PageMetrics
  }
}

const READY_TIMEOUT_MS = 30_000
const READY_MESSAGE = 'bench: the control answers'

/** Runs in the page before its scripts, so it cannot use outer variables. */
function collectMetrics({ answered, content, control }: WatchedElements & { answered: string }): void {
  const seen: PageMetrics = { answers: null, first_paint: 0, largest_paint: 0, long_tasks: [], shift: 0, visible: null }
  window.seen = seen

  // React adds this property to elements that it has hydrated.
  const isHydrated = (element: Element | null) =>
    element !== null && Object.keys(element).some(key => key.startsWith('__reactProps'))

  const checkFrame = () => {
    const isContentVisible = content.every(selector => document.querySelector(selector) !== null)
    if (isContentVisible) seen.visible ??= performance.now()
    if (control === null ? isContentVisible : isHydrated(document.querySelector(control)))
      seen.answers ??= performance.now()
    if (seen.visible === null || seen.answers === null) requestAnimationFrame(checkFrame)
    else console.debug(answered)
  }
  requestAnimationFrame(checkFrame)

  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(onEntry)).observe({ buffered: true, type })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first_paint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largest_paint = startTime
  })
  observe('longtask', ({ duration }) => seen.long_tasks.push(duration))
  observe('layout-shift', entry => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
}

/**
 * Resolves when a page reports that its control works. Polling the page would load 330 kB of Playwright's script, which
 * blocks a slow phone for 80 ms before the first paint.
 */
const readyMessages = new WeakMap<Page, Promise<unknown>>()

export async function watchPage(page: Page, { content, control }: WatchedElements): Promise<void> {
  watchRequests(page)
  await page.addInitScript(collectMetrics, { answered: READY_MESSAGE, content: [...content], control })
  const report = page.waitForEvent('console', {
    predicate: message => message.text() === READY_MESSAGE,
    timeout: READY_TIMEOUT_MS
  })
  readyMessages.set(
    page,
    report.catch(() => null)
  )
}

/** The requests of a page: those without an answer, and how many there were. */
const requestsOf = new WeakMap<Page, { pending: Set<Request>; sent: number }>()

export function watchRequests(page: Page): void {
  const requests = { pending: new Set<Request>(), sent: 0 }
  requestsOf.set(page, requests)
  page.on('request', request => {
    requests.pending.add(request)
    requests.sent += 1
  })
  for (const ended of ['requestfailed', 'requestfinished'] as const)
    page.on(ended as 'requestfinished', request => requests.pending.delete(request))
}

const IDLE_MS = 500
const IDLE_TIMEOUT_MS = 60_000

/**
 * Waits until a page that `watchRequests` watches has loaded, and for this long no request was sent or pending.
 * Playwright's 'networkidle' never comes for some visits with a service worker, although each of their requests has
 * ended.
 */
export async function waitForIdle(page: Page, quietMs = IDLE_MS): Promise<void> {
  const requests = requestsOf.get(page)
  if (!requests) throw new Error(`${page.url()} is not watched`)
  await page.waitForLoadState('load')
  const deadline = Date.now() + IDLE_TIMEOUT_MS
  let before: number
  do {
    before = requests.sent
    // A timer of the page itself, because those of a busy page are late. Rejects if the page navigates, whose requests
    // are counted.
    await page.evaluate(ms => new Promise(resolve => setTimeout(resolve, ms)), quietMs).catch(() => undefined)
    const waitsFor = [...requests.pending].map(request => request.url())
    if (Date.now() > deadline) throw new Error(`${page.url()} waits for ${waitsFor}`)
  } while (requests.pending.size > 0 || requests.sent > before)
}

const PAINT_TIMEOUT_MS = 2000

/** The browser reports a paint some frames after it happened. */
const PAINT_REPORT_MS = 100

/** Waits until pending changes are painted and reported. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    delayMs =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, delayMs)))
      }),
    PAINT_REPORT_MS
  )
}

/** Waits until the content is visible and the control works, and `toIdle` until no request is pending. */
export async function metricsOf(page: Page, toIdle: boolean): Promise<PageMetrics> {
  await readyMessages.get(page)
  const isPainted = () => window.seen !== undefined && window.seen.first_paint > 0 && window.seen.largest_paint > 0
  await waitForPaint(page)
  await page.waitForFunction(isPainted, null, { timeout: PAINT_TIMEOUT_MS }).catch(() => null)
  if (toIdle) await waitForIdle(page)
  const seen = await page.evaluate(() => window.seen ?? null)
  // Every ratio to an empty page would be meaningless.
  if (seen?.visible == null || seen.answers === null) throw new Error(`${page.url()} shows no content to measure`)
  return seen
}

const LONG_MS = 50

export function figureOf({ long_tasks, ...values }: PageMetrics, metric: Metric): number {
  if (metric === 'blocked') return long_tasks.reduce((sum, task) => sum + task - LONG_MS, 0)
  return values[metric] ?? Number.POSITIVE_INFINITY
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
  watchRequests(before)
  await before.goto(screen.path)
  await waitForIdle(before)
  await before.evaluate(async () => {
    const registered = await navigator.serviceWorker.getRegistration()
    if (registered) await navigator.serviceWorker.ready
  })
  await before.close()
  await throttleServiceWorkers(browser)
  return throttledPage(context, screen)
}
