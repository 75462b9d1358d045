import { readOptions } from './kit/options.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { environmentFile } from './kit/settings.ts'
import { api, build, checks, e2e, engines, model, runSuites, suitesFor } from './suites/suites.ts'

const { positionals, values } = readOptions({
  allowPositionals: true,
  options: { engine: { type: 'string' } },
  usage:
    'npm test [-- files or folders of tests/]: every check and test, or only these tests. ' +
    'npm test -- --engine=all: the main stories in Chromium, also the oldest one that is promised, Firefox and WebKit.'
})

stopChildrenOnExit(130)
environmentFile()
const all = [...checks, model, build, api, e2e]
if (values.engine !== undefined) await runSuites([engines(values.engine)])
await runSuites(positionals.length > 0 ? suitesFor(positionals) : all)
