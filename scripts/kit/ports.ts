import { createServer, type Server } from 'node:net'
import { PORTS_IN_BLOCK, USUAL_FIRST_PORT } from '../../tests/ports.ts'
import { exitWithError } from './settings.ts'

const MAX_FIRST_PORT = 4900

/** Returns a server on this port, or null if the port is taken. */
function listenOn(port: number, host: string): Promise<Server | null> {
  return new Promise(resolve => {
    const server = createServer()
    // Other errors mean that the host does not exist, for example ::1 without IPv6. Then no process can use its ports.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE' ? null : server))
    server.listen({ exclusive: true, host, port }, () => resolve(server))
  })
}

async function isFree(port: number): Promise<boolean> {
  const servers = await Promise.all(['127.0.0.1', '::1'].map(host => listenOn(port, host)))
  await Promise.all(servers.map(server => server && new Promise(resolve => server.close(resolve))))
  return !servers.includes(null)
}

export async function exitIfPortTaken(port: number): Promise<void> {
  if (!(await isFree(port))) exitWithError(`Port ${port} is taken. Stop what is running there, or set PORT to another.`)
}

/**
 * Finds a block of free ports for the end-to-end tests and returns the first one. This process listens on the last one,
 * so that no other clone takes the block during the build.
 */
export async function reservePorts(): Promise<number> {
  for (let first = USUAL_FIRST_PORT; first <= MAX_FIRST_PORT; first += PORTS_IN_BLOCK) {
    const lock = await listenOn(first + PORTS_IN_BLOCK - 1, '127.0.0.1')
    if (lock === null) continue
    lock.unref()
    const ports = Array.from({ length: PORTS_IN_BLOCK - 1 }, (_, index) => first + index)
    if ((await Promise.all(ports.map(isFree))).every(free => free)) return first
    lock.close()
  }
  return exitWithError(`No ${PORTS_IN_BLOCK} ports in a row are free from ${USUAL_FIRST_PORT} to ${MAX_FIRST_PORT}.`)
}
