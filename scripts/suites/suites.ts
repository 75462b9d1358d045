import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { builtWorker, ensureBuild } from '../build/build.ts'
import { deployBuilt } from '../deploy/cloudflare.ts'
import { GZIP_MAX_BYTES } from '../deploy/deploy.ts'
import { runTool } from '../kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, ROOT } from '../kit/settings.ts'
import { runWrangler } from '../kit/wrangler.ts'
import { endToEnd } from './end-to-end.ts'
import { one, type Tally } from './tally.ts'
import { API_PROJECTS, vitest } from './vitest.ts'

export interface Suite {
  name: string
  run: () => Promise<Tally>
}

const TSC = ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']

/** The TypeScript compiler skips .astro files, but it is three times as fast as Astro's own check. */
export const types: Suite = { name: 'types', run: async () => one(await runTool('tsc', TSC, { output: 'keep' })) }

const ASTRO_CONFIG = 'scripts/suites/astro.tsconfig.json'

export const astroTypes: Suite = {
  name: 'types of Astro files',
  run: async () => one(await runTool('astro', ['check', '--tsconfig', ASTRO_CONFIG], { output: 'keep' }))
}

export const lint: Suite = {
  name: 'lint and format',
  run: async () => one(await runTool('biome', ['ci', '--error-on-warnings', '--colors=off'], { output: 'keep' }))
}

export const deadCode: Suite = {
  name: 'dead code',
  run: async () => one(await runTool('knip', [], { output: 'keep' }))
}

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
export const unit: Suite = { name: 'unit', run: () => vitest(['unit']) }

/** Slots and payments on SQLite, with random sequences of actions. Takes minutes. */
export const model: Suite = { name: 'model', run: () => vitest(['model']) }

export const api: Suite = { name: 'API on the built Worker', run: () => vitest(API_PROJECTS) }

export const e2e: Suite = { name: 'end to end in Chromium', run: () => endToEnd() }

/** Tests of other folders that run, or have more cases, when HARDEN is set. */
const LARGER_WITH_HARDEN = globSync('tests/server/**/*.test.ts', { cwd: ROOT }).filter(file =>
  readFileSync(join(ROOT, file), 'utf8').includes("hardening/size.ts'")
)
const ATTACKS = ['tests/server/hardening', ...LARGER_WITH_HARDEN]

/** The tests that run more cases when HARDEN is set. */
export const attacks: readonly Suite[] = [
  { name: 'network faults of every call', run: () => vitest(['unit'], ['tests/stores/wire']) },
  { name: 'attacks on the API', run: () => vitest(API_PROJECTS, ATTACKS) },
  { name: 'attacks on the screens', run: () => endToEnd('--project=phone', 'hostile-text', 'policy') }
]

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
  for (const group of suites) tallies.push(...(await Promise.all([group].flat().map(timed))))
  const failures = tallies.flatMap(tally => tally.failures ?? [])
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
  const sum = (figure: 'failed' | 'passed') => tallies.reduce((total, tally) => total + tally[figure], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exit(sum('failed') > 0 ? 1 : 0)
}
