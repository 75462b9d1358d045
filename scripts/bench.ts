import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildOrExit, builtWorker } from './build/build.ts'
import { readOptions } from './kit/options.ts'
import { reservePorts } from './kit/ports.ts'
import { isStopping, runProgram, stopChildrenOnExit } from './kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, exitWithError, localUrl, ROOT, readEnvFile } from './kit/settings.ts'
import { startLocalWorker } from './serve/local-worker.ts'
import type { State } from './serve/state.ts'
import { database } from './tools/bench/database.ts'
import { nameOf, SCREENS } from './tools/bench/limits.ts'
import { launchBrowser, openSite } from './tools/bench/phone.ts'
import { measureRows } from './tools/bench/rows.ts'
import { serveEdge, serveSpa, serveStatic, staticPages, trustArgument } from './tools/bench/sites.ts'
import { measureSize } from './tools/bench/size.ts'
import { type Compared, compareSpeed, measureFromHome, measureInteractions, measureSpeed } from './tools/bench/speed.ts'
import { missedGoals } from './tools/bench/table.ts'
import { measureWorker } from './tools/bench/worker.ts'

// Measurements instead of tests: counts, and ratios within one run, because machines differ in speed and load.

const FOLDER = join(ROOT, '.wrangler/bench')
// Fewer do not fill the days that some calls look back.
const FEW = 20_000
const MOST = 1_000_000

const PARTS = ['worker', 'rows', 'size', 'speed', 'home', 'interactions'] as const
type Part = (typeof PARTS)[number]

const { values } = readOptions({
  options: {
    against: { default: '', type: 'string' },
    bookings: { default: '100000', type: 'string' },
    only: { default: '', type: 'string' },
    page: { default: '', type: 'string' },
    'past-claims': { default: false, type: 'boolean' },
    runs: { default: '5', type: 'string' },
    spa: { default: '', type: 'string' }
  },
  usage:
    'npm run bench [-- --only=part --page=/auth --runs=5 --bookings=100000 --past-claims --spa=folder of a single-page app | --against=folder of another checkout]: measurements, not tests.'
})
const bookings = Number(values.bookings)
const runs = Number(values.runs)
const screens = SCREENS.filter(screen =>
  ['', nameOf(screen), nameOf(screen).replace('/{id}', '')].includes(values.page)
)
const parts = PARTS.filter(part => values.only === '' || part === values.only)

let hasFailed = false

/** Prints the part's figures, or why it failed. The next part runs in any case. */
async function runPart(part: Part, measurePart: () => Promise<void>): Promise<void> {
  if (!parts.includes(part)) return
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

/** Serves a built Worker at the port, and behind a local edge at the next one. */
async function serveSite(port: number, state: State, config = builtWorker()): Promise<string> {
  await startLocalWorker({ config, folder: state.folder, port, variables: readEnvFile(state.environment) })
  return serveEdge(port + 1, localUrl(port))
}

/** Measures the pages next to the baselines. */
async function measurePages(state: State, port: number): Promise<void> {
  const browser = await launchBrowser(await trustArgument())
  const ours = await openSite(browser, await serveSite(port, state))
  const pages = await staticPages(browser, ours)
  const baseline = async (at: number, respond: Parameters<typeof serveEdge>[2]) => ({
    ...ours,
    address: await serveEdge(at, localUrl(port), respond)
  })
  const sites: Compared = { static: await baseline(port + 3, serveStatic(pages)), ours }
  if (values.spa !== '') sites.spa = await baseline(port + 2, await serveSpa(resolve(values.spa), pages))
  await runPart('size', () => measureSize(browser, ours, screens))
  await runPart('speed', () => measureSpeed(browser, sites, { runs, screens }))
  await runPart('home', () => measureFromHome(browser, { ours, ...(sites.spa && { spa: sites.spa }) }, runs))
  await runPart('interactions', () => measureInteractions(browser, ours, { runs, screens }))
  await browser.close()
}

/** Measures two builds in turn, on the same rows. */
async function comparePages(state: State, port: number, folder: string): Promise<void> {
  const build = pathToFileURL(join(folder, 'scripts/build/build.ts')).href
  const script = `(await import('${build}')).buildOrExit('${join(folder, '.env.example')}')`
  const built = await runProgram(process.execPath, ['--no-warnings', '--input-type=module', '-e', script])
  if (!built.succeeded) exitWithError(`${folder} could not be built.`)
  const otherState = await database(join(FOLDER, 'other'), FEW)
  const other = builtWorker('dist', folder)
  const browser = await launchBrowser(await trustArgument())
  const ours = await openSite(browser, await serveSite(port, state))
  const sites = {
    ours,
    other: await openSite(browser, await serveSite(port + 2, otherState, other)),
    again: ours
  }
  await runPart('speed', () => compareSpeed(browser, sites, { runs, screens }))
  await runPart('home', () => measureFromHome(browser, sites, runs))
  await browser.close()
}

async function measure(): Promise<void> {
  const port = await reservePorts()
  const few = await database(join(FOLDER, 'few'), FEW)
  if (values.against !== '') return comparePages(few, port, resolve(values.against))
  await runPart('worker', measureWorker)
  await runPart('rows', async () => {
    const many = await database(join(FOLDER, 'many'), bookings, values['past-claims'])
    await measureRows(few, many, [FEW, bookings])
  })
  if (!parts.every(part => part === 'worker' || part === 'rows')) await measurePages(few, port)
}

if (!Number.isInteger(bookings) || bookings < FEW || bookings > MOST) {
  exitWithError(`--bookings takes a number from ${FEW} to ${MOST}, not '${values.bookings}'.`)
}
if (!Number.isInteger(runs) || runs < 1)
  exitWithError(`--runs takes a whole number of at least 1, not '${values.runs}'.`)
if (screens.length === 0) exitWithError(`--page takes ${SCREENS.map(nameOf).join(', ')}, not '${values.page}'.`)
if (parts.length === 0) exitWithError(`--only takes ${PARTS.join(', ')}, not '${values.only}'.`)
stopChildrenOnExit(130)
process.on('exit', () => rmSync(FOLDER, { force: true, maxRetries: 5, recursive: true }))
rmSync(FOLDER, { force: true, recursive: true })
await buildOrExit(EXAMPLE_ENVIRONMENT)
await measure()
if (missedGoals.length > 0) console.log(`\nMissed goals:\n${missedGoals.join('\n')}`)
if (!isStopping()) process.exit(hasFailed || missedGoals.length > 0 ? 1 : 0)
