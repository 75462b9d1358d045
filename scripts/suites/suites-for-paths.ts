import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { exitWithError, ROOT } from '../kit/settings.ts'
import { endToEnd } from './end-to-end.ts'
import type { Suite } from './suites.ts'
import { API_PROJECTS, vitest } from './vitest.ts'

const ALL_TESTS = 'tests'
const UNIT = 'unit'
const END_TO_END = 'e2e'
const API = 'api'

/** Folders of tests/ outside the unit tests, with their suites. */
const SUITE_OF_FOLDER: Record<string, string> = { e2e: END_TO_END, model: 'model', server: API }

function testPath(argument: string): string {
  const path = relative(ROOT, resolve(ROOT, argument))
  if (!path.startsWith('tests') || !existsSync(resolve(ROOT, path))) {
    return exitWithError(`'${argument}' is not a test. npm test takes files and folders of tests/.`)
  }
  return path
}

function suiteOf(path: string): string {
  const [, folder = ''] = path.split('/')
  return SUITE_OF_FOLDER[folder] ?? UNIT
}

/** The folder of all tests stands for every suite. */
const pathsBySuite = (paths: readonly string[]): Partial<Record<string, string[]>> =>
  paths.includes(ALL_TESTS)
    ? Object.fromEntries([UNIT, ...Object.values(SUITE_OF_FOLDER)].map(name => [name, []]))
    : Object.groupBy(paths, suiteOf)

/** The suites for the tests at these paths. The API and end-to-end tests build the Worker themselves. */
export function suitesFor(argument: readonly string[]): Suite[] {
  return Object.entries(pathsBySuite(argument.map(testPath))).map(([name, paths = []]) => ({
    name,
    run: () => (name === END_TO_END ? endToEnd(...paths) : vitest(name === API ? API_PROJECTS : [name], paths))
  }))
}
