import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOT = resolve(import.meta.dirname, '..')
const MODULES = resolve(ROOT, 'node_modules')

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
        // Some tests run parts of the server in their own process, on the Worker's database.
        resolve: { alias: { 'cloudflare:workers': resolve(import.meta.dirname, 'helpers/db/watched-d1.ts') } },
        test: {
          environment: 'node',
          globalSetup: 'scripts/build/build-for-tests.ts',
          hookTimeout: 60_000,
          include: ['tests/server/**/*.test.ts'],
          // Files without a Worker of their own share one (tests/helpers/servers/app.ts), because starting it is slow.
          isolate: false,
          // One more than cores: some tests wait for a timeout of the Worker.
          maxWorkers: 3,
          name: 'api',
          testTimeout: 60_000
        }
      }
    ],
    sequence: { sequencer: PagesLast },
    silent: 'passed-only'
  }
})
