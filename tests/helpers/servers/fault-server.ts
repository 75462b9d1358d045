import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Endpoint, pathOf, type ServerOutput } from '#contract/kit/endpoint.ts'
import { REFUSALS, type RefusalCode } from '#contract/kit/refusals.ts'
import { REQUEST_NUMBER_HEADER } from '#tests/helpers/browser/server-fetch.ts'
import { partsOf } from '#tests/helpers/data/multipart.ts'
import { startLocalServer } from './local-server.ts'

// A backend that answers every endpoint correctly until a fault is injected.

/** Faults that are final. */
type FinalFault =
  | { kind: 'answers'; body?: unknown; headers?: Record<string, string>; status?: number }
  | { kind: 'cut' | 'empty' | 'hangs' | 'html' | 'offline' | 'plain' | 'stalls' }

/** Faults of a response. A slow response waits until the test releases it. */
export type Fault = FinalFault | { kind: 'slow' }

/** The error response of any backend. */
export function errorFault(detail: unknown, status = 400, headers: Record<string, string> = {}): FinalFault {
  return { body: { detail }, headers, kind: 'answers', status }
}

export const serverError = errorFault('Internal server error', 500)

/** A refusal as our own backend answers it. */
export function refusalFault(code: RefusalCode, detail: string): FinalFault {
  return { body: { code, detail }, kind: 'answers', status: REFUSALS[code][0] }
}

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>

export async function startFaultServer() {
  const calls = createEndpointRegistry()
  /** Requests without a complete response, which wait for the test or for a timeout. */
  const held = new Map<string, Fault['kind']>()
  const slow: (() => void)[] = []

  const listener: RequestListener = async (request, response) => {
    // Node's own header has the real time, not that of the test.
    response.setHeader('date', new Date().toUTCString())
    // The question whether the site answers (client/device/network.ts).
    if (request.method === 'HEAD') return reply(response, 200, null)
    const received = await readRequest(request)
    const call = calls.find(request)
    const numbered = calls.record(received, call)
    if (!call) return reply(response, 404, { detail: 'Not found' })
    const number = String(request.headers[REQUEST_NUMBER_HEADER])
    const fault = call.nextFault()
    const answer = fault && fault.kind !== 'slow' ? fault : call.answerTo(numbered)
    const send = async () => {
      held.set(number, 'slow')
      const final = await answer
      held.delete(number)
      if (!('kind' in final)) return reply(response, 200, final.body, final.headers)
      if (final.kind === 'answers') return reply(response, final.status ?? 200, final.body, final.headers)
      held.set(number, final.kind)
      FAULT_HANDLERS[final.kind](response)
    }
    if (fault?.kind !== 'slow') return send()
    slow.push(() => void send())
    held.set(number, 'slow')
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
export interface ReceivedRequest {
  authorization: string | undefined
  body: unknown
  /** Counted from 1 per endpoint. */
  number: number
  path: string
  query: Record<string, string>
}

async function readRequest(request: IncomingMessage): Promise<Omit<ReceivedRequest, 'number'>> {
  const { headers, url = '' } = request
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const body = parseBody(await buffer(request), headers['content-type'] ?? '')
  return { authorization: headers.authorization, body, path: pathname, query: Object.fromEntries(searchParams) }
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

type Headers = Record<string, string>
type Answer<Body = unknown> = FinalFault | { body: Body; headers?: Headers }
type Answerer<Body = unknown> = (numbered: ReceivedRequest) => Answer<Body> | Promise<Answer<Body>>

/** The calls of an endpoint with these parameters. Their answers come before those for all of its calls. */
export const at = <E extends Endpoint>(endpoint: E, params: Record<string, string>): E => ({
  ...endpoint,
  path: pathOf(endpoint, params)
})

/** An answer that takes this time. */
export const delayed = <Given extends Answer>(ms: number, answer: Given): Promise<Given> =>
  new Promise(resolve => setTimeout(() => resolve(answer), ms))

interface EndpointState {
  answerTo: Answerer
  faults: { fault: Fault; times: number }[]
  nextFault: () => Fault | null
  hasParams: boolean
  method: Endpoint['method']
  pattern: RegExp
}

function newEndpointState({ method, path }: Endpoint): EndpointState {
  return {
    answerTo: () => errorFault('Not found', 404),
    faults: [],
    nextFault() {
      const next = this.faults.findLast(({ times }) => times > 0)
      if (!next) return null
      next.times -= 1
      return next.fault
    },
    hasParams: path.includes('{'),
    method,
    pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  }
}

function createEndpointRegistry() {
  const calls = new Map<string, EndpointState>()
  const received: { call: EndpointState | undefined; request: ReceivedRequest }[] = []
  const requestsOf = (wanted: EndpointState | undefined) =>
    received.flatMap(({ call, request }) => (call === wanted ? [request] : []))

  function stateOf(endpoint: Endpoint): EndpointState {
    const name = `${endpoint.method} ${endpoint.path}`
    const call = calls.get(name) ?? newEndpointState(endpoint)
    calls.set(name, call)
    return call
  }

  /** Sets the response from now on, with a function of the request. Earlier faults of the endpoint end. */
  function answerTo<E extends Endpoint>(endpoint: E, answerer: Answerer<AnswerBody<E>>): void {
    Object.assign(stateOf(endpoint), { answerTo: answerer, faults: [] })
  }

  return {
    find: ({ method, url = '' }: IncomingMessage): EndpointState | undefined => {
      const [path = ''] = url.split('?')
      const matching = [...calls.values()].filter(call => call.method === method && call.pattern.test(path))
      return matching.find(({ hasParams }) => !hasParams) ?? matching[0]
    },
    record: (unnumbered: Omit<ReceivedRequest, 'number'>, call: EndpointState | undefined): ReceivedRequest => {
      const request = { ...unnumbered, number: requestsOf(call).length + 1 }
      received.push({ call, request })
      return request
    },
    controls: {
      /** Like `answerTo`, with the same response for each request. */
      answer: <E extends Endpoint>(endpoint: E, body: AnswerBody<E>, headers: Headers = {}): void =>
        answerTo(endpoint, () => ({ body, headers })),
      answerTo,
      /** Lets the requests of an endpoint wait. The returned function answers the last of them. */
      answerLater: <E extends Endpoint>(endpoint: E) => {
        let resolve = (_: Answer<AnswerBody<E>>): void => undefined
        answerTo(endpoint, () => new Promise(answered => (resolve = answered)))
        return (answer: Answer<AnswerBody<E>>): void => resolve(answer)
      },
      requestCount: (endpoint: Endpoint): number => requestsOf(stateOf(endpoint)).length,
      /** Injects a fault, for the next `times` requests if given. After that, earlier faults apply again. */
      fail: (endpoint: Endpoint, fault: Fault, times = Number.POSITIVE_INFINITY): void => {
        stateOf(endpoint).faults.push({ fault, times })
      },
      forgetRequests: (): void => {
        received.length = 0
      },
      /** The paths of all requests, in order. */
      requestedPaths: (): string[] => received.map(({ request }) => request.path),
      /** All requests to an endpoint, in order. */
      requestsTo: (endpoint: Endpoint): readonly ReceivedRequest[] => requestsOf(stateOf(endpoint)),
      /** Removes all faults. */
      clearFaults: (): void => {
        for (const call of calls.values()) call.faults = []
      }
    }
  }
}

// Close the connection after each response, so that a fault does not affect the next request.
const CLOSE_CONNECTION = { connection: 'close' }

function reply(response: ServerResponse, status: number, body: unknown, headers: Headers = {}): void {
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
