import config from '../../tests/playwright.config.ts'
import { SITE_NAMES, SITE_PORTS } from '../../tests/ports.ts'
import { findBrowser } from '../kit/browser.ts'
import { reservePorts } from '../kit/ports.ts'
import { runTool } from '../kit/processes.ts'
import { localUrl } from '../kit/settings.ts'
import { counted, resultsFile, type Tally } from './tally.ts'

interface SuiteReport {
  specs?: { file: string; ok: boolean; tests: { projectName: string }[]; title: string }[]
  suites?: SuiteReport[]
}

interface PlaywrightReport extends SuiteReport {
  stats: { expected: number; flaky: number; unexpected: number }
}

function failuresIn({ specs = [], suites = [] }: SuiteReport): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const lines = failed.map(({ file, tests, title }) => `${file}: ${title} [${tests[0]?.projectName}]`)
  return [...lines, ...suites.flatMap(failuresIn)]
}

function playwrightTally(report: PlaywrightReport): Tally {
  const { expected, flaky, unexpected } = report.stats
  return { failed: unexpected + flaky, failures: failuresIn(report), passed: expected }
}

const CONFIG = ['--config', 'tests/playwright.config.ts']

/** The sites that the selected tests need; all sites if Playwright lists no test. */
async function sitesOf(chosen: readonly string[]): Promise<string> {
  const { output } = await runTool('playwright', ['test', ...CONFIG, '--list', ...chosen], { output: 'keep' })
  const listed = new Set([...output.matchAll(/^\s*\[([^\]]+)\]/gm)].map(([, project]) => project))
  const addresses = config.projects?.filter(({ name }) => listed.has(name)).map(({ use }) => use?.baseURL)
  const needed = SITE_NAMES.filter(site => addresses?.includes(localUrl(SITE_PORTS[site])))
  return (needed.length > 0 ? needed : SITE_NAMES).join(',')
}

/** Runs Playwright with its own arguments: test paths, `--project=phone`, `--headed`. */
export async function endToEnd(...chosen: string[]): Promise<Tally> {
  const browser = await findBrowser()
  if (browser === null) {
    console.log('No Chromium was found and none could be installed. Set CHROMIUM_PATH to one.')
    return { failed: 1, passed: 0 }
  }
  const file = resultsFile('e2e')
  const variables = {
    ...browser,
    E2E_FIRST_PORT: String(await reservePorts()),
    E2E_SITES: await sitesOf(chosen),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file
  }
  const args = ['test', ...CONFIG, '--reporter=list,json', ...chosen]
  return counted(await runTool('playwright', args, { variables }), file, playwrightTally)
}
