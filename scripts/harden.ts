import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { api, build, e2e, model, networkFaults, runSuites, translatedPages } from './suites/suites.ts'

// What takes too long for `npm test`, which runs a part of it: the model with twenty times as many random cases and 10,000
// random lives, the API tests with killed Workers, deployments, restores and all attacks, and all browser tests, also on
// translated pages. Takes more than an hour.

readOptions({ usage: 'npm run harden: the long tests, of which npm test runs a part. More than an hour.' })
stopChildrenOnExit(130)
environmentFile()
process.env.HARDEN = 'whole'
await runSuites([model, networkFaults, build, api, e2e, translatedPages])
