import { resolve } from 'node:path'
import { defineConfig, devices } from 'playwright/test'
import type { Choice } from './e2e/backends/test.ts'
import { FOREIGN_BROWSER } from './helpers/browser/foreign-browser.ts'
import { SITE_NAMES, SITE_PORTS, type SiteName } from './ports.ts'

const ROOT = resolve(import.meta.dirname, '..')
const addressOf = (site: SiteName) => `http://localhost:${SITE_PORTS[site]}`
/** All of them, or those that the chosen stories need (scripts/suites/end-to-end.ts); the last one is started last. */
const SITES = SITE_NAMES.filter(name => (process.env.E2E_SITES ?? name).split(',').includes(name))
const SERVER_START_MS = 180_000

const executablePath = process.env.CHROMIUM_PATH

const JOURNEYS = '**/journeys.test.ts'
const CARD_PAYMENTS = '**/payments/*.test.ts'
const PHONE = { ...devices['Pixel 7'], deviceScaleFactor: 1, viewport: { height: 860, width: 412 } }
const SMALL_PHONE = { ...devices['Pixel 7'], viewport: { height: 740, width: 360 } }
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { height: 800, width: 1280 } }
const SECOND_BACKEND = { backend: 'second', baseURL: addressOf('external') } as const

// The rider's clock is anywhere: what the screens say is India's.
export default defineConfig<Choice>({
  forbidOnly: Boolean(process.env.CI),
  expect: { timeout: 15_000 },
  fullyParallel: false,
  outputDir: resolve(ROOT, 'test-results/e2e'),
  projects: [
    {
      // Every story but those of a desk, where it matters most.
      name: 'phone',
      testIgnore: ['**/*.desktop.test.ts', '**/external/**', CARD_PAYMENTS],
      use: { ...PHONE, baseURL: addressOf('phone'), timezoneId: 'America/New_York' }
    },
    {
      // What a wide window, a mouse and a keyboard change.
      name: 'desktop',
      testMatch: ['**/*.desktop.test.ts', JOURNEYS],
      use: { ...DESKTOP, baseURL: addressOf('desktop'), timezoneId: 'Asia/Kolkata' }
    },
    {
      // On the card provider's own protocol. One story at a time: what goes wrong at the bank goes wrong for all of them.
      name: 'card payments',
      testMatch: CARD_PAYMENTS,
      use: { ...PHONE, baseURL: addressOf('card'), timezoneId: 'America/New_York' },
      workers: 1
    },
    // The site built for a backend elsewhere, on one that knows the spec and nothing of ours.
    {
      name: 'second backend',
      testMatch: ['**/external/*.test.ts', JOURNEYS],
      use: { ...SMALL_PHONE, ...SECOND_BACKEND, timezoneId: 'UTC' }
    }
  ],
  reporter: 'list',
  retries: 0,
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  timeout: 120_000,
  use: {
    launchOptions: executablePath ? { args: FOREIGN_BROWSER, executablePath } : {},
    screenshot: 'only-on-failure',
    // A service worker's own requests pass by what a story does to the network; the stories about it allow it.
    serviceWorkers: 'block',
    // Recording each story costs a tenth of the whole run: `--trace on` records one.
    trace: 'off'
  },
  webServer: {
    command: `node scripts/serve/serve-for-tests.ts ${SITES.join(' ')}`,
    cwd: ROOT,
    env: { PATH: `${resolve(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    reuseExistingServer: false,
    timeout: SERVER_START_MS,
    // Started last.
    url: `${addressOf(SITES.at(-1) ?? 'phone')}/auth`
  },
  workers: 3
})
