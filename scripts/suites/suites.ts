import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { builtWorker, ensureBuild } from '../build/build.ts'
import { deployBuilt } from '../deploy/cloudflare.ts'
import { GZIP_MAX_BYTES } from '../deploy/deploy.ts'
import { runTool } from '../kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, exitWithError, ROOT } from '../kit/settings.ts'
import { runWrangler } from '../kit/wrangler.ts'
import { endToEnd, one, prepareBrowser, type Tally, vitest } from './runners.ts'

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
