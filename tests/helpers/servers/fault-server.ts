import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Endpoint, ServerOutput } from '#contract/kit/endpoint.ts'
import { REFUSALS, type RefusalCode } from '#contract/kit/refusals.ts'
import { REQUEST_NUMBER_HEADER } from '#tests/helpers/browser/server-fetch.ts'
import { partsOf } from '#tests/helpers/data/multipart.ts'
import { startLocalServer } from './local-server.ts'

// A backend that answers every endpoint correctly until a fault is injected.

/** Faults of a response. A slow response waits until the test releases it; all other faults are final. */
export type Fault =
  | { kind: 'answers'; body: unknown; status?: number }
  | { kind: 'cut' | 'empty' | 'hangs' | 'html' | 'offline' | 'plain' | 'slow' | 'stalls' }

/** A refusal as our own backend answers it. */
export function refusalFault(code: RefusalCode, detail: string): Fault {
  return { body: { code, detail }, kind: 'answers', status: REFUSALS[code][0] }
}

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>

export async function startFaultServer() {
  const calls = createEndpointRegistry()
  /** Requests without a complete response, which wait for the test or for a timeout. */
  const held = new Map<string, Fault['kind']>()
  const slow: (() => void)[] = []

  const listener: RequestListener = async (request, response) => {
    const received = await readRequest(request)
    const call = calls.find(request)
    if (!call) return reply(response, 404, { detail: 'Not found' })
    const numbered = { ...received, number: call.requests.length + 1 }
    const fault = call.nextFault(numbered)
    const { body, headers } = call.answerTo(numbered)
    const answer = () => reply(response, 200, body, headers)
    if (!fault) return answer()
    if (fault.kind === 'slow') slow.push(answer)
    else if (fault.kind === 'answers') reply(response, fault.status ?? 200, fault.body)
    else FAULT_HANDLERS[fault.kind](response)
    held.set(String(request.headers[REQUEST_NUMBER_HEADER]), fault.kind)
  }

  return {
    ...calls.controls,
    ...(await startLocalServer(listener)),
    /** Whether the request with this number stays pending until the test or a timeout ends it. */
    isHolding: (number: string, hasStarted: boolean): boolean => {
      const kind = held.get(number)
      return kind === 'hangs' || kind === 'slow' || (kind === 'stalls' && hasStarted)
    },
    hasSlowRequests: () => slow.length > 0,
    /** Sends the slow responses. */
    release: () => {
      held.clear()
      for (const resume of slow.splice(0)) resume()
    }
  }
}

/** The fields of a form, or the body of a JSON request. */
interface ReceivedRequest {
  body: unknown
  /** Counted from 1 per endpoint. */
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

/** For a file, the value is its name. */
function parseFields(body: Buffer, contentType: string): Record<string, string> {
  const fields = partsOf(body, contentType).map(({ bytes, head }) => {
    const [, name = ''] = / name="([^"]*)"/.exec(head) ?? []
    const [, filename] = / filename="([^"]*)"/.exec(head) ?? []
    return [name, filename ?? bytes.toString()]
  })
  return Object.fromEntries(fields) as Record<string, string>
}

/** A photo is sent as a text, whose type the headers name. */
type AnswerBody<E extends Endpoint> = ServerOutput<E> extends Blob ? string : ServerOutput<E>

interface Reply {
  body: unknown
  headers: Record<string, string>
}

interface EndpointState {
  answerTo: (numbered: ReceivedRequest) => Reply
  requests: ReceivedRequest[]
  faults: { fault: Fault; times: number }[]
  /** Records the request and returns its fault, if any. */
  nextFault: (numbered: ReceivedRequest) => Fault | null
  method: Endpoint['method']
  pattern: RegExp
}

function newEndpointState({ method, path }: Endpoint): EndpointState {
  return {
    answerTo: () => ({ body: undefined, headers: {} }),
    requests: [],
    faults: [],
    nextFault(numbered) {
      this.requests.push(numbered)
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
      /** Sets the response from now on; faults take precedence. */
      answer: <E extends Endpoint>(endpoint: E, body: AnswerBody<E>, headers: Reply['headers'] = {}): void => {
        stateOf(endpoint).answerTo = () => ({ body, headers })
      },
      /** Like `answer`, with a response that depends on the request. */
      answerTo: <E extends Endpoint>(
        endpoint: E,
        answer: (numbered: ReceivedRequest) => { body: ServerOutput<E>; headers?: Reply['headers'] }
      ): void => {
        stateOf(endpoint).answerTo = numbered => ({ headers: {}, ...answer(numbered) })
      },
      requestCount: (endpoint: Endpoint): number => stateOf(endpoint).requests.length,
      /** Injects a fault, for the next `times` requests if given. After that, earlier faults apply again. */
      fail: (endpoint: Endpoint, fault: Fault, times = Number.POSITIVE_INFINITY): void => {
        stateOf(endpoint).faults.push({ fault, times })
      },
      /** All requests to an endpoint, in order. */
      requestsTo: (endpoint: Endpoint): readonly ReceivedRequest[] => stateOf(endpoint).requests,
      /** Removes all faults. */
      clearFaults: (): void => {
        for (const call of calls.values()) call.faults = []
      }
    }
  }
}

// Close the connection after each response, so that a fault does not affect the next request.
const CLOSE_CONNECTION = { connection: 'close' }

function reply(response: ServerResponse, status: number, body: unknown, headers: Reply['headers'] = {}): void {
  const text = headers['content-type'] ? String(body) : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...CLOSE_CONNECTION, ...headers }).end(text)
}

/** Sends the head of a response and the first of a hundred bytes. */
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
