import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { hasEmail } from '#domain/riders/contact.ts'
import { buildOrExit } from '../../build/build.ts'
import { DEMO_REVIEW, DEMO_RIDERS } from '../../demo/people.ts'
import { reservePorts } from '../../kit/ports.ts'
import { sleep, startProgram } from '../../kit/processes.ts'
import { EXAMPLE_ENVIRONMENT, localUrl, ROOT, writeTestEnvironment } from '../../kit/settings.ts'
import { serveBuilt } from '../../serve/serve.ts'
import { prepareState } from '../../serve/state.ts'
import type { Tally } from '../../suites/suites.ts'
import { STORIES } from './stories.ts'
import { ENGINES } from './tab.ts'

const STATE = join(ROOT, '.wrangler/engines')

/** In days from today. The demo's rides are all earlier. */
const FIRST_DAY = 6

/** Forwards connections to the Worker. Returns a function that takes the network away, or gives it back. */
async function startNetwork(port: number): Promise<(isOffline: boolean) => void> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(client => {
    const worker = connect(port, 'localhost')
    for (const socket of [client, worker]) sockets.add(socket.on('error', () => undefined))
    if (isCut) client.destroy()
    else client.pipe(worker).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(port + 1, 'localhost', resolve))
  return isOffline => {
    isCut = isOffline
    if (isCut) for (const socket of sockets) socket.destroy()
  }
}

/** Returns the address of WebKit's driver. Its browser gets a screen in memory, and a toolbar as narrow as a phone. */
async function startDriver(port: number): Promise<string> {
  const address = `http://127.0.0.1:${port}`
  const isStarted = () => fetch(`${address}/status`).catch(() => null)
  if (await isStarted()) return address
  mkdirSync(join(STATE, 'gtk-3.0'))
  writeFileSync(join(STATE, 'gtk-3.0/gtk.css'), '* { border: 0; font-size: 1px; margin: 0; min-width: 0; padding: 0 }')
  const options = { output: 'keep', variables: { XDG_CONFIG_HOME: STATE } } as const
  startProgram('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], options)
  for (let tries = 0; tries < 100 && !(await isStarted()); tries += 1) await sleep(100)
  return address
}

/** Tells the main stories in each engine, or in one. */
export async function testEngines(only: string): Promise<Tally> {
  rmSync(STATE, { force: true, recursive: true })
  const port = await reservePorts()
  await buildOrExit(EXAMPLE_ENVIRONMENT)
  const served = { environment: writeTestEnvironment(join(STATE, 'demo.env')), folder: join(STATE, 'demo') }
  await prepareState(served)
  await serveBuilt(port, served)
  const visit = { setOffline: await startNetwork(port), site: localUrl(port + 1) }
  const errors: (string | null)[] = []
  const report = (engine: string, story: string, error: string | null) => {
    errors.push(error)
    console.log(error === null ? `✓ ${engine}: ${story}` : `✗ ${engine}: ${story}: ${error.split('\n')[0]}`)
  }
  // Neither a rider nor a scooter has two rides at one time, so each engine has a rider and a day of its own.
  const { rejected, suspended } = DEMO_REVIEW
  const riders = DEMO_RIDERS.filter(({ email, id }) => hasEmail(email) && id !== rejected && id !== suspended)
  for (const [index, [name, { find, install, open }]] of Object.entries(ENGINES).entries()) {
    if (only !== 'all' && only !== name) continue
    const rider = riders[index] ?? DEMO_RIDERS[0]
    const program = await find()
    if (program === null) report(name, 'not found', `Install ${install}.`)
    else
      for (const [kind, stories] of Object.entries(STORIES)) {
        const tab = await open(program, kind === 'withCookies', () => startDriver(port + 2))
        for (const tell of stories) {
          const told = tell({ ...visit, daysAhead: FIRST_DAY + index, rider, tab })
          report(name, tell.name, await told.then(() => null, String))
        }
        await tab.close()
      }
  }
  const passed = errors.filter(error => error === null).length
  return { failed: errors.length - passed, passed }
}
