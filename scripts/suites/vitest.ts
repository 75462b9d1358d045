import { relative } from 'node:path'
import { runTool } from '../kit/processes.ts'
import { ROOT } from '../kit/settings.ts'
import { counted, resultsFile, type Tally } from './tally.ts'

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

/** The projects that run tests/server. */
export const API_PROJECTS = ['api', 'api-in-process']

/** Runs projects of tests/vitest.config.ts. With `paths`, runs only files whose path contains one of them. */
export async function vitest(projects: readonly string[], paths: readonly string[] = []): Promise<Tally> {
  const file = resultsFile(projects.join('-'))
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = [...projects.map(project => `--project=${project}`), ...paths]
  const finished = await runTool('vitest', ['run', '--config', 'tests/vitest.config.ts', ...reporters, ...chosen])
  return counted(finished, file, vitestTally)
}
