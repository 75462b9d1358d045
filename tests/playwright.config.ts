import { resolve } from 'node:path'
import { defineConfig, devices } from 'playwright/test'
import type { Choice } from './e2e/backends/test.ts'
import { CHROMIUM_FLAGS } from './helpers/browser/chromium-flags.ts'
import { IS_WHOLE, NIGHTLY } from './helpers/hardening.ts'
import { SITE_NAMES, SITE_PORTS, SITES_READY, type SiteName } from './ports.ts'

const ROOT = resolve(import.meta.dirname, '..')
const addressOf = (site: SiteName) => `http://localhost:${SITE_PORTS[site]}`
/** All sites, or those that the selected tests need (scripts/suites/suites.ts). */
const SITES = SITE_NAMES.filter(name => (process.env.E2E_SITES ?? name).split(',').includes(name))
const SERVER_START_MS = 180_000

const executablePath = process.env.CHROMIUM_PATH

const CARD_PAYMENTS = '**/payments/*.test.ts'
const FIRST_DAY = '**/first-day.test.ts'
const PHONE = { ...devices['Pixel 7'], deviceScaleFactor: 1, viewport: { height: 860, width: 412 } }
const SMALL_PHONE = { ...PHONE, viewport: { height: 740, width: 360 } }
const DESKTOP = { ...devices['Desktop Chrome'], viewport: { height: 800, width: 1280 } }
const SECOND_BACKEND = { backend: 'second', baseURL: addressOf('external') } as const

// Each project has another time zone, because all screens must show India's time.
export default defineConfig<Choice>({
  forbidOnly: Boolean(process.env.CI),
  expect: { timeout: 15_000 },
  fullyParallel: false,
  ...(!IS_WHOLE && !process.env.E2E_SELECTED && { grepInvert: new RegExp(NIGHTLY.tag) }),
  outputDir: resolve(ROOT, 'test-results/e2e'),
  projects: [
    // The longest story, and the project with one worker, come first: at the end they would run alone.
    {
      // Without the demo: only its owner.
      name: 'empty',
      testMatch: FIRST_DAY,
      use: { ...DESKTOP, baseURL: addressOf('empty'), timezoneId: 'America/New_York' }
    },
    {
      // With the card provider's real protocol. One worker only, because a fault of the bank affects all tests.
      name: 'card payments',
      testMatch: CARD_PAYMENTS,
      use: { ...PHONE, baseURL: addressOf('card'), timezoneId: 'America/New_York' },
      workers: 1
    },
    {
      // Phone width is the default, because most riders use a phone.
      name: 'phone',
      testIgnore: ['**/*.desktop.test.ts', '**/external/**', CARD_PAYMENTS, FIRST_DAY],
      // Most tests have it, and drawing what moves takes a fifth of their time. All other projects move.
      use: {
        ...PHONE,
        baseURL: addressOf('phone'),
        contextOptions: { reducedMotion: 'reduce' },
        timezoneId: 'America/New_York'
      }
    },
    {
      // Tests that depend on a wide window, a mouse or a keyboard.
      name: 'desktop',
      testMatch: '**/*.desktop.test.ts',
      use: { ...DESKTOP, baseURL: addressOf('desktop'), timezoneId: 'Asia/Kolkata' }
    },
    // The site built for an external backend, with a backend that implements only the specification. `npm run harden`
    // also tells on it what every backend must do.
    {
      name: 'second backend',
      testMatch: ['**/external/*.test.ts', ...(IS_WHOLE ? ['**/flows.test.ts'] : [])],
      use: { ...SMALL_PHONE, ...SECOND_BACKEND, timezoneId: 'UTC' }
    }
  ],
  reporter: [
    ['list'],
    ['./e2e/helpers/slow-steps.ts'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? ([['json']] as const) : [])
  ],
  retries: 0,
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  timeout: 120_000,
  use: {
    launchOptions: executablePath ? { args: CHROMIUM_FLAGS, executablePath } : {},
    screenshot: 'only-on-failure',
    // Tests cannot intercept a service worker's own requests. The tests of the service worker allow it.
    serviceWorkers: 'block',
    // Traces take a tenth of the whole run. `--trace on` records them.
    trace: 'off'
  },
  webServer: {
    command: `node scripts/serve/serve-for-tests.ts ${SITES.join(' ')}`,
    cwd: ROOT,
    env: { PATH: `${resolve(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    reuseExistingServer: false,
    timeout: SERVER_START_MS,
    wait: { stdout: new RegExp(SITES_READY) }
  },
  workers: 3
})
