import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from './kit/options.ts'
import { isStopping, runTool, stopChildrenOnExit } from './kit/processes.ts'
import { exitWithError, ROOT } from './kit/settings.ts'
import { MUTANTS, type Mutant } from './tools/mutants.ts'

// Changes one detail of a slot or payment statement at a time, in a copy of the project. Then it runs the model tests.
// A change that no test detects shows a gap in the tests.

const COPY = join(ROOT, '.wrangler/mutants')
const COPIED = ['package.json', 'tsconfig.json', 'scripts', 'src', 'tests']
const REPORT = join(COPY, 'report.json')

function copyProject(): void {
  rmSync(COPY, { force: true, recursive: true })
  mkdirSync(COPY, { recursive: true })
  for (const name of COPIED) cpSync(join(ROOT, name), join(COPY, name), { recursive: true })
}

interface Report {
  success: boolean
  testResults: { assertionResults: { status: string; title: string }[]; message: string; name: string }[]
}

/** Most mutants fail soon, in these tests. Only the survivors need the full run. */
const QUICK_RUN = {
  files: ['model/bookings/', 'model/payments/settle', 'model/payments/orders', 'model/problems/', 'model/review/'],
  times: '0.2'
}
const FULL_RUN: typeof QUICK_RUN = { files: [], times: '20' }

/** Runs the tests on the copy. Returns the title of the first failing one, or null. */
async function failingTest({ files, times }: typeof QUICK_RUN): Promise<string | null> {
  rmSync(REPORT, { force: true })
  const config = ['--config', join(COPY, 'tests/vitest.config.ts'), '--project=model', '--bail=1']
  await runTool('vitest', ['run', ...files, ...config, '--reporter=json', `--outputFile=${REPORT}`], {
    output: 'keep',
    variables: { MODEL_SHRINKS: 'no', MODEL_TIMES: times }
  })
  const { success, testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  if (success) return null
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  const broken = testResults.find(({ message }) => message)?.message.split('\n')[0]
  return failed?.title ?? broken ?? 'a file that does not load'
}

/** Returns the title of the test that fails with the mutant, or null. */
async function findKiller({ equivalent, file, from, to }: Mutant): Promise<string | null> {
  const path = join(COPY, 'src/server', file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    original.replace(from, () => to)
  )
  const killer = (await failingTest(QUICK_RUN)) ?? (equivalent ? null : await failingTest(FULL_RUN))
  writeFileSync(path, original)
  return killer
}

/** Otherwise every mutant would count as killed. */
async function assertPassesUnchanged(): Promise<void> {
  const failing = await failingTest(QUICK_RUN)
  if (failing !== null && !isStopping()) exitWithError(`A test fails without any mutant: ${failing}`)
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

async function evaluate(mutant: Mutant): Promise<boolean> {
  const killer = await findKiller(mutant)
  if (isStopping()) return false
  const { equivalent, file, from, to } = mutant
  const verdict = killer ? `killed by '${killer}'` : equivalent ? `equivalent: ${equivalent}` : 'SURVIVED'
  console.log(`${file}: ${inOneLine(from)} → ${inOneLine(to) || 'nothing'}\n    ${verdict}`)
  if (killer && equivalent) console.log('    It is listed as equivalent.')
  return killer === null ? equivalent !== undefined : equivalent === undefined
}

const { values } = readOptions({
  options: { only: { default: '', type: 'string' } },
  usage:
    'npm run mutants [-- --only=payments/settle.ts]: changes slot and payment statements one by one, and shows which test fails.'
})

stopChildrenOnExit(130)
copyProject()
await assertPassesUnchanged()
let unexpected = 0
const selected = MUTANTS.filter(({ file, from }) => `${file} ${from}`.includes(values.only))
for (const mutant of selected) if (!(await evaluate(mutant))) unexpected += 1
rmSync(COPY, { force: true, recursive: true })
console.log(`\n${selected.length} mutants, ${unexpected} with an unexpected result`)
process.exit(unexpected > 0 ? 1 : 0)
