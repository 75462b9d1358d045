import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContext, Request } from 'playwright'
import {
  HOME_WITHOUT_COOKIE_SCRIPT_KB,
  HTML_MAX_KB,
  HTML_WITH_ROWS_MAX_KB,
  nameOf,
  PORTAL_TAB_SCRIPT_KB,
  type Screen,
  type SignedInAs
} from './limits.ts'
import { device, PHONE, type Site, waitForIdle, watchRequests } from './phone.ts'
import { kbText, mark, print } from './table.ts'

// The size of a page until it is idle, compressed like an edge does.

/**
 * Longer than every delay after which a page sends a request (ARRIVAL_REFRESH_MS, and PREFETCH_DELAY_MS of
 * layouts/scripts/app-shell.ts).
 */
const QUIET_MS = 2000
const KB = 1000

export interface Loaded {
  /** API calls, as method and path. */
  calls: string[]
  /** Brotli size of the page in bytes. */
  html: number
  /** Scripts prefetched for the next page; they don't run on this one. */
  prefetched: string[]
  /** Brotli size in bytes of each script, by path. */
  scripts: Map<string, number>
}

/** By URL: the name of a script has a hash of its content, and compressing it takes long. */
const scriptSizes = new Map<string, Promise<number>>()

/** The islands that hydrate by themselves have done so. Runs in the page. */
const isHydrated = () => !document.querySelector('astro-island[ssr]:not([client="interaction"])')

/** Opens a page and records what it loads until no more requests follow. Closes the context. */
export async function loadUntilIdle(context: BrowserContext, url: string): Promise<Loaded> {
  const page = await context.newPage()
  const loaded: Loaded = { calls: [], html: 0, prefetched: [], scripts: new Map() }
  const reading: Promise<void>[] = []
  const sizeOf = async (request: Request) => {
    const response = await request.response()
    // A redirect has no body.
    return response?.ok() ? brotliCompressSync(await response.body()).length : 0
  }
  const read = async (request: Request, path: string) => {
    if (request.resourceType() === 'document') loaded.html ||= await sizeOf(request)
    if (!path.endsWith('.js')) return
    if ((await request.headerValue('sec-purpose')) === 'prefetch') loaded.prefetched.push(path)
    else {
      const size = scriptSizes.get(request.url()) ?? sizeOf(request)
      scriptSizes.set(request.url(), size)
      loaded.scripts.set(path, await size)
    }
  }
  watchRequests(page)
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) loaded.calls.push(`${request.method()} ${pathname}`)
  })
  page.on('requestfinished', request => reading.push(read(request, new URL(request.url()).pathname)))
  await page.goto(url, { waitUntil: 'load' })
  // The delays begin when the islands work. Rejects if the page navigates.
  await page.waitForFunction(isHydrated).catch(() => undefined)
  await waitForIdle(page, QUIET_MS)
  // What finishes from now on cannot be read any more, because the context closes.
  page.removeAllListeners('requestfinished')
  await Promise.all(reading)
  await context.close()
  return loaded
}

export const scriptBytes = ({ scripts }: Loaded) => [...scripts.values()].reduce((sum, each) => sum + each, 0)

interface Page {
  html: number
  name: string
  path: string
  role: SignedInAs | null
  script: number
  withoutCookie?: true
}

export async function measureSize(browser: Browser, site: Site, screens: readonly Screen[]): Promise<void> {
  const pages: Page[] = [
    ...screens.map(({ path, role, script }) => ({ html: HTML_MAX_KB, name: nameOf({ path }), path, role, script })),
    {
      html: HTML_MAX_KB,
      name: '/ without a cookie',
      path: '/',
      role: 'rider',
      script: HOME_WITHOUT_COOKIE_SCRIPT_KB,
      withoutCookie: true
    },
    {
      html: HTML_WITH_ROWS_MAX_KB,
      name: 'a tab of the portal',
      path: '/admin?tab=bookings',
      role: 'admin',
      script: PORTAL_TAB_SCRIPT_KB
    }
  ]
  const rows: string[][] = []
  for (const { html, name, path, role, script, withoutCookie } of pages) {
    const context = await device(browser, site, { ...PHONE, role })
    if (withoutCookie) await context.clearCookies()
    const loaded = await loadUntilIdle(context, path)
    const [scriptSize, htmlSize] = [scriptBytes(loaded), loaded.html]
    const isMet = scriptSize <= script * KB && htmlSize <= html * KB
    rows.push([name, kbText(scriptSize), `${script} kB`, kbText(htmlSize), `${html} kB`, mark(isMet)])
  }
  print('Size until idle, brotli', ['page', 'script', 'at most', 'HTML', 'at most', ''], rows)
}
