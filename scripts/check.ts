import { stopTogether } from './processes.ts'
import { environmentFile } from './settings.ts'
import { deadCode, lint, runSuites, types, unit } from './suites/suites.ts'

stopTogether(130)
environmentFile()
await runSuites([types, lint, deadCode, unit])
