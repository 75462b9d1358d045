import { buildOrRefuse } from './build/build.ts'
import { readOptions } from './kit/options.ts'
import { refuseTakenPort } from './kit/ports.ts'
import { stopTogether } from './kit/processes.ts'
import { addressOf, backendIn, environmentFile, portAsked, stateDir } from './kit/settings.ts'
import { announce } from './serve/announce.ts'
import { noteRunning } from './serve/running.ts'
import { everyMinute, serveBuilt } from './serve/serve.ts'
import { prepareState } from './serve/state.ts'

const INSPECTOR_PORT = 9229

const { values } = readOptions({
  options: { inspect: { default: false, type: 'boolean' } },
  usage:
    'npm start [-- --inspect]: builds ScootStay and serves it with a demo. PORT and STATE_DIR move address and data; --inspect lets a debugger into the Worker.'
})
const port = portAsked()
const state = { environment: environmentFile(), folder: stateDir() }
const backend = backendIn(state.environment)

stopTogether(0)
await refuseTakenPort(port)
if (values.inspect) await refuseTakenPort(INSPECTOR_PORT)
if (backend === '') noteRunning(state.folder, addressOf(port))
await buildOrRefuse(state.environment)
const hasDemo = backend === '' && (await prepareState(state))
await serveBuilt(port, state, { inspectorPort: values.inspect ? INSPECTOR_PORT : 0 })
if (backend === '') everyMinute(port)
announce(port, { backend, hasDemo })
if (values.inspect) console.log(`Debugger: open chrome://inspect, or attach to port ${INSPECTOR_PORT}.`)
