import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { attacks, build, runSuites } from './suites/suites.ts'

// Everything that `npm test` takes a part of: some ten minutes.

readOptions({ usage: 'npm run harden: every attack, of which npm test takes a part. About ten minutes.' })
stopChildrenOnExit(130)
environmentFile()
process.env.HARDEN = 'whole'
await runSuites([build, ...attacks])
