/** An error response in the format of FastAPI. */
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

/** FastAPI's response to a field that is missing or has the wrong type. */
export function invalid(place: Place, name: string, msg: string, type: string): Refusal {
  return new Refusal(422, [{ input: null, loc: [place, name], msg, type }])
}
