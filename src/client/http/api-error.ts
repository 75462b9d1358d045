import type { ErrorBody, ErrorDetail } from '#contract/kit/endpoint.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import * as apiErrorsText from '#messages/api-errors.ts'

declare const unknownCode: unique symbol
/** A code that this build does not know: of a newer server or of a proxy. No known code can be compared with it. */
type UnknownCode = string & { readonly [unknownCode]: true }

/** A request that the server rejected. `code` and `detail` are undefined if the response body does not have them. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: RefusalCode | UnknownCode | undefined
  readonly detail: ErrorDetail | undefined
  readonly headers: Headers
  /** True if the error ended the session. Its message is already shown, so callers show no other. */
  readonly endedSession: boolean

  constructor(
    { headers, status }: Pick<Response, 'headers' | 'status'>,
    { code, detail }: Partial<ErrorBody>,
    endedSession = false
  ) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`)
    this.status = status
    this.code = code as RefusalCode | UnknownCode | undefined
    this.detail = detail
    this.headers = headers
    this.endedSession = endedSession
  }

  /** The server's message as one sentence, also for a list of details; undefined if there is none. */
  get sentence(): string | undefined {
    return Array.isArray(this.detail) ? apiErrorsText.validationError(this.detail) : this.detail
  }
}
