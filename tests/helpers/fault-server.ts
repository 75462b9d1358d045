import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, Endpoint } from '#contract/endpoint.ts'

// A backend that answers each call of the contract rightly, until it is told how to fail.

/** What can be wrong with an answer. `slow` waits until the test lets it go; all of the rest is final. */
export type Fault =
  | { kind: 'answers'; body: unknown; status?: number }
  | { kind: 'cut' | 'empty' | 'hangs' | 'html' | 'offline' | 'plain' | 'slow' | 'stalls' }

export interface FaultServer {
  /** Answers rightly from now on, unless a fault says otherwise. */
  answer: <E extends Endpoint>(endpoint: E, answer: Answer<E>) => void
  /** How often the call came in. */
  askedFor: (endpoint: Endpoint) => number
  close: () => Promise<void>
  /** All calls fail so from now on, or `times` of them, and then as they failed before. */
  fail: (endpoint: Endpoint, fault: Fault, times?: number) => void
  /** Whether the request that bears this number waits for something that only a test or a timeout brings. */
  holds: (number: string) => boolean
  /** Whether a slow answer is being waited for. */
  isWaitedFor: () => boolean
  /** Everything answers rightly again. */
  mend: () => void
  origin: string
  /** Lets the slow answers go. */
  release: () => void
}

/** Which request is which: the page's side writes it, so that both sides can be asked about one. */
export const NUMBER = 'x-request-number'

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

export async function startFaultServer(): Promise<FaultServer> {
  const answers = new Map<string, unknown>()
  const faults = new Map<string, { fault: Fault; times: number }[]>()
  const endpoints = new Map<string, RegExp>()
  const counts = new Map<string, number>()
  const held = new Set<string>()
  let slow: (() => void)[] = []

  function faultOf(key: string): Fault | null {
    const next = faults.get(key)?.findLast(({ times }) => times > 0)
    if (!next) return null
    next.times -= 1
    return next.fault
  }

  function hold(request: IncomingMessage) {
    held.add(String(request.headers[NUMBER]))
  }

  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const path = (request.url ?? '').replace(/^\/api|\?.*$/g, '')
      const key = [...endpoints].find(
        ([one, pattern]) => one.startsWith(`${request.method} `) && pattern.test(path)
      )?.[0]
      if (!key) return reply(response, 404, { detail: 'Not found' })
      counts.set(key, (counts.get(key) ?? 0) + 1)
      const fault = faultOf(key)
      const good = () => reply(response, 200, answers.get(key))
      if (!fault) return good()
      if (fault.kind === 'answers') return reply(response, fault.status ?? 200, fault.body)
      if (fault.kind !== 'hangs' && fault.kind !== 'stalls' && fault.kind !== 'slow')
        return broken[fault.kind](response)
      if (fault.kind === 'slow') slow.push(good)
      if (fault.kind === 'stalls') begin(response)
      return hold(request)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  function learn(endpoint: Endpoint): string {
    const key = keyOf(endpoint)
    endpoints.set(key, new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`))
    return key
  }

  return {
    answer: (endpoint, answer) => void answers.set(learn(endpoint), answer),
    askedFor: endpoint => counts.get(keyOf(endpoint)) ?? 0,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    fail: (endpoint, fault, times = Number.POSITIVE_INFINITY) => {
      const key = learn(endpoint)
      faults.set(key, [...(faults.get(key) ?? []), { fault, times }])
    },
    holds: number => held.has(number),
    isWaitedFor: () => slow.length > 0,
    mend: () => faults.clear(),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      held.clear()
      for (const go of slow) go()
      slow = []
    }
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  // Each call has a connection of its own: what happens to one is not felt by the next.
  response.writeHead(status, { connection: 'close', 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The head of an answer and the first of a hundred bytes. */
function begin(response: ServerResponse): void {
  response.writeHead(200, { connection: 'close', 'content-length': 100, 'content-type': 'application/json' })
  response.write('{')
}

const broken = {
  cut: (response: ServerResponse) => {
    begin(response)
    setImmediate(() => response.destroy())
  },
  empty: (response: ServerResponse) => void response.writeHead(200, { connection: 'close' }).end(),
  html: (response: ServerResponse) =>
    void response
      .writeHead(502, { connection: 'close', 'content-type': 'text/html' })
      .end('<html><h1>502 Bad Gateway</h1></html>'),
  offline: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  plain: (response: ServerResponse) =>
    void response.writeHead(500, { connection: 'close', 'content-type': 'text/plain' }).end('Internal Server Error')
}
