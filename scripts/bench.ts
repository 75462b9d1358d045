import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_SIZE } from '#domain/constants.ts'
import { buildOrExit } from './build/build.ts'
import { readOptions } from './kit/options.ts'
import { reservePorts } from './kit/ports.ts'
import { isStopping, stopChildrenOnExit } from './kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, exitWithError, localUrl, ROOT } from './kit/settings.ts'
import { serveBuilt } from './serve/serve.ts'
import { installBaseline } from './tools/bench/browser/baseline-packages.ts'
import { serveSpa, serveStatic, staticPages } from './tools/bench/browser/baselines.ts'
import { serveEdge, trustArgument } from './tools/bench/browser/edge.ts'
import { measureExternal } from './tools/bench/browser/external.ts'
import { measureLighthouse } from './tools/bench/browser/lighthouse.ts'
import { measureNavigation } from './tools/bench/browser/navigation.ts'
import { measurePortal } from './tools/bench/browser/portal.ts'
import { nameOf, SCREENS } from './tools/bench/browser/screens.ts'
import { measureSpeed } from './tools/bench/browser/speed.ts'
import { measureTaps } from './tools/bench/browser/taps.ts'
import { measureWeight } from './tools/bench/browser/weight.ts'
import { timeRatios } from './tools/bench/server/calls.ts'
import { costsOf } from './tools/bench/server/costs.ts'
import { databases } from './tools/bench/server/databases.ts'
import { PROPERTIES, RIDERS, SCOOTERS } from './tools/bench/server/portal-fixtures.ts'
import { measureReserve } from './tools/bench/server/reserve.ts'
import { measureStartup } from './tools/bench/server/startup.ts'
import { measureUploads } from './tools/bench/server/uploads.ts'
import { launchBrowser, openSite, type Site } from './tools/bench/site.ts'
import { countText, missedGoals, print, ratioText } from './tools/bench/table.ts'

// Measurements instead of tests: counts, and ratios within one run, because machines differ in speed and load.

const FOLDER = join(ROOT, '.wrangler/bench')
const EXTERNAL = '.wrangler/external'
const SITES = ['few', 'many', 'some', 'ours', 'spa', 'static', 'external', 'externalPages'] as const
const firstPort = await reservePorts()
const PORTS = Object.fromEntries(SITES.map((site, index) => [site, firstPort + index])) as Record<
  (typeof SITES)[number],
  number
>
const FEW = 10
const SOME = 1000
const MOST = 1_000_000

const { values } = readOptions({
  options: {
    bookings: { default: '10000', type: 'string' },
    only: { default: '', type: 'string' },
    page: { default: '', type: 'string' },
    runs: { default: '5', type: 'string' }
  },
  usage: 'npm run bench [-- --only=part --page=/auth --runs=5 --bookings=10000]: measurements, not tests.'
})
const many = Number(values.bookings)
const runs = Number(values.runs)
const screens = SCREENS.filter(screen => values.page === '' || nameOf(screen) === values.page)

const PARTS = [
  'start',
  'reserve',
  'uploads',
  'site',
  'weight',
  'speed',
  'navigation',
  'taps',
  'external',
  'lighthouse'
] as const
const PAGE_PARTS: readonly Part[] = ['weight', 'speed', 'navigation', 'taps', 'external', 'lighthouse']
type Part = (typeof PARTS)[number]

type Costs = Record<'few' | 'many' | 'some', Record<string, number>>

function printCosts(costs: Costs, times: Record<string, string>): void {
  const rows = Object.entries(costs.many).map(([name, read]) => {
    const [few = 0, some = 0] = [costs.few[name], costs.some[name]]
    return [name, countText(few), countText(some), countText(read), ratioText(read, some), times[name] ?? '–']
  })
  const head = [FEW, SOME, many].map(countText)
  print(
    'Rows read by each call (at most 1.20 ×) and its duration, by the number of bookings',
    ['call', ...head, `${head[2]} ÷ ${head[1]}`, `time, ÷ ${head[0]}`],
    rows
  )
  console.log(`A page has ${PAGE_SIZE} rows: ${FEW} bookings do not fill a page.`)
}

async function measureSite(): Promise<void> {
  console.log(`${PROPERTIES} properties, ${SCOOTERS} scooters, ${countText(RIDERS)} riders; filling the databases …`)
  const states = await databases(FOLDER, { few: FEW, many, some: SOME })
  const costs: Costs = {
    few: await costsOf(states.few),
    many: await costsOf(states.many),
    some: await costsOf(states.some)
  }
  await serveBuilt(PORTS.few, states.few)
  await serveBuilt(PORTS.many, states.many)

  const browser = await launchBrowser()
  const sites = {
    few: await openSite(browser, localUrl(PORTS.few)),
    many: await openSite(browser, localUrl(PORTS.many))
  }
  printCosts(costs, await timeRatios(sites))
  await measurePortal(browser, sites, { few: FEW, many: PAGE_SIZE })
  await browser.close()
}

let hasFailed = false

/** Prints the part's figures, or why it failed. The next part runs in any case. */
async function runPart(part: string, measurePart: () => Promise<void>): Promise<void> {
  try {
    await measurePart()
  } catch (error) {
    // After a stop signal, servers and browser stop first, so errors are expected.
    if (isStopping()) return
    hasFailed = true
    const [firstLine] = String(error instanceof Error ? error.message : error).split('\n')
    console.log(`\n== ${part}: not measured: ${firstLine}`)
  }
}

/** Measures the pages behind a local edge, next to the baselines. */
async function measurePages(parts: readonly Part[]): Promise<void> {
  await installBaseline()
  const { some } = await databases(join(FOLDER, 'pages'), { some: SOME })
  await serveBuilt(PORTS.some, some)
  const worker = localUrl(PORTS.some)
  const browser = await launchBrowser(await trustArgument())
  const ours = await openSite(browser, await serveEdge(PORTS.ours, worker))
  const pages = await staticPages(browser, ours)
  const staticSite = { ...ours, address: await serveEdge(PORTS.static, worker, serveStatic(pages)) }
  const spa = { ...ours, address: await serveEdge(PORTS.spa, worker, await serveSpa(pages)) }
  const measures: Partial<Record<Part, () => Promise<void>>> = {
    weight: () => measureWeight(browser, { ours, spa }, screens),
    speed: () => measureSpeed(browser, { ours, spa, static: staticSite }, { runs, screens }),
    navigation: () => measureNavigation(browser, { ours, spa }, runs),
    taps: () => measureTaps(browser, ours, runs),
    external: async () =>
      measureExternal(browser, { external: await serveExternalSite(ours, worker), spa }, { runs, screens }),
    lighthouse: () => measureLighthouse(ours)
  }
  for (const part of parts) {
    const measurePart = measures[part]
    if (measurePart) await runPart(part, measurePart)
  }
  await browser.close()
}

/** The site built for an external backend. The backend has the same address, so that both sites call the same API. */
async function serveExternalSite(ours: Site, worker: string): Promise<Site> {
  const address = `https://localhost:${PORTS.external}`
  const environment = join(FOLDER, 'external.env')
  writeFileSync(environment, `PUBLIC_API_BASE_URL=${address}\n`)
  await buildOrExit(environment, EXTERNAL)
  await serveBuilt(PORTS.externalPages, { environment, folder: join(FOLDER, 'external-pages') }, { build: EXTERNAL })
  const pages = localUrl(PORTS.externalPages)
  return { ...ours, address: await serveEdge(PORTS.external, path => (path.startsWith('/api/') ? worker : pages)) }
}

async function measure(parts: readonly Part[]): Promise<void> {
  if (parts.includes('start')) await runPart('start', measureStartup)
  if (parts.includes('reserve')) await runPart('reserve', measureReserve)
  if (parts.includes('uploads')) await runPart('uploads', measureUploads)
  if (parts.includes('site')) await runPart('site', measureSite)
  if (parts.some(part => PAGE_PARTS.includes(part))) await runPart('pages', () => measurePages(parts))
}

if (!Number.isInteger(many) || many < SOME || many > MOST) {
  exitWithError(`--bookings takes a number from ${SOME} to ${MOST}, not '${values.bookings}'.`)
}
if (!Number.isInteger(runs) || runs < 1)
  exitWithError(`--runs takes a whole number of at least 1, not '${values.runs}'.`)
if (screens.length === 0) exitWithError(`--page takes ${SCREENS.map(nameOf).join(', ')}, not '${values.page}'.`)
const parts = PARTS.filter(part => values.only === '' || part === values.only)
if (parts.length === 0) exitWithError(`--only takes ${PARTS.join(', ')}, not '${values.only}'.`)
stopChildrenOnExit(130)
process.on('exit', () => rmSync(FOLDER, { force: true, maxRetries: 5, recursive: true }))
rmSync(FOLDER, { force: true, recursive: true })
await buildOrExit(EXAMPLE_ENVIRONMENT)
await measure(parts)
if (missedGoals.length > 0) console.log(`\nMissed goals:\n${missedGoals.join('\n')}`)
if (!isStopping()) process.exit(hasFailed || missedGoals.length > 0 ? 1 : 0)
