import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { builtWorker, ensureBuild } from './build.ts'
import { type Ask, deployBuilt } from './deploy/cloudflare.ts'
import { GZIP_MAX_BYTES } from './deploy/deploy.ts'
import { type Finished, runTool } from './processes.ts'
import { EXAMPLE_ENVIRONMENT, ROOT } from './settings.ts'

interface Tally {
  failed: number
  passed: number
}

export interface Suite {
  name: string
  run: () => Promise<Tally>
}

const RESULTS = join(ROOT, 'test-results')

function one({ printed, succeeded }: Finished): Tally {
  if (!succeeded) console.log(printed)
  return { failed: succeeded ? 0 : 1, passed: succeeded ? 1 : 0 }
}

/** What a reporter wrote; a suite that broke before it could count has failed at least once. */
function counted({ succeeded }: Finished, file: string, read: (report: never) => Tally): Tally {
  const report: Tally = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { failed: 0, passed: 0 }
  return { ...report, failed: Math.max(report.failed, succeeded ? 0 : 1) }
}

function resultsFile(name: string): string {
  const file = join(RESULTS, `${name}.json`)
  mkdirSync(RESULTS, { recursive: true })
  rmSync(file, { force: true })
  return file
}

interface VitestReport {
  numPassedTests: number
  testResults: { assertionResults: { status: string }[]; status: string }[]
}

// A file that could not even be loaded counts as one failed test.
function vitestTally({ numPassedTests, testResults }: VitestReport): Tally {
  const failures = testResults.map(({ assertionResults, status }) => {
    const failed = assertionResults.filter(result => result.status === 'failed').length
    return Math.max(failed, status === 'failed' ? 1 : 0)
  })
  return { failed: failures.reduce((sum, count) => sum + count, 0), passed: numPassedTests }
}

async function vitest(projects: readonly string[], folder?: string): Promise<Tally> {
  const file = resultsFile(projects.join('-'))
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const finished = await runTool('vitest', [
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...projects.map(project => `--project=${project}`),
    ...reporters,
    ...(folder ? [folder] : [])
  ])
  return counted(finished, file, vitestTally)
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number }
}

function playwrightTally({ stats }: PlaywrightReport): Tally {
  return { failed: stats.unexpected + stats.flaky, passed: stats.expected }
}

async function endToEnd(...chosen: string[]): Promise<Tally> {
  const browser = await findBrowser()
  if (browser === null) {
    console.log('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
    return { failed: 1, passed: 0 }
  }
  const file = resultsFile('e2e')
  const variables = { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json', ...chosen]
  return counted(await runTool('playwright', args, { variables }), file, playwrightTally)
}

export const types: Suite = {
  name: 'types',
  run: async () => one(await runTool('astro', ['check'], { output: 'keep' }))
}

export const lint: Suite = {
  name: 'lint and format',
  run: async () => one(await runTool('biome', ['ci', '--error-on-warnings', '--colors=off'], { output: 'keep' }))
}

export const deadCode: Suite = {
  name: 'dead code',
  run: async () => one(await runTool('knip', [], { output: 'keep' }))
}

/** The build, and what it would weigh where it is put up. */
async function built(): Promise<Tally> {
  const finished = await ensureBuild(EXAMPLE_ENVIRONMENT)
  if (!finished.succeeded) return one(finished)
  const ask: Ask = (args, variables = {}) => runTool('wrangler', args, { output: 'keep', variables })
  const { gzip_bytes } = await deployBuilt(ask, builtWorker(), ['--dry-run'])
  const isSmall = gzip_bytes <= GZIP_MAX_BYTES
  console.log(`The Worker: ${gzip_bytes} bytes gzip, at most ${GZIP_MAX_BYTES}`)
  return one({ printed: 'The Worker is too large.', succeeded: isSmall })
}

export const build: Suite = { name: 'build', run: built }

export const unit: Suite = { name: 'unit', run: () => vitest(['unit', 'model']) }

export const api: Suite = { name: 'API on the built Worker', run: () => vitest(['api']) }

export const e2e: Suite = { name: 'end to end in Chromium', run: () => endToEnd() }

/** The part of both that attacks; how much of it, HARDEN says. */
export const attacks: readonly Suite[] = [
  { name: 'attacks on the API', run: () => vitest(['api'], 'tests/server/hardening') },
  { name: 'attacks on the screens', run: () => endToEnd('--project=phone', 'hostile-text', 'policy') }
]

const SECOND_MS = 1000

/** Runs every suite, whatever became of those before it; the last line is the sum. */
export async function runSuites(suites: readonly Suite[]): Promise<never> {
  const total: Tally = { failed: 0, passed: 0 }
  for (const { name, run } of suites) {
    const began = performance.now()
    console.log(`\n== ${name}`)
    const { failed, passed } = await run()
    const seconds = Math.round((performance.now() - began) / SECOND_MS)
    console.log(`${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
    total.failed += failed
    total.passed += passed
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}
