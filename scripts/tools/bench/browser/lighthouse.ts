import { chromium } from 'playwright'
import { findBrowser } from '../../../kit/browser.ts'
import { type SignedInAs, type Site, storedSession, storeSession } from '../site.ts'
import { mark, print } from '../table.ts'
import { importBaseline } from './baseline-packages.ts'
import { nameOf, SCREENS } from './screens.ts'

// Runs Lighthouse on the riders' pages, with its mobile settings.

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const ALL = 100

interface Launcher {
  launch: (options: object) => Promise<{ kill: () => void; port: number }>
}

interface Auditor {
  default: (url: string, options: object) => Promise<{ lhr: { categories: Record<string, { score: number | null }> } }>
}

/** Signs in with Lighthouse's browser. */
async function signIn(port: number, { address, sessions }: Site, role: SignedInAs): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser of Lighthouse has no context')
  await context.addCookies(sessions[role].cookies)
  const page = await context.newPage()
  await page.goto(`${address}/icon.svg`)
  await page.evaluate(storeSession, storedSession(sessions, role))
  await page.close()
  await browser.close()
}

export async function measureLighthouse(site: Site): Promise<void> {
  const { launch } = await importBaseline<Launcher>('chrome-launcher')
  const { default: audit } = await importBaseline<Auditor>('lighthouse')
  const chromePath = (await findBrowser())?.CHROMIUM_PATH
  const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--ignore-certificate-errors']
  const rows: string[][] = []
  for (const screen of SCREENS.filter(({ role }) => role !== 'admin')) {
    const chrome = await launch({ chromeFlags, ...(chromePath ? { chromePath } : {}) })
    if (screen.role) await signIn(chrome.port, site, screen.role)
    const { lhr } = await audit(site.address + screen.path, {
      disableStorageReset: true,
      onlyCategories: CATEGORIES,
      port: chrome.port
    })
    chrome.kill()
    const scores = CATEGORIES.map(name => Math.round((lhr.categories[name]?.score ?? 0) * ALL))
    rows.push([nameOf(screen), ...scores.map(String), mark(scores.every(score => score === ALL))])
  }
  print(`Lighthouse, mobile (each ${ALL})`, ['screen', ...CATEGORIES, ''], rows)
}
