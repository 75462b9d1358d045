import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { astroTypes, deadCode, lint, runSuites, types, unit } from './suites/suites.ts'

readOptions({ usage: 'npm run check: types, lint, dead code and the unit tests, in parallel.' })
stopChildrenOnExit(130)
environmentFile()
// Run in parallel: each type check uses one core, and the others wait often.
await runSuites([[types, astroTypes, lint, deadCode, unit]])
