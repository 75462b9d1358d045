import { announce } from './announce.ts'
import { readOptions } from './options.ts'
import { refuseTakenPort } from './ports.ts'
import { startTool, stopTogether } from './processes.ts'
import { noteRunning } from './running.ts'
import { everyMinute, untilItAnswers } from './serve.ts'
import { addressOf, backendIn, environmentFile, portAsked, stateDir } from './settings.ts'
import { prepareState } from './state.ts'

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
