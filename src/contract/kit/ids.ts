import * as v from 'valibot'

// Ids are text in the app. A backend whose ids are numbers gets numbers back: those that came as numbers are remembered
// under the field in which requests send them, so that '7' and 7 stay two things, and '007' stays text.

const NUMERIC_IDS = {
  pricing_plan_id: new Set<string>(),
  property_id: new Set<string>(),
  scooter_id: new Set<string>()
}
type IdField = keyof typeof NUMERIC_IDS

const rawId = v.union([v.string(), v.number()])

function rememberId(field: IdField, raw: number | string): string {
  if (typeof raw === 'number') NUMERIC_IDS[field].add(String(raw))
  return String(raw)
}

/** An id in an answer, which requests send back in `field`. */
// @__NO_SIDE_EFFECTS__
export function idFor(field: IdField) {
  return v.pipe(
    rawId,
    v.transform(raw => rememberId(field, raw))
  )
}

/** As `idFor`; null in the app where it is missing, empty or null. */
// @__NO_SIDE_EFFECTS__
export function optionalIdFor(field: IdField) {
  return v.pipe(
    v.nullish(rawId, null),
    v.transform(raw => (raw === null || raw === '' ? null : rememberId(field, raw)))
  )
}

const isIdField = (name: string): name is IdField => name in NUMERIC_IDS

/** A body with each id as the backend told it: a number where it came as a number. */
export function withOriginalIds(body: Record<string, unknown>): Record<string, unknown> {
  const originalId = (name: string, value: unknown) =>
    isIdField(name) && typeof value === 'string' && NUMERIC_IDS[name].has(value) ? Number(value) : value
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, originalId(name, value)]))
}
