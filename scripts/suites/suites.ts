import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { SECOND_MS } from '#domain/time/time-units.ts'
import config from '../../tests/playwright.config.ts'
import { SITE_NAMES, SITE_PORTS } from '../../tests/ports.ts'
import { builtWorker, ensureBuild } from '../build/build.ts'
import { deployBuilt } from '../deploy/cloudflare.ts'
import { GZIP_MAX_BYTES } from '../deploy/deploy.ts'
import { findBrowser } from '../kit/browser.ts'
import { reservePorts } from '../kit/ports.ts'
import { type ProcessResult, runTool } from '../kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, exitWithError, localUrl, ROOT } from '../kit/settings.ts'
import { runWrangler } from '../kit/wrangler.ts'

// Run the tools, and count their tests.

export interface Tally {
  failed: number
  /** File and title of each failed test. */
  failures?: readonly string[]
  passed: number
}

/** Counts a tool as one test. Prints its output if it failed. */
function one({ output, succeeded }: ProcessResult): Tally {
  if (!succeeded) console.log(output)
  return { failed: succeeded ? 0 : 1, passed: succeeded ? 1 : 0 }
}

/** Returns the path for a reporter's file, and removes the file of an earlier run. */
function resultsFile(name: string): string {
  const file = join(ROOT, 'test-results', `${name}.json`)
  mkdirSync(join(file, '..'), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** Reads a reporter's file. A suite that failed without a report counts as at least one failure. */
function counted({ succeeded }: ProcessResult, file: string, read: (report: never) => Tally): Tally {
  const tally = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as never) : { failed: 0, passed: 0 }
  return { ...tally, failed: Math.max(tally.failed, succeeded ? 0 : 1) }
}

interface VitestReport {
  numPassedTests: number
  testResults: { assertionResults: { fullName: string; status: string }[]; name: string; status: string }[]
}

// A file that fails to load counts as one failed test.
function vitestTally({ numPassedTests, testResults }: VitestReport): Tally {
  const failures = testResults.flatMap(({ assertionResults, name, status }) => {
    const file = relative(ROOT, name)
    const failed = assertionResults.filter(result => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [file] : []
    return failed.map(({ fullName }) => `${file}: ${fullName}`)
  })
  return { failed: failures.length, failures, passed: numPassedTests }
}

/** Runs projects of tests/vitest.config.ts. With `paths`, runs only files whose path contains one of them. */
async function vitest(projects: readonly string[], paths: readonly string[] = []): Promise<Tally> {
  const file = resultsFile(projects.join('-'))
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = [...projects.map(project => `--project=${project}`), ...paths]
  const finished = await runTool('vitest', ['run', '--config', 'tests/vitest.config.ts', ...reporters, ...chosen])
  return counted(finished, file, vitestTally)
}

interface PlaywrightSuite {
  specs?: { file: string; ok: boolean; tests: { projectName: string }[]; title: string }[]
  suites?: PlaywrightSuite[]
}

function failuresIn({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const lines = failed.map(({ file, tests, title }) => `${file}: ${title} [${tests[0]?.projectName}]`)
  return [...lines, ...suites.flatMap(failuresIn)]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; flaky: number; unexpected: number }
}

function playwrightTally(report: PlaywrightReport): Tally {
  const { expected, flaky, unexpected } = report.stats
  return { failed: unexpected + flaky, failures: failuresIn(report), passed: expected }
}

const PLAYWRIGHT = ['test', '--config', 'tests/playwright.config.ts']
/** Whoever selects tests also gets those that `npm test` leaves to the night. */
const SELECTED = { E2E_SELECTED: 'yes' }

/** The sites that the selected tests need; all sites without a selection, or if Playwright lists no test. */
async function sitesOf(chosen: readonly string[]): Promise<string> {
  if (chosen.length === 0) return SITE_NAMES.join(',')
  const { output } = await runTool('playwright', [...PLAYWRIGHT, '--list', ...chosen], {
    output: 'keep',
    variables: SELECTED
  })
  const listed = new Set([...output.matchAll(/^\s*\[([^\]]+)\]/gm)].map(([, project]) => project))
  const addresses = config.projects?.filter(({ name }) => listed.has(name)).map(({ use }) => use?.baseURL)
  const needed = SITE_NAMES.filter(site => addresses?.includes(localUrl(SITE_PORTS[site])))
  return (needed.length > 0 ? needed : SITE_NAMES).join(',')
}

/** Finds or installs the browser for all suites, and says whether the browser tests can run with it. */
async function prepareBrowser(): Promise<void> {
  const { problem, variables } = await findBrowser()
  Object.assign(process.env, variables)
  if (problem !== null) console.log(problem)
}

/** Runs Playwright with its own arguments: test paths, `--project=phone`, `--headed`. */
async function endToEnd(chosen: readonly string[] = [], own: Record<string, string> = {}): Promise<Tally> {
  const { problem, variables: browser } = await findBrowser()
  if (problem !== null) return { failed: 1, failures: [problem], passed: 0 }
  const file = resultsFile('e2e')
  const variables = {
    ...browser,
    ...own,
    ...(chosen.length > 0 && SELECTED),
    E2E_FIRST_PORT: String(await reservePorts()),
    E2E_SITES: await sitesOf(chosen),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file
  }
  const args = [...PLAYWRIGHT, ...chosen]
  return counted(await runTool('playwright', args, { variables }), file, playwrightTally)
}

interface Suite {
  name: string
  run: () => Promise<Tally>
}

const TSC = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']

const tool = (name: string, ...[program, args]: Parameters<typeof runTool>): Suite => ({
  name,
  run: async () => one(await runTool(program, args, { output: 'keep' }))
})

/** The native TypeScript compiler takes a fifth of the time, but skips .astro files. Astro's check needs the older one. */
const types = tool('types', 'tsc', TSC)
const astroTypes = tool('types of Astro files', 'astro', ['check', '--tsconfig', 'scripts/suites/astro.tsconfig.json'])
/** The language of the oldest browsers that the product promises, without later methods. */
const browserTypes = tool('types of browser code', 'tsc', ['--noEmit', '-p', 'scripts/suites/browser.tsconfig.json'])
const lint = tool('lint and format', 'biome', ['ci', '--error-on-warnings', '--colors=off'])
const deadCode = tool('dead code', 'knip', [])

/** Builds the site and checks its deployed size. */
async function built(): Promise<Tally> {
  const finished = await ensureBuild(EXAMPLE_ENVIRONMENT)
  if (!finished.succeeded) return one(finished)
  const { gzip_bytes } = await deployBuilt(runWrangler, builtWorker(), ['--dry-run'])
  const isSmall = gzip_bytes <= GZIP_MAX_BYTES
  console.log(`The Worker: ${gzip_bytes} bytes gzip, at most ${GZIP_MAX_BYTES}`)
  return one({ output: 'The Worker is too large.', succeeded: isSmall })
}

export const build: Suite = { name: 'build', run: built }

/** All tests that need neither a Worker nor a browser. */
const unit: Suite = { name: 'unit', run: () => vitest(['unit']) }

/** The unit tests run after the other checks: beside them on two cores, both take half as long again. */
export const checks = [[types, browserTypes, astroTypes, lint, deadCode], unit]

/** The code of the server on SQLite, some of it with random sequences of actions. Takes minutes. */
export const model: Suite = { name: 'model', run: () => vitest(['model']) }

export const api: Suite = { name: 'API on the built Worker', run: () => vitest(['api']) }

export const e2e: Suite = { name: 'end to end in Chromium', run: () => endToEnd() }

export const networkFaults: Suite = {
  name: 'every network fault of the calls of riders',
  run: () => vitest(['unit'], ['tests/stores/faults'])
}

export const translatedPages: Suite = {
  name: 'end to end on translated pages',
  run: () => endToEnd([], { TRANSLATED: 'yes' })
}

/** Takes its browsers from the system, so only some machines can run it. */
export const engines = (only: string): Suite => ({
  name: 'main stories in every engine',
  run: async () => (await import('../tools/engines/engines.ts')).testEngines(only)
})

function testPath(argument: string): string {
  const path = relative(ROOT, resolve(ROOT, argument))
  if (path.startsWith('tests') && existsSync(resolve(ROOT, path))) return path
  return exitWithError(`'${argument}' is not a test. npm test takes files and folders of tests/.`)
}

/** The suites of the folders of tests/. The API and end-to-end tests build the Worker themselves. */
const SUITES: Record<string, (paths: readonly string[]) => Promise<Tally>> = {
  unit: paths => vitest(['unit'], paths),
  model: paths => vitest(['model'], paths),
  server: paths => vitest(['api'], paths),
  e2e: paths => endToEnd(paths)
}

/** The suites for the tests at these paths. The folder of all tests stands for every suite. */
export function suitesFor(argument: readonly string[]): Suite[] {
  const paths = argument.map(testPath)
  const folderOf = (path: string) => path.split('/')[1] ?? ''
  const chosen: Partial<Record<string, string[]>> = paths.includes('tests')
    ? Object.fromEntries(Object.keys(SUITES).map(name => [name, []]))
    : Object.groupBy(paths, path => (folderOf(path) in SUITES ? folderOf(path) : 'unit'))
  return Object.entries(SUITES).flatMap(([name, run]) => {
    const own = chosen[name]
    return own ? [{ name, run: () => run(own) }] : []
  })
}

async function timed({ name, run }: Suite): Promise<Tally> {
  const startedAt = performance.now()
  console.log(`\n== ${name}`)
  const tally = await run()
  const seconds = Math.round((performance.now() - startedAt) / SECOND_MS)
  console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`)
  return { ...tally, failures: tally.failed > 0 && !tally.failures?.length ? [name] : tally.failures }
}

/**
 * Runs all suites, even after failures; those of a group run in parallel. Prints the failed tests, and the totals in
 * the last line.
 */
export async function runSuites(suites: readonly (Suite | readonly Suite[])[]): Promise<never> {
  const tallies: Tally[] = []
  // Before the long suites, so that nobody waits for them to learn that the browser is missing.
  if (suites.includes(e2e)) await prepareBrowser()
  for (const group of suites) tallies.push(...(await Promise.all([group].flat().map(timed))))
  const failures = tallies.flatMap(tally => tally.failures ?? [])
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  const sum = (figure: 'failed' | 'passed') => tallies.reduce((total, tally) => total + tally[figure], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') > 0 ? 1 : 0)
}
