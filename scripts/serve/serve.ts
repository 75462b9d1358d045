import type { ChildProcess } from 'node:child_process'
import { type BuildFolder, builtWorker } from '../build/build.ts'
import { isStopping, pause, startTool } from '../kit/processes.ts'
import { addressOf, refuse } from '../kit/settings.ts'
import { noteRunning } from './running.ts'
import type { State } from './state.ts'

const START_LIMIT_MS = 60_000
const POLL_MS = 100
const MINUTE_MS = 60_000
const SCHEDULED = '/cdn-cgi/handler/scheduled?cron=*+*+*+*+*'

interface Served {
  build?: BuildFolder
  /** Where a debugger finds the Worker; 0: anywhere. */
  inspectorPort?: number
}

/** Serves the built Worker in workerd; answers once it does. */
export async function serveBuilt(
  port: number,
  { environment, folder }: State,
  { build, inspectorPort = 0 }: Served = {}
): Promise<void> {
  const args = [
    ...['--config', builtWorker(build)],
    ...['--env-file', environment],
    ...['--inspector-port', String(inspectorPort)],
    ...['--ip', 'localhost'],
    ...['--log-level', 'error'],
    ...['--persist-to', folder],
    ...['--port', String(port)],
    ...['--show-interactive-dev-session', 'false']
  ]
  const server = startTool('wrangler', ['dev', ...args])
  // It goes on where this process is killed.
  noteRunning(folder, addressOf(port), server.pid)
  await untilItAnswers(port, server)
}

/** Waits for a server to answer; from then on its end is ours. */
export async function untilItAnswers(port: number, server: ChildProcess): Promise<void> {
  server.once('exit', () => isStopping() || refuse('The server has stopped.'))
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await answers(port))) {
    if (Date.now() > deadline) refuse('The server did not start within a minute.')
    await pause(POLL_MS)
  }
}

function answers(port: number): Promise<boolean> {
  return fetch(`${addressOf(port)}/auth`, { redirect: 'manual' }).then(
    () => true,
    () => false
  )
}

/** Locally nothing fires the cron, so this does (design.md §10.13). */
export function everyMinute(port: number): void {
  setInterval(() => void fetch(addressOf(port) + SCHEDULED).catch(() => undefined), MINUTE_MS)
}
