import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { checks, runSuites } from './suites/suites.ts'

readOptions({ usage: 'npm run check: types, lint, dead code and the unit tests.' })
stopChildrenOnExit(130)
environmentFile()
await runSuites(checks)
