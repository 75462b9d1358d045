import { readOptions } from './kit/options.ts'
import { exitIfPortTaken } from './kit/ports.ts'
import { startTool, stopChildrenOnExit } from './kit/processes.ts'
import { backendUrlFrom, environmentFile, localUrl, portFromEnv, stateDir } from './kit/settings.ts'
import { registerProcess } from './serve/running.ts'
import { printStartupInfo, runCronEveryMinute, waitUntilReady } from './serve/serve.ts'
import { prepareState } from './serve/state.ts'

readOptions({
  usage: 'npm run dev: like npm start, with hot reload. PORT and STATE_DIR set the port and the data folder.'
})
const port = portFromEnv()
const state = { environment: environmentFile(), folder: stateDir() }

stopChildrenOnExit(0)
await exitIfPortTaken(port)
registerProcess(state.folder, localUrl(port))
const hasDemo = await prepareState(state)
const variables = { PORT: String(port), STATE_DIR: state.folder }
const server = startTool('astro', ['dev'], { variables })
registerProcess(state.folder, localUrl(port), server.pid)
await waitUntilReady(port, server)
runCronEveryMinute(port)
printStartupInfo(port, { backend: backendUrlFrom(state.environment), hasDemo })
