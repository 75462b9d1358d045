import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { attacks, build, runSuites } from './suites/suites.ts'

// All attack tests. `npm test` runs a part of them. Takes about ten minutes.

readOptions({ usage: 'npm run harden: all attack tests; npm test runs a part of them. About ten minutes.' })
stopChildrenOnExit(130)
environmentFile()
process.env.HARDEN = 'whole'
await runSuites([build, ...attacks])
