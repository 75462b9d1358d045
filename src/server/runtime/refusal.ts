import type { ErrorDetail } from '#contract/kit/endpoint.ts'
import { type DetailArgs, REFUSALS, type RefusalCode } from '#contract/kit/refusals.ts'

/** A refused call. server/http/handle.ts turns it into the response. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: ErrorDetail
  readonly headers: Readonly<Record<string, string>>
  readonly status: number

  constructor(code: RefusalCode, detail: ErrorDetail, headers: Readonly<Record<string, string>> = {}) {
    super(typeof detail === 'string' ? detail : 'Validation error')
    this.code = code
    this.detail = detail
    this.headers = headers
    this.status = REFUSALS[code][0]
  }

  /** Returns a copy with more headers. */
  withHeaders(headers: Readonly<Record<string, string>>): Refusal {
    return new Refusal(this.code, this.detail, { ...this.headers, ...headers })
  }
}

/** The refusal with its status and sentence from the contract; `args` are the sentence's. Invalid input: see below. */
export function refusal<Code extends Exclude<RefusalCode, 'invalid_input'>>(
  code: Code,
  ...args: DetailArgs<Code>
): Refusal {
  const detail = REFUSALS[code][1] as string | ((...args: DetailArgs<Code>) => string)
  return new Refusal(code, typeof detail === 'string' ? detail : detail(...args))
}

export const notAuthenticated = (code: 'not_authenticated' | 'wrong_credentials' = 'not_authenticated') =>
  refusal(code).withHeaders({ 'www-authenticate': 'Bearer' })

/** 429 or 503 with the seconds to wait. */
export const retryAfter = (refused: Refusal, seconds: number) => refused.withHeaders({ 'retry-after': String(seconds) })

/** 422 for an unreadable body. */
export const invalidBody = (msg: string) => new Refusal('invalid_input', [{ loc: ['body'], msg, type: 'invalid' }])

/** 422 for a single field, for rules that only the server can check. */
export const invalidField = (name: string, msg: string) =>
  new Refusal('invalid_input', [{ loc: ['body', name], msg, type: 'value_error' }])

/** The database or the bucket failed for a moment. It is already logged. `server/http/handle.ts` answers 503. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** The database has its greatest size, and refuses writes. */
export class DatabaseFull extends Unavailable {
  override name = 'DatabaseFull'
}

/** The `Unavailable` behind an error, or null. Drizzle wraps errors thrown by the database client. */
export function unavailableOf(error: unknown): Unavailable | null {
  if (!(error instanceof Error)) return null
  return error instanceof Unavailable ? error : unavailableOf(error.cause)
}

export const isUnavailable = (error: unknown) => unavailableOf(error) !== null
