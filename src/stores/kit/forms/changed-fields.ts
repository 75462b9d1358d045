/** The names of the fields that differ from the saved ones. White space around text is no difference. */
export function changedFields<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  saved: Fields
): (keyof Fields & string)[] {
  return Object.keys(fields).filter(name => !isEqual(fields[name], saved[name]))
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every(each => other.includes(each))
  return one === other
}
