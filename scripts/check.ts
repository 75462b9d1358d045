import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { astroTypes, deadCode, lint, quickUnit, runSuites, types } from './suites/suites.ts'

readOptions({ usage: 'npm run check: types, lint, dead code and the unit tests except network faults, side by side.' })
stopChildrenOnExit(130)
environmentFile()
// Side by side: types take one core, and the others wait often.
await runSuites([[types, astroTypes, lint, deadCode, quickUnit]])
