import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, Endpoint } from '#contract/endpoint.ts'

// A backend that answers each call of the contract rightly, until it is told how to fail.

/** What can be wrong with an answer. A slow one waits until the test lets it go; all the rest is final. */
export type Fault =
  | { kind: 'answers'; body: unknown; status?: number }
  | { kind: 'cut' | 'empty' | 'hangs' | 'html' | 'offline' | 'plain' | 'slow' | 'stalls' }

/** Which request is which: the page's side writes it, so that both sides can be asked about one. */
export const NUMBER = 'x-request-number'

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>

export async function startFaultServer() {
  const calls = callBook()
  /** What waits for something that only a test or a deadline brings. */
  const held = new Map<string, Fault['kind']>()
  const slow: (() => void)[] = []

  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const call = calls.find(request)
      if (!call) return reply(response, 404, { detail: 'Not found' })
      const fault = call.meet()
      if (!fault) return reply(response, 200, call.answer)
      if (fault.kind === 'slow') slow.push(() => reply(response, 200, call.answer))
      else if (fault.kind === 'answers') reply(response, fault.status ?? 200, fault.body)
      else broken[fault.kind](response)
      held.set(String(request.headers[NUMBER]), fault.kind)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    ...calls.told,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    /** Whether nothing more comes of the request that bears this number, as long as nobody does anything. */
    holds: (number: string, hasBegun: boolean): boolean => {
      const kind = held.get(number)
      return kind === 'hangs' || kind === 'slow' || (kind === 'stalls' && hasBegun)
    },
    isWaitedFor: () => slow.length > 0,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets the slow answers go. */
    release: () => {
      held.clear()
      for (const go of slow.splice(0)) go()
    }
  }
}

interface Call {
  answer: unknown
  asked: number
  faults: { fault: Fault; times: number }[]
  /** Counts the asking, and tells what goes wrong with it. */
  meet: () => Fault | null
  method: Endpoint['method']
  pattern: RegExp
}

function callOf({ method, path }: Endpoint): Call {
  return {
    answer: undefined,
    asked: 0,
    faults: [],
    meet() {
      this.asked += 1
      const next = this.faults.findLast(({ times }) => times > 0)
      if (!next) return null
      next.times -= 1
      return next.fault
    },
    method,
    pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  }
}

function callBook() {
  const calls = new Map<Endpoint, Call>()

  function of(endpoint: Endpoint): Call {
    const call = calls.get(endpoint) ?? callOf(endpoint)
    calls.set(endpoint, call)
    return call
  }

  return {
    find: ({ method, url = '' }: IncomingMessage): Call | undefined => {
      const [path = ''] = url.split('?')
      return [...calls.values()].find(call => call.method === method && call.pattern.test(path))
    },
    told: {
      /** Answers so from now on, unless a fault says otherwise. */
      answer: <E extends Endpoint>(endpoint: E, answer: Answer<E>): void => {
        of(endpoint).answer = answer
      },
      askedFor: (endpoint: Endpoint): number => of(endpoint).asked,
      /** Fails so from now on, or so many times, and then as it failed before. */
      fail: (endpoint: Endpoint, fault: Fault, times = Number.POSITIVE_INFINITY): void => {
        of(endpoint).faults.push({ fault, times })
      },
      /** Everything answers rightly again. */
      mend: (): void => {
        for (const call of calls.values()) call.faults = []
      }
    }
  }
}

// Each call has a connection of its own: what happens to one is not felt by the next.
const ALONE = { connection: 'close' }

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...ALONE, 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The head of an answer and the first of a hundred bytes. */
function begin(response: ServerResponse): void {
  response.writeHead(200, { ...ALONE, 'content-length': 100, 'content-type': 'application/json' }).write('{')
}

const broken = {
  cut: (response: ServerResponse) => {
    begin(response)
    setImmediate(() => response.destroy())
  },
  empty: (response: ServerResponse) => void response.writeHead(200, ALONE).end(),
  hangs: () => undefined,
  html: (response: ServerResponse) =>
    void response.writeHead(502, { ...ALONE, 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
  offline: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  plain: (response: ServerResponse) =>
    void response.writeHead(500, { ...ALONE, 'content-type': 'text/plain' }).end('Internal Server Error'),
  stalls: begin
}
