import { FetchError, ofetch } from 'ofetch'
import * as v from 'valibot'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { type Detail, problem } from '#contract/problem.ts'
import { API_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#domain/constants.ts'
import { validationError } from '#messages/common.ts'
import { API_BASE, IS_EXTERNAL_BACKEND } from './config.ts'
import { $token } from './token.ts'

/** What the server refused, in its own words; `detail` is missing when it sent none that can be read. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly detail: Detail | undefined
  readonly headers: Headers

  constructor(status: number, detail: Detail | undefined, headers: Headers) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`)
    this.status = status
    this.detail = detail
    this.headers = headers
  }

  /** The server's own words in one sentence, a list of details too (spec §8); undefined when it sent none. */
  get sentence(): string | undefined {
    return Array.isArray(this.detail) ? validationError(this.detail) : this.detail
  }
}

/** The status of what a backend does not have. */
export const NOT_FOUND = 404

type Args<E extends Endpoint> = unknown extends Sent<E> ? [] : [input: Sent<E>]

interface AnyInput {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, string | undefined>
}

/** Told of every 401 that met a token; stores/session.ts ends the session there. */
export const unauthorised: { tell: (refused: string) => void } = { tell: () => undefined }

/**
 * One call of the contract: the request it describes, the answer it promises.
 * Throws ApiProblem for a refusal, and what `fetch` or the parser throws for everything else. What only our own backend
 * has is not found at another's, without asking it.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Args<E>): Promise<Output<E>> {
  if (IS_EXTERNAL_BACKEND && endpoint.added) throw new ApiProblem(NOT_FOUND, undefined, new Headers())
  const { body, params = {}, query }: AnyInput = input ?? {}
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const token = $token.get()
  try {
    const reply = await ofetch<unknown>(API_BASE + path, {
      body: endpoint.encoding === 'form' ? formOf(body) : body,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      method: endpoint.method,
      query,
      retry: false,
      timeout: carriesFile(body) ? UPLOAD_TIMEOUT_MS : API_TIMEOUT_MS
    })
    return v.parse(endpoint.output, reply)
  } catch (error) {
    if (!(error instanceof FetchError) || !error.response) throw error
    if (error.response.status === 401 && token) unauthorised.tell(token)
    const { issues, output } = v.safeParse(problem, error.data)
    throw new ApiProblem(error.response.status, issues ? undefined : output.detail, error.response.headers)
  }
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
