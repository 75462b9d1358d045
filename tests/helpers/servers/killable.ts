import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtWorker } from '../../../scripts/build/build.ts'
import { sleep, startTool } from '../../../scripts/kit/processes.ts'
import { migrate, type State, withBindings } from '../../../scripts/serve/state.ts'

// The built Worker in its own process and folder. It can be killed and restarted with the remaining data.

const POLL_MS = 50

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}

const isResponding = (address: string) =>
  fetch(`${address}/api/properties`).then(
    ({ ok }) => ok,
    () => false
  )

function startWorker(config: string, { environment, folder }: State, port: number): ChildProcess {
  const args = ['--config', config, '--env-file', environment, '--persist-to', folder]
  const quiet = ['--inspector-port', '0', '--log-level', 'none', '--show-interactive-dev-session', 'false']
  return startTool('wrangler', ['dev', ...args, ...quiet, '--ip', '127.0.0.1', '--port', String(port)], {
    output: 'keep'
  })
}

export type KillableWorker = Awaited<ReturnType<typeof startKillableWorker>>

/** `config` is the wrangler configuration of a Worker other than the built one. */
export async function startKillableWorker(variables: Record<string, string>, config?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'killable-'))
  const environment = join(folder, 'variables.env')
  writeFileSync(
    environment,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join('')
  )
  const state = { environment, folder }
  await migrate(state)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let running: ChildProcess | null = null

  async function kill(): Promise<void> {
    const stopped = running
    running = null
    if (!stopped?.pid || stopped.exitCode !== null) return
    const exited = once(stopped, 'exit')
    process.kill(-stopped.pid, 'SIGKILL')
    await exited
  }

  return {
    address,
    /** Runs the cron handler as if at the given time. */
    cron: (at: Date) => fetch(`${address}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${at.getTime()}`),
    /** The folder with the Worker's data. */
    folder,
    kill,
    remove: async () => {
      await kill()
      rmSync(folder, { force: true, recursive: true })
    },
    start: async () => {
      running = startWorker(config ?? builtWorker(), state, port)
      while (!(await isResponding(address))) await sleep(POLL_MS)
    },
    /** Gives access to the Worker's data while it is stopped. */
    withBindings: <T>(task: Parameters<typeof withBindings<T>>[1]) => withBindings(state, task)
  }
}

/** The built Worker in its own process, with the data of a folder. */
export async function serveBuild(state: State) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = startWorker(builtWorker(), state, port)
  while (!(await isResponding(address))) await sleep(POLL_MS)
  return {
    address,
    stop: async () => {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
    }
  }
}
