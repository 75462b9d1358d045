import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessResult } from '../kit/processes.ts'
import { ROOT } from '../kit/settings.ts'

export interface Tally {
  failed: number
  /** File and title of each failed test. */
  failures?: readonly string[]
  passed: number
}

const RESULTS = join(ROOT, 'test-results')

/** Counts a tool as one test. Prints its output if it failed. */
export function one({ output, succeeded }: ProcessResult): Tally {
  if (!succeeded) console.log(output)
  return { failed: succeeded ? 0 : 1, passed: succeeded ? 1 : 0 }
}

/** Reads a reporter's file. A suite that failed without a report counts as at least one failure. */
export function counted({ succeeded }: ProcessResult, file: string, read: (report: never) => Tally): Tally {
  const report: Tally = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { failed: 0, passed: 0 }
  return { ...report, failed: Math.max(report.failed, succeeded ? 0 : 1) }
}

/** Returns the path for a reporter's file, and removes the file of an earlier run. */
export function resultsFile(name: string): string {
  const file = join(RESULTS, `${name}.json`)
  mkdirSync(RESULTS, { recursive: true })
  rmSync(file, { force: true })
  return file
}
