import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '..')
const MODULES = resolve(ROOT, 'node_modules')

/**
 * These tests run server code in this process, on a database that records statements. Each file needs its own modules.
 */
const IN_PROCESS = globSync('tests/server/**/*.test.ts', { cwd: ROOT }).filter(file =>
  readFileSync(resolve(ROOT, file), 'utf8').includes("vi.mock('cloudflare:workers'")
)

const API = {
  environment: 'node',
  globalSetup: 'scripts/build/build-for-tests.ts',
  hookTimeout: 60_000,
  // One more than cores: some tests wait for a timeout of the Worker.
  maxWorkers: 3,
  testTimeout: 60_000
}

const hasPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').includes('@vitest-environment jsdom')

/** Files with a page come last: a process that files share ends when the next one has another environment. */
class PagesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(file => !hasPage(file)), ...sorted.filter(hasPage)]
  }
}

export default defineConfig({
  root: ROOT,
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // The browser build. The Node build does not support the files and requests of jsdom.
        resolve: { alias: { '@firebase/storage': resolve(MODULES, '@firebase/storage/dist/index.esm.js') } },
        test: {
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/!(e2e|model|server)/**/*.test.{ts,tsx}'],
          isolate: false,
          name: 'unit',
          restoreMocks: true,
          // Modules of each file's own; sonner keeps its toasts in one.
          server: { deps: { inline: [/firebase/, /sonner/] } },
          setupFiles: 'tests/helpers/browser/each-file.ts',
          // Long enough for a busy machine, because no unit test measures time.
          testTimeout: 30_000,
          unstubGlobals: true
        }
      },
      {
        extends: true,
        // The code of the server on SQLite, without a Worker, for thousands of runs.
        resolve: { alias: { 'cloudflare:workers': resolve(import.meta.dirname, 'helpers/db/local-d1.ts') } },
        test: {
          environment: 'node',
          include: ['tests/model/**/*.test.ts'],
          // Loading the server takes longer than most files.
          isolate: false,
          name: 'model',
          setupFiles: 'tests/model/harness/each-file.ts',
          testTimeout: 60_000
        }
      },
      {
        extends: true,
        test: {
          ...API,
          exclude: IN_PROCESS,
          include: ['tests/server/**/*.test.ts'],
          // Files without a Worker of their own share one (tests/helpers/servers/app.ts), because starting it is slow.
          isolate: false,
          name: 'api'
        }
      },
      { extends: true, test: { ...API, include: IN_PROCESS, name: 'api-in-process' } }
    ],
    sequence: { sequencer: PagesLast },
    silent: 'passed-only'
  }
})
