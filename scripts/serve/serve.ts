import type { ChildProcess } from 'node:child_process'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { builtWorker } from '../build/build.ts'
import { DEMO_ADMIN, DEMO_PASSWORD, DEMO_RIDERS, DEMO_STAFF } from '../demo/people.ts'
import { isStopping, sleep, startTool } from '../kit/processes.ts'
import { exitWithError, localUrl } from '../kit/settings.ts'
import { registerProcess } from './running.ts'
import type { State } from './state.ts'

const START_TIMEOUT_MS = MINUTE_MS
const POLL_MS = 100
const STOPPED = 'The server has stopped. Its last lines above say why. Then run this command again.'
const NOT_STARTED =
  'The server did not start within a minute. If it printed no reason above, close other programs and run this command again.'
const CRON_PATH = '/cdn-cgi/handler/scheduled?cron=*+*+*+*+*'

/** Serves the built Worker in workerd. Resolves when it responds. An `inspectorPort` of 0 is any free one. */
export async function serveBuilt(
  port: number,
  { environment, folder }: State,
  { config = builtWorker(), inspectorPort = 0 } = {}
): Promise<void> {
  const args = [
    ...['--config', config],
    ...['--env-file', environment],
    ...['--inspector-port', String(inspectorPort)],
    ...['--ip', 'localhost'],
    ...['--log-level', 'error'],
    ...['--persist-to', folder],
    ...['--port', String(port)],
    ...['--show-interactive-dev-session', 'false']
  ]
  const server = startTool('wrangler', ['dev', ...args])
  // The server survives if this process is killed.
  registerProcess(folder, localUrl(port), server.pid)
  await waitUntilReady(port, server)
}

/** Waits until the server responds. If the server ends later, this process ends too. */
export async function waitUntilReady(port: number, server: ChildProcess): Promise<void> {
  server.once('exit', () => isStopping() || exitWithError(STOPPED))
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady(port))) {
    if (Date.now() > deadline) exitWithError(NOT_STARTED)
    await sleep(POLL_MS)
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`${localUrl(port)}/auth`, { redirect: 'manual' }).then(
    () => true,
    () => false
  )
}

/** Triggers the cron, which does not run by itself on a local Worker. */
export function runCronEveryMinute(port: number): void {
  setInterval(() => void fetch(localUrl(port) + CRON_PATH).catch(() => undefined), MINUTE_MS)
}

/** Prints the address and the demo accounts. `backend` is the URL of the external one; empty for the embedded one. */
export function printStartupInfo(port: number, { backend, hasDemo }: { backend: string; hasDemo: boolean }): void {
  const address = localUrl(port)
  console.log(`\n${BRAND_NAME} runs on ${address}\n`)
  if (backend !== '') {
    console.log(`  It uses the backend ${backend}, which stores accounts and bookings.`)
    console.log('\nCtrl-C stops it.')
    return
  }
  if (hasDemo) {
    console.log(`  Rider  ${address}/auth        ${DEMO_RIDERS[0].email} / ${DEMO_PASSWORD}`)
    for (const { email } of [DEMO_ADMIN, ...DEMO_STAFF.filter(member => !('isInvited' in member))])
      console.log(`  Admin  ${address}/admin/auth  ${email} / ${DEMO_ADMIN.password}`)
    console.log(`  Mails  ${address}/outbox`)
  } else {
    console.log('  ENVIRONMENT in .env is not "development", so there is no demo.')
  }
  console.log('\nCtrl-C stops it. The data is kept; `npm run reset` deletes it.')
}
