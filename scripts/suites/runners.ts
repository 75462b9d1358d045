import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import config from '../../tests/playwright.config.ts'
import { SITE_NAMES, SITE_PORTS } from '../../tests/ports.ts'
import { findBrowser } from '../kit/browser.ts'
import { reservePorts } from '../kit/ports.ts'
import { type ProcessResult, runTool } from '../kit/processes.ts'
import { localUrl, ROOT } from '../kit/settings.ts'

// Run the tools, and count their tests.

export interface Tally {
  failed: number
  /** File and title of each failed test. */
  failures?: readonly string[]
  passed: number
}

/** Counts a tool as one test. Prints its output if it failed. */
export function one({ output, succeeded }: ProcessResult): Tally {
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
export async function vitest(projects: readonly string[], paths: readonly string[] = []): Promise<Tally> {
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
export async function prepareBrowser(): Promise<void> {
  const { problem, variables } = await findBrowser()
  Object.assign(process.env, variables)
  if (problem !== null) console.log(problem)
}

/** Runs Playwright with its own arguments: test paths, `--project=phone`, `--headed`. */
export async function endToEnd(chosen: readonly string[] = [], own: Record<string, string> = {}): Promise<Tally> {
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
