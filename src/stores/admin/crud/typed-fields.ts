/** Form values exactly as typed. */
export type FormFields = Record<string, boolean | File | null | readonly string[] | string>

export const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

export function pickFields<Fields extends FormFields>(
  fields: Fields,
  names: readonly (keyof Fields)[]
): Partial<Fields> {
  return Object.fromEntries(names.map(name => [name, fields[name]])) as Partial<Fields>
}
