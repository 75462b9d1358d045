import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { checks, runSuites } from './suites/suites.ts'

const { values } = readOptions({
  options: {
    admin: { type: 'string' },
    backend: { type: 'string' },
    json: { type: 'string' },
    'migrate-pins': { type: 'boolean' }
  },
  usage:
    'npm run check: types, lint, dead code and the unit tests. ' +
    'npm run check -- --backend=https://backend.example [--admin=email:password --json=results.json --migrate-pins]: ' +
    'every call of the specification on that backend.'
})
const { backend } = values
if (backend !== undefined) {
  // Loads the contract, which the other checks need not wait for.
  const { checkBackend } = await import('./tools/conformance/run.ts')
  await checkBackend({ ...values, backend })
}
stopChildrenOnExit(130)
environmentFile()
await runSuites(checks)
