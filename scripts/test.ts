import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { api, build, checks, e2e, model, runSuites, suitesFor } from './suites/suites.ts'

const { positionals } = readOptions({
  allowPositionals: true,
  usage: 'npm test [-- files or folders of tests/]: every check and test, or only these tests.'
})

stopChildrenOnExit(130)
environmentFile()
const all = [...checks, model, build, api, e2e]
await runSuites(positionals.length > 0 ? suitesFor(positionals) : all)
