import { once } from 'node:events'
import { builtWorker } from '../../../scripts/build/build.ts'
import { sleep, startTool } from '../../../scripts/kit/processes.ts'
import type { State } from '../../../scripts/serve/state.ts'
import { freePort, isResponding } from './killable.ts'

const POLL_MS = 50

/** The built Worker in its own process, with the data of a folder. */
export async function serveBuild({ environment, folder }: State) {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const args = ['--config', builtWorker(), '--env-file', environment, '--persist-to', folder]
  const quiet = ['--inspector-port', '0', '--log-level', 'none', '--show-interactive-dev-session', 'false']
  const server = startTool('wrangler', ['dev', ...args, ...quiet, '--ip', '127.0.0.1', '--port', String(port)], {
    output: 'keep'
  })
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
