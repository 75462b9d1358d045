/** What a form holds: as typed, so that nothing is lost of it. */
export type Typed = Record<string, boolean | File | null | readonly string[] | string>

export const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

export function pick<Fields extends Typed>(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(names.map(name => [name, fields[name]])) as Partial<Fields>
}

export function changedIn<Fields extends Typed>(fields: Fields, before: Fields): (keyof Fields & string)[] {
  return Object.keys(fields).filter(name => !isSame(fields[name], before[name]))
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every(each => other.includes(each))
  return one === other
}
