import { type Browser, type BrowserContext, chromium } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { findBrowser } from '../../../scripts/kit/browser.ts'
import { type Loaded, loadUntilIdle as load } from '../../../scripts/tools/bench/size.ts'

// Loads pages in a real browser, to see what they request on their own.

let browser: Browser

export function startBrowser(): void {
  beforeAll(async () => {
    const { problem, variables } = await findBrowser()
    if (variables === null) throw new Error(problem)
    browser = await chromium.launch(variables.CHROMIUM_PATH ? { executablePath: variables.CHROMIUM_PATH } : {})
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

/** Opens a page and records what it loads until no more requests follow. */
export async function loadUntilIdle(visit: Visit): Promise<Loaded> {
  return load(await openContext(visit), visit.origin + visit.path)
}
