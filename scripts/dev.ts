import { readOptions } from './kit/options.ts'
import { refuseTakenPort } from './kit/ports.ts'
import { startTool, stopTogether } from './kit/processes.ts'
import { addressOf, backendIn, environmentFile, portAsked, stateDir } from './kit/settings.ts'
import { announce } from './serve/announce.ts'
import { noteRunning } from './serve/running.ts'
import { everyMinute, untilItAnswers } from './serve/serve.ts'
import { prepareState } from './serve/state.ts'

readOptions({ usage: 'npm run dev: as npm start, with hot reload. PORT and STATE_DIR move address and data.' })
const port = portAsked()
const state = { environment: environmentFile(), folder: stateDir() }

stopTogether(0)
await refuseTakenPort(port)
noteRunning(state.folder, addressOf(port))
const hasDemo = await prepareState(state)
const variables = { PORT: String(port), STATE_DIR: state.folder }
const server = startTool('astro', ['dev'], { variables })
noteRunning(state.folder, addressOf(port), server.pid)
await untilItAnswers(port, server)
everyMinute(port)
announce(port, { backend: backendIn(state.environment), hasDemo })
