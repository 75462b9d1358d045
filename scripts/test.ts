import { readOptions } from './options.ts'
import { stopTogether } from './processes.ts'
import { environmentFile } from './settings.ts'
import { suitesFor } from './suites/chosen.ts'
import { api, build, deadCode, e2e, lint, runSuites, types, unit } from './suites/suites.ts'

const { positionals } = readOptions({
  allowPositionals: true,
  usage: 'npm test [-- files or folders of tests/]: every check and test, or only these tests.'
})

stopTogether(130)
environmentFile()
await runSuites(positionals.length > 0 ? suitesFor(positionals) : [types, lint, deadCode, unit, build, api, e2e])
