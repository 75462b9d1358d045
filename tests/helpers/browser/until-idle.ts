import { brotliCompressSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Request } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { findBrowser } from '../../../scripts/kit/browser.ts'

// Loads pages in a real browser, to see what they request on their own.

/**
 * Longer than every delay after which a page sends a request (ARRIVAL_REFRESH_MS, and PREFETCH_DELAY_MS of
 * layouts/scripts/fetch-ahead.ts).
 */
const QUIET_MS = 2000
const QUIET_POLL_MS = 100

let browser: Browser

export function startBrowser(): void {
  beforeAll(async () => {
    const found = await findBrowser()
    if (found === null) throw new Error('There is no Chromium on this machine, and no way to one.')
    browser = await chromium.launch(found.CHROMIUM_PATH ? { executablePath: found.CHROMIUM_PATH } : {})
  })
  afterAll(() => browser.close())
}

interface Visit {
  /** Cookies by name. */
  cookies: Record<string, string>
  origin: string
  path: string
  /** Simulates the browser's data saver. */
  savesData?: boolean | undefined
  stored: Record<string, string>
}

async function openContext({ cookies, origin, savesData = false, stored }: Visit): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, url: origin, value })))
  await context.addInitScript(entries => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(stored))
  await context.addInitScript(saveData => {
    Object.defineProperty(navigator, 'connection', { value: { saveData } })
  }, savesData)
  return context
}

export interface Loaded {
  /** Scripts prefetched for the next page; they don't run on this one. */
  prefetched: string[]
  /** API calls, as method and path. */
  calls: string[]
  /** Brotli size in bytes of each script, by path. */
  scripts: Map<string, number>
}

/** Opens a page and records what it loads until no more requests follow. */
export async function loadUntilIdle(visit: Visit): Promise<Loaded> {
  const context = await openContext(visit)
  const page = await context.newPage()
  const loaded: Loaded = { prefetched: [], calls: [], scripts: new Map() }
  let last = Date.now()
  const pending = new Set<Request>()
  const reading: Promise<void>[] = []
  page.on('request', request => {
    pending.add(request)
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) loaded.calls.push(`${request.method()} ${pathname}`)
  })
  const end = (request: Request) => {
    pending.delete(request)
    last = Date.now()
  }
  page.on('requestfailed', end)
  page.on('requestfinished', request => {
    end(request)
    const { pathname } = new URL(request.url())
    if (!pathname.endsWith('.js')) return
    const read = async () => {
      const isPrefetch = (await request.headerValue('sec-purpose')) === 'prefetch'
      if (isPrefetch) return void loaded.prefetched.push(pathname)
      const response = await request.response()
      if (response) loaded.scripts.set(pathname, brotliCompressSync(await response.body()).length)
    }
    reading.push(read())
  })
  await page.goto(visit.origin + visit.path, { waitUntil: 'load' })
  while (pending.size > 0 || Date.now() - last < QUIET_MS) await page.waitForTimeout(QUIET_POLL_MS)
  // What finishes from now on cannot be read any more, because the context closes.
  page.removeAllListeners('requestfinished')
  await Promise.all(reading)
  await context.close()
  return loaded
}
