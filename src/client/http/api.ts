import type { FetchError } from 'ofetch'
import * as v from 'valibot'
import { $token } from '#client/session/token.ts'
import type { Endpoint, Output, SentArgs } from '#contract/kit/endpoint.ts'
import { HAS_MORE } from '#contract/kit/has-more.ts'
import { withIdsAsTold } from '#contract/kit/ids.ts'
import { problem } from '#contract/kit/problem.ts'
import { API_TIMEOUT_MS, READ_AGAIN_MS, UPLOAD_TIMEOUT_MS } from '#domain/constants.ts'
import { API_BASE, IS_EXTERNAL_BACKEND } from './config.ts'
import { ApiProblem, NOT_FOUND, unauthorised } from './problem.ts'

const UNAUTHORISED = 401
/** What a gateway says in the place of a server that may be back in a moment. */
const PASSING = [502, 503, 504]

type Args<E extends Endpoint> = SentArgs<E, [fetch?: typeof globalThis.fetch]>

interface AnyInput {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Readonly<Record<string, string | undefined>>
}

/**
 * One call of the contract: the request it describes, the answer it promises.
 * Throws ApiProblem for a refusal, and what `fetch` or the parser throws for everything else. What only our own backend
 * has is not found at another's, without asking it. A `fetch` of one's own can tell more of the way there.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input, fetch]: Args<E>): Promise<Output<E>> {
  return (await answerTo(endpoint, input ?? {}, fetch)).output
}

interface Page<Rows> {
  /** Null where the answer is the whole list: not every backend knows pages. */
  has_more: boolean | null
  rows: Rows
}

/** One page of a list, and whether there is more after it. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, string>>
): Promise<Page<Output<E>>> {
  const { headers, output } = await answerTo(endpoint, { query })
  const told = headers.get(HAS_MORE)
  return { has_more: told === null ? null : told === 'true', rows: output }
}

async function answerTo<E extends Endpoint>(
  endpoint: E,
  { body, params = {}, query }: AnyInput,
  fetch?: typeof globalThis.fetch
): Promise<{ headers: Headers; output: Output<E> }> {
  if (IS_EXTERNAL_BACKEND && endpoint.added) throw new ApiProblem(NOT_FOUND, undefined, new Headers())
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const token = $token.get()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), carriesFile(body) ? UPLOAD_TIMEOUT_MS : API_TIMEOUT_MS)
  const ask = async () => {
    // It comes with the first call: a page that brings its data stands, and is looked at, without.
    const { createFetch } = await import('ofetch')
    return createFetch(fetch && { fetch }).raw<unknown>(API_BASE + path, {
      body: endpoint.encoding === 'form' ? formOf(body) : jsonOf(body),
      headers: token ? { authorization: `Bearer ${token}` } : {},
      method: endpoint.method,
      query,
      retry: false,
      // Its own timeout ends with the answer's head, and waits for the rest without end.
      signal: deadline.signal
    })
  }
  try {
    const { _data, headers } = await askAgain(ask, waitsOf(endpoint), deadline.signal)
    return { headers, output: v.parse(endpoint.output, _data) }
  } catch (error) {
    if (!isFailedCall(error) || !error.response) throw error
    throw problemOf(error.response, error.data, endpoint.access === 'public' ? undefined : token)
  } finally {
    clearTimeout(timer)
  }
}

function waitsOf({ again_after_ms, method }: Endpoint): readonly number[] {
  return again_after_ms ?? (method === 'GET' ? READ_AGAIN_MS : [])
}

/** Asks once more after each wait, as long as only the network fails and the deadline has not passed. */
async function askAgain<T>(ask: () => Promise<T>, waits_ms: readonly number[], deadline: AbortSignal): Promise<T> {
  const [wait_ms, ...later] = waits_ms
  return ask().catch(async (error: unknown) => {
    if (wait_ms === undefined || deadline.aborted || !isPassing(error)) throw error
    await new Promise(resolve => setTimeout(resolve, wait_ms))
    return askAgain(ask, later, deadline)
  })
}

function isFailedCall(error: unknown): error is FetchError {
  return error instanceof Error && error.name === 'FetchError'
}

function isPassing(error: unknown): boolean {
  const status = isFailedCall(error) ? error.response?.status : undefined
  return status === undefined || PASSING.includes(status)
}

function problemOf({ headers, status }: Response, told: unknown, token: string | undefined): ApiProblem {
  const ends_session = status === UNAUTHORISED && token !== undefined
  if (ends_session) unauthorised.tell(token)
  const { issues, output } = v.safeParse(problem, told)
  return new ApiProblem(status, issues ? undefined : output.detail, headers, ends_session)
}

/** Our own backend's ids are text. */
function jsonOf(fields: AnyInput['body']): AnyInput['body'] {
  return IS_EXTERNAL_BACKEND && fields ? withIdsAsTold(fields) : fields
}

function carriesFile(fields: Record<string, unknown> = {}): boolean {
  return Object.values(fields).some(value => value instanceof Blob)
}

function formOf(fields: Record<string, unknown> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}
