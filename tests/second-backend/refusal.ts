/** An answer other than 200, in FastAPI's words. */
export class Refusal extends Error {
  readonly status: number
  readonly detail: unknown
  readonly headers: Record<string, string>

  constructor(status: number, detail: unknown, headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`)
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

export type Place = 'body' | 'path' | 'query'

/** What FastAPI answers to a field that is missing or of the wrong type. */
export function invalid(place: Place, name: string, msg: string, type: string): Refusal {
  return new Refusal(422, [{ input: null, loc: [place, name], msg, type }])
}
