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
