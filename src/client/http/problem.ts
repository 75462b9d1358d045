import type { ProblemDetail } from '#contract/kit/problem.ts'
import { validationError } from '#messages/common.ts'

/** What the server refused, in its own words; `detail` is missing when it sent none that can be read. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly detail: ProblemDetail | undefined
  readonly headers: Headers
  /** Where it ended the session, that has been said, and needs no other sentence. */
  readonly endedSession: boolean

  constructor(status: number, detail: ProblemDetail | undefined, headers: Headers, endedSession = false) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`)
    this.status = status
    this.detail = detail
    this.headers = headers
    this.endedSession = endedSession
  }

  /** The server's own words in one sentence, a list of details too (spec §8); undefined when it sent none. */
  get sentence(): string | undefined {
    return Array.isArray(this.detail) ? validationError(this.detail) : this.detail
  }
}

/** The status of what a backend does not have. */
export const NOT_FOUND = 404

/** Told of every 401 that met a token, where one is needed; stores/session/session.ts ends the session there. */
export const unauthorisedListener: { notify: (rejectedToken: string) => void } = { notify: () => undefined }
