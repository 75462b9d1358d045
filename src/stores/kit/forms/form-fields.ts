import { type MapStore, map } from 'nanostores'

/** The text fields of a form. `onTyped` runs after each change that the visitor types. */
export function formFields<Field extends string>(initial: Record<Field, string>, onTyped: (field: Field) => void) {
  const $fields = map<Record<string, string>>(initial)

  function setField(field: Field, value: string): void {
    $fields.setKey<string>(field, value)
    onTyped(field)
  }

  /** Copies the form's current values: a password manager may fill fields without an input event. */
  function syncFromForm(form: FormData): void {
    for (const field of Object.keys(initial)) {
      const value = form.get(field)
      if (typeof value === 'string') $fields.setKey(field, value)
    }
  }

  return { $fields: $fields as MapStore<Record<Field, string>>, setField, syncFromForm }
}

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
