import { BRAND_NAME } from '#domain/brand/brand.ts'
import { buildOrExit } from './build/build.ts'
import { readOptions } from './kit/options.ts'
import { exitIfPortTaken } from './kit/ports.ts'
import { stopChildrenOnExit } from './kit/processes.ts'
import { backendUrlFrom, environmentFile, localUrl, portFromEnv, stateDir } from './kit/settings.ts'
import { registerProcess } from './serve/running.ts'
import { printStartupInfo, runCronEveryMinute, serveBuilt } from './serve/serve.ts'
import { prepareState } from './serve/state.ts'

const INSPECTOR_PORT = 9229

const { values } = readOptions({
  options: { inspect: { default: false, type: 'boolean' } },
  usage: `npm start [-- --inspect]: builds ${BRAND_NAME} and serves it with a demo. PORT and STATE_DIR set the port and the data folder; --inspect opens a debugger port.`
})
const port = portFromEnv()
const state = { environment: environmentFile(), folder: stateDir() }
const backend = backendUrlFrom(state.environment)

stopChildrenOnExit(0)
await exitIfPortTaken(port)
if (values.inspect) await exitIfPortTaken(INSPECTOR_PORT)
if (backend === '') registerProcess(state.folder, localUrl(port))
await buildOrExit(state.environment)
const hasDemo = backend === '' && (await prepareState(state))
await serveBuilt(port, state, { inspectorPort: values.inspect ? INSPECTOR_PORT : 0 })
if (backend === '') runCronEveryMinute(port)
printStartupInfo(port, { backend, hasDemo })
if (values.inspect) console.log(`Debugger: open chrome://inspect, or attach to port ${INSPECTOR_PORT}.`)
