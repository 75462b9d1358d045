import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessResult } from '../kit/processes.ts'
import { ROOT } from '../kit/settings.ts'

export interface Tally {
  failed: number
  /** Which tests failed, as a person looks for them: file and title. */
  failures?: readonly string[]
  passed: number
}

const RESULTS = join(ROOT, 'test-results')

/** A tool that passes or fails as a whole; what it printed is shown when it failed. */
export function one({ output, succeeded }: ProcessResult): Tally {
  if (!succeeded) console.log(output)
  return { failed: succeeded ? 0 : 1, passed: succeeded ? 1 : 0 }
}

/** What a reporter wrote; a suite that broke before it could count has failed at least once. */
export function counted({ succeeded }: ProcessResult, file: string, read: (report: never) => Tally): Tally {
  const report: Tally = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { failed: 0, passed: 0 }
  return { ...report, failed: Math.max(report.failed, succeeded ? 0 : 1) }
}

/** Where a reporter is to write, with nothing of an earlier run there. */
export function resultsFile(name: string): string {
  const file = join(RESULTS, `${name}.json`)
  mkdirSync(RESULTS, { recursive: true })
  rmSync(file, { force: true })
  return file
}
