/** Form values exactly as typed. */
export type FormFields = Record<string, boolean | File | null | readonly string[] | string>

export const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

export function pick<Fields extends FormFields>(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(names.map(name => [name, fields[name]])) as Partial<Fields>
}

export function changedFields<Fields extends FormFields>(fields: Fields, saved: Fields): (keyof Fields & string)[] {
  return Object.keys(fields).filter(name => !isEqual(fields[name], saved[name]))
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every(each => other.includes(each))
  return one === other
}
