import { parseArgs } from 'node:util'
import { stopTogether } from './processes.ts'
import { environmentFile } from './settings.ts'
import { suitesFor } from './suites/chosen.ts'
import { api, build, deadCode, e2e, lint, runSuites, types, unit } from './suites/suites.ts'

const { positionals } = parseArgs({ allowPositionals: true })

stopTogether(130)
environmentFile()
await runSuites(positionals.length > 0 ? suitesFor(positionals) : [types, lint, deadCode, unit, build, api, e2e])
