import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './kit/options.ts'
import { isStopping, runTool, stopTogether } from './kit/processes.ts'
import { ROOT } from './kit/settings.ts'
import { MUTANTS } from './tools/mutants/list.ts'
import type { Mutant } from './tools/mutants/mutant.ts'

// Puts one wrong word after another into the statements of slots and money, in a copy of the house, and runs the model
// tests on each: what none of them notices, no test would.

const COPY = join(ROOT, '.wrangler/mutants')
const COPIED = ['package.json', 'tsconfig.json', 'src', 'tests']
const REPORT = join(COPY, 'report.json')

function copyHouse(): void {
  rmSync(COPY, { force: true, recursive: true })
  mkdirSync(COPY, { recursive: true })
  for (const name of COPIED) cpSync(join(ROOT, name), join(COPY, name), { recursive: true })
}

interface Report {
  success: boolean
  testResults: { assertionResults: { status: string; title: string }[]; message: string; name: string }[]
}

/** Most are noticed soon; only the others have to stand all that the tests try. */
const SOON = {
  files: [
    'due-orders',
    'failing-items',
    'hold-limits',
    'hold-time',
    'lives',
    'orders',
    'reconcile',
    'refunds',
    'reserve-again',
    'settle',
    'slots-and-money'
  ],
  times: '0.1'
}
const ALL = { files: [], times: '1' }

/** The test that noticed, or null. */
async function killerOf(mutant: Mutant): Promise<string | null> {
  return (await killerIn(mutant, SOON)) ?? (mutant.equivalent ? null : killerIn(mutant, ALL))
}

async function killerIn({ file, from, to }: Mutant, { files, times }: typeof SOON): Promise<string | null> {
  const path = join(COPY, 'src/server', file)
  const original = readFileSync(path, 'utf8')
  rmSync(REPORT, { force: true })
  writeFileSync(
    path,
    original.replace(from, () => to)
  )
  const config = join(COPY, 'tests/vitest.config.ts')
  const args = [
    'run',
    ...files,
    '--config',
    config,
    '--project=model',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${REPORT}`
  ]
  await runTool('vitest', args, {
    output: 'keep',
    variables: { MODEL_SHRINKS: 'no', MODEL_TIMES: times }
  })
  writeFileSync(path, original)
  const { success, testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  if (success) return null
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed')
  )
  return (
    failed[0]?.title ??
    testResults.find(({ message }) => message)?.message.split('\n')[0] ??
    'a file that does not load'
  )
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

async function judge(mutant: Mutant): Promise<boolean> {
  const killer = await killerOf(mutant)
  if (isStopping()) return false
  const { equivalent, file, from, to } = mutant
  const verdict = killer ? `killed by '${killer}'` : equivalent ? `equivalent: ${equivalent}` : 'SURVIVED'
  console.log(`${file}: ${inOneLine(from)} → ${inOneLine(to) || 'nothing'}\n    ${verdict}`)
  if (killer && equivalent) console.log('    It was thought to be equivalent.')
  return killer === null ? equivalent !== undefined : equivalent === undefined
}

const { values } = readOptions({
  options: { only: { default: '', type: 'string' } },
  usage: 'npm run mutants [-- --only=settle.ts]: changes slots and money word by word, and tells which test notices.'
})

stopTogether(130)
copyHouse()
let wrong = 0
const meant = MUTANTS.filter(({ file, from }) => `${file} ${from}`.includes(values.only))
for (const mutant of meant) if (!(await judge(mutant))) wrong += 1
rmSync(COPY, { force: true, recursive: true })
console.log(`\n${meant.length} mutants, ${wrong} not as listed`)
process.exit(wrong > 0 ? 1 : 0)
