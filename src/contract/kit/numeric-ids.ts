import * as v from 'valibot'

// Ids are strings in the app. Ids received as numbers are remembered per request field and sent back as numbers, so '7'
// and 7 stay distinct and '007' stays text.

/** Mutable, because a schema has no context in which to remember an id, and a page calls only one backend. */
const NUMERIC_IDS = {
  pricing_plan_id: new Set<string>(),
  property_id: new Set<string>(),
  scooter_id: new Set<string>()
}
type IdField = keyof typeof NUMERIC_IDS

/** An id as a backend may send it. */
export const rawId = v.union([v.string(), v.number()])

function rememberId(field: IdField, raw: number | string): string {
  if (typeof raw === 'number') NUMERIC_IDS[field].add(String(raw))
  return String(raw)
}

/** An id in a response that requests send back in `field`. */
// @__NO_SIDE_EFFECTS__
export function idFor(field: IdField) {
  return v.pipe(
    rawId,
    v.transform(raw => rememberId(field, raw))
  )
}

/** Like `idFor`; null in the app if missing, null or empty. */
// @__NO_SIDE_EFFECTS__
export function optionalIdFor(field: IdField) {
  return v.pipe(
    v.nullish(rawId, null),
    v.transform(raw => (raw === null || raw === '' ? null : rememberId(field, raw)))
  )
}

const isIdField = (name: string): name is IdField => name in NUMERIC_IDS

/** Returns the body with ids in the type the backend used: numbers if they were received as numbers. */
export function withOriginalIds(body: Record<string, unknown>): Record<string, unknown> {
  const originalId = (name: string, value: unknown) =>
    isIdField(name) && typeof value === 'string' && NUMERIC_IDS[name].has(value) ? Number(value) : value
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, originalId(name, value)]))
}
