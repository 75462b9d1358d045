import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { attacks, build, model, runSuites } from './suites/suites.ts'

// What takes too long for `npm test`, which runs a part of it: the model with twenty times as many random cases and 10,000
// random lives, killed Workers, deployments and restores, all attacks, and the browser tests on translated pages. Takes
// about an hour.

readOptions({ usage: 'npm run harden: the long tests, of which npm test runs a part. About an hour.' })
stopChildrenOnExit(130)
environmentFile()
process.env.HARDEN = 'whole'
await runSuites([model, build, ...attacks])
