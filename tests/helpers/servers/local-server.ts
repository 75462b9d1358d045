import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>

/** Starts an HTTP server for this machine only, on a free port unless one is given. */
export async function startLocalServer(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}) {
  // A client that reuses a connection while the server closes it as idle gets ECONNRESET, so keep idle ones open.
  const server = createServer({ keepAliveTimeout: 0 }, answer)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    origin: `http://${host}:${(server.address() as AddressInfo).port}`
  }
}
