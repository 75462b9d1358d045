// An id is a string in the app, but some external backends have numbers. An id that a response had as a number is
// remembered by its request field and sent back as a number, so '7' and 7 stay distinct and '007' stays text.

/** The request fields with ids, by the collection whose rows have that id. */
const FIELD_BY_COLLECTION: Readonly<Record<string, string>> = {
  'pricing-plans': 'pricing_plan_id',
  properties: 'property_id',
  scooters: 'scooter_id'
}
const ID_FIELDS = Object.values(FIELD_BY_COLLECTION)

/** '<field> <id>'. A page calls only one backend. */
const numericIds = new Set<string>()

/** The collection of a path such as '/admin/scooters/{id}'. */
const COLLECTION = /\/([\w-]+)(?:\/\{\w+\})?$/

/** Remembers the ids of a response that are numbers. `path` is that of the endpoint. */
export function rememberNumericIds(path: string, response: unknown): void {
  const [, collection = ''] = COLLECTION.exec(path) ?? []
  const visit = (name: string, value: unknown): void => {
    const field = name === 'id' ? FIELD_BY_COLLECTION[collection] : name
    if (typeof value === 'number' && ID_FIELDS.some(each => each === field)) numericIds.add(`${field} ${value}`)
    if (typeof value === 'object' && value !== null) for (const entry of Object.entries(value)) visit(...entry)
  }
  visit('', response)
}

/** Returns the body with ids in the type the backend used. */
export function withOriginalIds(body: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && numericIds.has(`${name} ${value}`) ? Number(value) : value
  ])
  return Object.fromEntries(entries)
}
