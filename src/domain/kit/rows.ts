/** The object with these keys only. */
export function pick<From extends object, Key extends keyof From>(
  from: From,
  ...keys: readonly Key[]
): Pick<From, Key> {
  return Object.fromEntries(keys.map(key => [key, from[key]])) as Pick<From, Key>
}

let collator: Intl.Collator | undefined

/** The order in which a person reads names: regardless of case and accents, and 'Scooter 2' before 'Scooter 10'. */
function compareNames(one: string, other: string): number {
  // Not at load, because many pages that load this module sort nothing.
  collator ??= new Intl.Collator('en-IN', { numeric: true })
  return collator.compare(one, other)
}

export const fieldOf = (row: unknown, name: string): unknown => (row as Record<string, unknown>)[name]

function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compareNames(String(one ?? ''), String(other ?? ''))
}

/** Sorts by a field; '-field' is the reverse. Rows without the field keep their order. */
export function sortRows<Row>(rows: readonly Row[], sort: string): Row[] {
  const field = sort.replace(/^-/, '')
  const sorted = [...rows].sort((one, other) => compareValues(fieldOf(one, field), fieldOf(other, field)))
  return sort.startsWith('-') ? sorted.reverse() : sorted
}
