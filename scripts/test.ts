import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import {
  api,
  astroTypes,
  build,
  deadCode,
  e2e,
  lint,
  model,
  runSuites,
  suitesFor,
  types,
  unit
} from './suites/suites.ts'

const { positionals } = readOptions({
  allowPositionals: true,
  usage: 'npm test [-- files or folders of tests/]: every check and test, or only these tests.'
})

stopChildrenOnExit(130)
environmentFile()
const all = [[types, astroTypes, lint, deadCode, unit], model, build, api, e2e]
await runSuites(positionals.length > 0 ? suitesFor(positionals) : all)
