import { stopTogether } from './processes.ts'
import { environmentFile } from './settings.ts'
import { api, build, deadCode, e2e, lint, runSuites, types, unit } from './suites.ts'

stopTogether(130)
environmentFile()
await runSuites([types, lint, deadCode, unit, build, api, e2e])
