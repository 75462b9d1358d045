import * as v from 'valibot'

// Ids are text in the app. A backend whose ids are numbers gets numbers back: those that came as numbers are remembered
// under the field in which requests send them, so that '7' and 7 stay two things, and '007' stays text.

const NUMBERS = {
  pricing_plan_id: new Set<string>(),
  property_id: new Set<string>(),
  scooter_id: new Set<string>()
}
type IdField = keyof typeof NUMBERS

const idTold = v.union([v.string(), v.number()])

function textOf(field: IdField, told: number | string): string {
  if (typeof told === 'number') NUMBERS[field].add(String(told))
  return String(told)
}

/** An id in an answer, which requests send back in `field`. */
// @__NO_SIDE_EFFECTS__
export function idFor(field: IdField) {
  return v.pipe(
    idTold,
    v.transform(told => textOf(field, told))
  )
}

/** As `idFor`; null in the app where it is missing, empty or null. */
// @__NO_SIDE_EFFECTS__
export function optionalIdFor(field: IdField) {
  return v.pipe(
    v.nullish(idTold, null),
    v.transform(told => (told === null || told === '' ? null : textOf(field, told)))
  )
}

const isIdField = (name: string): name is IdField => name in NUMBERS

/** A body with each id as the backend told it: a number where it came as a number. */
export function withIdsAsTold(body: Record<string, unknown>): Record<string, unknown> {
  const told = (name: string, value: unknown) =>
    isIdField(name) && typeof value === 'string' && NUMBERS[name].has(value) ? Number(value) : value
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, told(name, value)]))
}
