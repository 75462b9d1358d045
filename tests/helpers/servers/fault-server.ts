import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Endpoint, ServerOutput } from '#contract/kit/endpoint.ts'
import { partsOf } from '#tests/helpers/data/multipart.ts'

// A backend that answers each call of the contract rightly, until it is told how to fail.

/** What can be wrong with an answer. A slow one waits until the test lets it go; all the rest is final. */
export type Fault =
  | { kind: 'answers'; body: unknown; status?: number }
  | { kind: 'cut' | 'empty' | 'hangs' | 'html' | 'offline' | 'plain' | 'slow' | 'stalls' }

/** Which request is which: the page's side writes it, so that both sides can be asked about one. */
export const REQUEST_NUMBER_HEADER = 'x-request-number'

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>

export async function startFaultServer() {
  const calls = createEndpointRegistry()
  /** What waits for something that only a test or a deadline brings. */
  const held = new Map<string, Fault['kind']>()
  const slow: (() => void)[] = []

  const server = createServer(async (request, response) => {
    const received = await readRequest(request)
    const call = calls.find(request)
    if (!call) return reply(response, 404, { detail: 'Not found' })
    const asked = { ...received, number: call.requests.length + 1 }
    const fault = call.nextFault(asked)
    const { body, headers } = call.answerTo(asked)
    const answer = () => reply(response, 200, body, headers)
    if (!fault) return answer()
    if (fault.kind === 'slow') slow.push(answer)
    else if (fault.kind === 'answers') reply(response, fault.status ?? 200, fault.body)
    else FAULT_HANDLERS[fault.kind](response)
    held.set(String(request.headers[REQUEST_NUMBER_HEADER]), fault.kind)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    ...calls.controls,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    /** Whether nothing more comes of the request that bears this number, as long as nobody does anything. */
    isHolding: (number: string, hasBegun: boolean): boolean => {
      const kind = held.get(number)
      return kind === 'hangs' || kind === 'slow' || (kind === 'stalls' && hasBegun)
    },
    hasSlowRequests: () => slow.length > 0,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Lets the slow answers go. */
    release: () => {
      held.clear()
      for (const go of slow.splice(0)) go()
    }
  }
}

/** What a request has brought: a form's fields, or the body of a JSON one. */
export interface ReceivedRequest {
  body: unknown
  /** From 1, of those to the same endpoint. */
  number: number
  path: string
  query: Record<string, string>
}

async function readRequest(request: IncomingMessage): Promise<Omit<ReceivedRequest, 'number'>> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const body = parseBody(await buffer(request), request.headers['content-type'] ?? '')
  return { body, path: pathname, query: Object.fromEntries(searchParams) }
}

function parseBody(body: Buffer, contentType: string): unknown {
  if (body.length === 0) return undefined
  if (contentType.startsWith('multipart/')) return parseFields(body, contentType)
  return contentType.startsWith('application/json') ? JSON.parse(body.toString()) : body.toString()
}

/** Of a file its name. */
function parseFields(body: Buffer, contentType: string): Record<string, string> {
  const fields = partsOf(body, contentType).map(({ bytes, head }) => {
    const [, name = ''] = / name="([^"]*)"/.exec(head) ?? []
    const [, filename] = / filename="([^"]*)"/.exec(head) ?? []
    return [name, filename ?? bytes.toString()]
  })
  return Object.fromEntries(fields) as Record<string, string>
}

interface Reply {
  body: unknown
  headers: Record<string, string>
}

interface EndpointState {
  answerTo: (asked: ReceivedRequest) => Reply
  requests: ReceivedRequest[]
  faults: { fault: Fault; times: number }[]
  /** Remembers the asking, and tells what goes wrong with it. */
  nextFault: (asked: ReceivedRequest) => Fault | null
  method: Endpoint['method']
  pattern: RegExp
}

function newEndpointState({ method, path }: Endpoint): EndpointState {
  return {
    answerTo: () => ({ body: undefined, headers: {} }),
    requests: [],
    faults: [],
    nextFault(asked) {
      this.requests.push(asked)
      const next = this.faults.findLast(({ times }) => times > 0)
      if (!next) return null
      next.times -= 1
      return next.fault
    },
    method,
    pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  }
}

function createEndpointRegistry() {
  const calls = new Map<Endpoint, EndpointState>()

  function stateOf(endpoint: Endpoint): EndpointState {
    const call = calls.get(endpoint) ?? newEndpointState(endpoint)
    calls.set(endpoint, call)
    return call
  }

  return {
    find: ({ method, url = '' }: IncomingMessage): EndpointState | undefined => {
      const [path = ''] = url.split('?')
      return [...calls.values()].find(call => call.method === method && call.pattern.test(path))
    },
    controls: {
      /** Answers so from now on, unless a fault says otherwise. */
      answer: <E extends Endpoint>(endpoint: E, body: ServerOutput<E>, headers: Reply['headers'] = {}): void => {
        stateOf(endpoint).answerTo = () => ({ body, headers })
      },
      /** As `answer`, where it depends on the question. */
      answerTo: <E extends Endpoint>(
        endpoint: E,
        answer: (asked: ReceivedRequest) => { body: ServerOutput<E>; headers?: Reply['headers'] }
      ): void => {
        stateOf(endpoint).answerTo = asked => ({ headers: {}, ...answer(asked) })
      },
      requestCount: (endpoint: Endpoint): number => stateOf(endpoint).requests.length,
      /** Fails so from now on, or so many times, and then as it failed before. */
      fail: (endpoint: Endpoint, fault: Fault, times = Number.POSITIVE_INFINITY): void => {
        stateOf(endpoint).faults.push({ fault, times })
      },
      /** What each asking has brought, in their order. */
      requestsTo: (endpoint: Endpoint): readonly ReceivedRequest[] => stateOf(endpoint).requests,
      /** Everything answers rightly again. */
      clearFaults: (): void => {
        for (const call of calls.values()) call.faults = []
      }
    }
  }
}

// Each call has a connection of its own: what happens to one is not felt by the next.
const CLOSE_CONNECTION = { connection: 'close' }

function reply(response: ServerResponse, status: number, body: unknown, headers: Reply['headers'] = {}): void {
  const text = headers['content-type'] ? String(body) : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...CLOSE_CONNECTION, ...headers }).end(text)
}

/** The head of an answer and the first of a hundred bytes. */
function startResponse(response: ServerResponse): void {
  response.writeHead(200, { ...CLOSE_CONNECTION, 'content-length': 100, 'content-type': 'application/json' }).write('{')
}

const FAULT_HANDLERS = {
  cut: (response: ServerResponse) => {
    startResponse(response)
    setImmediate(() => response.destroy())
  },
  empty: (response: ServerResponse) => void response.writeHead(200, CLOSE_CONNECTION).end(),
  hangs: () => undefined,
  html: (response: ServerResponse) =>
    void response.writeHead(502, { ...CLOSE_CONNECTION, 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
  offline: (response: ServerResponse) => void response.socket?.resetAndDestroy(),
  plain: (response: ServerResponse) =>
    void response.writeHead(500, { ...CLOSE_CONNECTION, 'content-type': 'text/plain' }).end('Internal Server Error'),
  stalls: startResponse
}
