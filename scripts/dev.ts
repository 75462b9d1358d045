import { announce } from './announce.ts'
import { refuseTakenPort } from './ports.ts'
import { startTool, stopTogether } from './processes.ts'
import { everyMinute, untilItAnswers } from './serve.ts'
import { backendIn, environmentFile, portAsked, stateDir } from './settings.ts'
import { prepareState } from './state.ts'

const port = portAsked()
const state = { environment: environmentFile(), folder: stateDir() }

stopTogether(0)
await refuseTakenPort(port)
const hasDemo = await prepareState(state)
const variables = { PORT: String(port), STATE_DIR: state.folder }
await untilItAnswers(port, startTool('astro', ['dev'], { variables }))
everyMinute(port)
announce(port, { backend: backendIn(state.environment), hasDemo })
