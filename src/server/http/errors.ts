import type { ProblemDetail } from '#contract/kit/problem.ts'
import * as text from '#messages/common.ts'

/** An expected error for the caller. handle.ts turns it into the response. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly detail: ProblemDetail
  readonly headers: Record<string, string>

  constructor(status: number, detail: ProblemDetail, headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : 'Validation error')
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

export const badRequest = (detail: string, headers?: Record<string, string>) => new Problem(400, detail, headers)
export const unauthorised = (detail: string = text.notAuthenticated) =>
  new Problem(401, detail, { 'www-authenticate': 'Bearer' })
export const forbidden = () => new Problem(403, text.notAllowed)
export const notFound = (detail: string = text.notFound) => new Problem(404, detail)
export const conflict = (detail: string) => new Problem(409, detail)
export const lengthRequired = () => new Problem(411, text.lengthRequired)
export const payloadTooLarge = (detail: string = text.bodyTooLarge) => new Problem(413, detail)
export const tooManyRequests = (seconds: number, detail = text.tooManyRequests(seconds)) =>
  new Problem(429, detail, { 'retry-after': String(seconds) })
export const badGateway = (detail: string) => new Problem(502, detail)

/** 422 for an unreadable body. */
export const invalidBody = (msg: string) => new Problem(422, [{ loc: ['body'], msg, type: 'invalid' }])

/** 422 for a single field, for rules that only the server can check. */
export const invalidField = (name: string, msg: string) =>
  new Problem(422, [{ loc: ['body', name], msg, type: 'value_error' }])
