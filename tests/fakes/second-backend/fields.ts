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

type Place = 'body' | 'path'

/** FastAPI's response to a field that is missing or has the wrong type. */
export function invalid(place: Place, name: string, msg: string, type: string): Refusal {
  return new Refusal(422, [{ input: null, loc: [place, name], msg, type }])
}

/** A body, a query or path parameters, unparsed. */
export type Fields = Record<string, unknown>

export function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  if (value === undefined || value === null) throw invalid('body', name, 'Field required', 'missing')
  if (typeof value !== 'string') throw invalid('body', name, 'Input should be a valid string', 'string_type')
  return value
}

/** An id: a whole number, or a text that contains one. */
export function idIn(fields: Fields, name: string, place: Place = 'body'): number {
  const value = fields[name]
  if (value === undefined || value === null) throw invalid(place, name, 'Field required', 'missing')
  const id = Number(value)
  if (value !== '' && Number.isInteger(id)) return id
  throw invalid(place, name, 'Input should be a valid integer, unable to parse string as an integer', 'int_parsing')
}

/** A time; without a zone, it is UTC. */
export function instantIn(fields: Fields, name: string): Date {
  const text = textIn(fields, name)
  const instant = new Date(/(?:z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`)
  if (Number.isNaN(instant.getTime()))
    throw invalid('body', name, 'Input should be a valid datetime', 'datetime_parsing')
  return instant
}

/** UTC without a zone marker: '2026-06-15T13:30:00'. */
export function naive(instant: Date): string {
  return instant.toISOString().slice(0, 19)
}
