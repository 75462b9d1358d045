import { resolve } from 'node:path'
import { defineConfig, devices } from 'playwright/test'

const ROOT = resolve(import.meta.dirname, '..')
const PORTS = { desktop: 4411, external: 4412, phone: 4410 }
const addressOf = (port: number) => `http://localhost:${port}`
const SERVER_START_MS = 180_000

// Only for a browser that is not Playwright's own: run as root, without a display, without asking the network.
const FOREIGN_BROWSER = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox'
]

const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  forbidOnly: Boolean(process.env.CI),
  expect: { timeout: 10_000 },
  fullyParallel: false,
  outputDir: resolve(ROOT, 'test-results/e2e'),
  projects: [
    {
      name: 'phone',
      testIgnore: ['**/*.desktop.test.ts', '**/external/**'],
      use: {
        ...devices['Pixel 7'],
        baseURL: addressOf(PORTS.phone),
        // The rider's clock is elsewhere: what the screens say is India's.
        timezoneId: 'America/New_York',
        viewport: { height: 860, width: 412 }
      }
    },
    {
      name: 'desktop',
      testIgnore: ['**/*.phone.test.ts', '**/external/**'],
      use: {
        ...devices['Desktop Chrome'],
        baseURL: addressOf(PORTS.desktop),
        timezoneId: 'Asia/Kolkata',
        viewport: { height: 800, width: 1280 }
      }
    },
    {
      // The site built for a backend elsewhere, on one that knows the spec and nothing of ours.
      name: 'second backend',
      testMatch: '**/external/*.test.ts',
      use: {
        ...devices['Pixel 7'],
        baseURL: addressOf(PORTS.external),
        timezoneId: 'UTC',
        viewport: { height: 740, width: 360 }
      }
    }
  ],
  reporter: 'list',
  retries: 0,
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  timeout: 60_000,
  use: {
    launchOptions: executablePath ? { args: FOREIGN_BROWSER, executablePath } : {},
    trace: 'retain-on-failure'
  },
  webServer: {
    command: `node scripts/serve-for-tests.ts --external=${PORTS.external} ${PORTS.phone} ${PORTS.desktop}`,
    cwd: ROOT,
    env: { PATH: `${resolve(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    reuseExistingServer: false,
    timeout: SERVER_START_MS,
    // Started last.
    url: `${addressOf(PORTS.desktop)}/auth`
  },
  workers: 2
})
