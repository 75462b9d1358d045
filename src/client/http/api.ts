import { createFetch, type FetchError } from 'ofetch'
import * as v from 'valibot'
import { API_BASE } from '#client/build-config.ts'
import { $token, rejectToken } from '#client/session/token.ts'
import { type ClientArgs, type ClientOutput, type Endpoint, errorBody, pathOf } from '#contract/kit/endpoint.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { HAS_TEXT_IDS, IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { API_TIMEOUT_MS, NOT_FOUND, READ_RETRY_DELAYS_MS, UNAUTHORISED, UPLOAD_STALL_MS } from '#domain/constants.ts'
import { orFallback } from '#domain/kit/failures.ts'
import { ApiError } from './api-error.ts'
import { readServerTime } from './server-time.ts'
import { abortWhenStill, downloadFetch, type OnProgress, uploadFetch } from './transfer.ts'

/** A gateway answers with these while its server is unavailable for a moment. */
const TRANSIENT_STATUSES = [502, 503, 504]

export interface Watcher {
  /** Gets the bytes of the response received so far. */
  onReceived?: (bytes: number) => void
  /** Gets the fraction of a request with a file that is sent, from 0 to 1. */
  onSent?: OnProgress
  /** Aborts the request. */
  signal?: AbortSignal
}

type Args<E extends Endpoint> = ClientArgs<E, [watcher?: Watcher]>

interface AnyInput {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Readonly<Record<string, string | undefined>>
}

/**
 * Calls an endpoint of the contract. Throws ApiError if the server rejects the request, and TypeError if its response
 * does not fit the contract. Rethrows other errors of `fetch`. With an external backend, an endpoint that is not
 * `isSpecified` fails with `not_found` without a request.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input, watcher]: Args<E>): Promise<ClientOutput<E>> {
  return (await sendRequest(endpoint, input ?? {}, watcher)).output
}

export interface ListResponse<Rows> {
  /** Null if the response is the whole list, because the backend does not support paging. */
  hasMore: boolean | null
  rows: Rows
}

/** Loads one page of a list, and whether more pages follow. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, string>>
): Promise<ListResponse<ClientOutput<E>>> {
  const { headers, output } = await sendRequest(endpoint, { query })
  const hasMoreHeader = headers.get(HAS_MORE_HEADER)
  return { hasMore: hasMoreHeader === null ? null : hasMoreHeader === 'true', rows: output }
}

async function sendRequest<E extends Endpoint>(
  endpoint: E,
  { body, params, query }: AnyInput,
  { onReceived, onSent, signal: unneeded }: Watcher = {}
): Promise<{ headers: Headers; output: ClientOutput<E> }> {
  if (!IS_BACKEND_EMBEDDED && !endpoint.isSpecified)
    throw new ApiError({ headers: new Headers(), status: NOT_FOUND }, { code: 'not_found' })
  const token = $token.get()
  const { moved, signal, stop } = abortWhenStill(hasFile(body) ? UPLOAD_STALL_MS : API_TIMEOUT_MS, unneeded)
  const watchedFetch = hasFile(body)
    ? uploadFetch(part => {
        moved()
        onSent?.(part)
      })
    : downloadFetch(bytes => {
        moved()
        onReceived?.(bytes)
      })
  const attempt = async () => {
    const sentAt = Date.now()
    return createFetch({ fetch: watchedFetch }).raw<unknown>(API_BASE + pathOf(endpoint, params), {
      body: endpoint.encoding === 'form' ? toFormData(body) : toJsonBody(body),
      // An answer from a cache has an old time.
      cache: 'no-store',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      method: endpoint.method,
      onResponse: ({ response }) => {
        if (!mayBeShared(endpoint)) readServerTime(response.headers, sentAt)
      },
      query,
      retry: false,
      ...(endpoint.output.type !== 'instance' && { parseResponse: parseBody }),
      // ofetch's own timeout stops at the response head and does not limit the body.
      signal
    })
  }
  try {
    const { _data, headers } = await retryTransient(attempt, retryDelays(endpoint), signal)
    return { headers, output: parseResponse(endpoint, _data) }
  } catch (error) {
    if (!isFetchError(error) || !error.response) throw error
    throw toApiError(error.response, error.data, endpoint.access === 'public' ? undefined : token)
  } finally {
    stop()
  }
}

/** What the contract finds wrong with a form's fields before they are sent: the field's name and the message of each. */
export function validationIssues(schema: v.GenericSchema, fields: unknown): [name: unknown, sentence: string][] {
  const { issues = [] } = v.safeParse(schema, fields)
  return issues.map(({ message, path }) => [path?.at(-1)?.key, message])
}

/** Whether the answer may come from a cache between an external backend and its riders, with an old time. */
const mayBeShared = ({ access }: Endpoint) => !IS_BACKEND_EMBEDDED && access === 'public'

/** With `safeParse`, because `parse` would add its error class to every page. */
function parseResponse<E extends Endpoint>(endpoint: E, data: unknown): ClientOutput<E> {
  const { issues, output } = v.safeParse(endpoint.output, data)
  if (issues) throw new TypeError(issues[0].message)
  if (!HAS_TEXT_IDS) rememberNumericIds(endpoint.path, data)
  return output
}

/** JSON, whatever type it declares, else text. ofetch would read every other type as a file. */
function parseBody(text: string): unknown {
  return orFallback(() => JSON.parse(text) as unknown, text)
}

function retryDelays({ retryDelaysMs, method }: Endpoint): readonly number[] {
  return retryDelaysMs ?? (method === 'GET' ? READ_RETRY_DELAYS_MS : [])
}

/** Retries after each delay, as long as only transient errors occur and the deadline has not passed. */
function retryTransient<T>(attempt: () => Promise<T>, delaysMs: readonly number[], deadline: AbortSignal): Promise<T> {
  const [delayMs, ...later] = delaysMs
  return attempt().catch(async (error: unknown) => {
    if (delayMs === undefined || deadline.aborted || !isTransient(error)) throw error
    await new Promise(resolve => setTimeout(resolve, delayMs))
    return retryTransient(attempt, later, deadline)
  })
}

function isFetchError(error: unknown): error is FetchError {
  return error instanceof Error && error.name === 'FetchError'
}

function isTransient(error: unknown): boolean {
  const status = isFetchError(error) ? error.response?.status : undefined
  return status === undefined || TRANSIENT_STATUSES.includes(status)
}

function toApiError(response: Response, body: unknown, token: string | undefined): ApiError {
  const endsSession = response.status === UNAUTHORISED && token !== undefined
  if (endsSession) rejectToken(token)
  const { issues, output } = v.safeParse(errorBody, body)
  return new ApiError(response, issues ? {} : output, endsSession)
}

function toJsonBody(fields: AnyInput['body']): AnyInput['body'] {
  return !HAS_TEXT_IDS && fields ? withOriginalIds(fields) : fields
}

function hasFile(fields: Record<string, unknown> = {}): boolean {
  return Object.values(fields).some(value => value instanceof Blob)
}

function toFormData(fields: Record<string, unknown> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}

// An id is a string in the app, but some external backends have numbers. An id that a response had as a number is
// remembered by its request field and sent back as a number, so '7' and 7 stay distinct and '007' stays text.

/** The request fields with ids, by the collection whose rows have that id. */
const FIELD_BY_COLLECTION: Readonly<Record<string, string>> = {
  'pricing-plans': 'pricing_plan_id',
  properties: 'property_id',
  scooters: 'scooter_id'
}
const ID_FIELDS = Object.values(FIELD_BY_COLLECTION)

/** '<field> <id>'. A page calls only one backend. */
const numericIds = new Set<string>()

/** The collection of a path such as '/admin/scooters/{id}'. */
const COLLECTION = /\/([\w-]+)(?:\/\{\w+\})?$/

/** Remembers the ids of a response that are numbers. `path` is that of the endpoint. */
export function rememberNumericIds(path: string, response: unknown): void {
  const [, collection = ''] = COLLECTION.exec(path) ?? []
  const visit = (name: string, value: unknown): void => {
    const field = name === 'id' ? FIELD_BY_COLLECTION[collection] : name
    if (typeof value === 'number' && ID_FIELDS.some(each => each === field)) numericIds.add(`${field} ${value}`)
    if (typeof value === 'object' && value !== null) for (const entry of Object.entries(value)) visit(...entry)
  }
  visit('', response)
}

/** Returns the body with ids in the type the backend used. */
export function withOriginalIds(body: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && numericIds.has(`${name} ${value}`) ? Number(value) : value
  ])
  return Object.fromEntries(entries)
}
