import type * as v from 'valibot'
import { containsNoNumber } from '#domain/kit/parse-whole-number.ts'
import { notANumber } from '#messages/admin/forms.ts'
import { toast } from '#stores/app/toasts.ts'
import { validationIssues } from '#stores/kit/forms/validation-issues.ts'
import type { CrudFormStore, Editing } from './crud-form.ts'
import { type FormFields, pickFields } from './typed-fields.ts'

// What an admin has typed, on its way to the server: numbers are normalised, and the contract's rules applied.

export interface CrudInputOptions<Fields extends FormFields> {
  /** The request body of the fields: strings trimmed, numbers parsed. */
  toBody: (fields: Fields) => Record<string, unknown>
  /** The contract's validation schemas; their messages are shown to the admin. */
  schemas: { create: v.GenericSchema; update: v.GenericSchema }
  /** The whole-number fields, and the value that replaces text that contains no number. */
  numberFallbacks?: Partial<Record<keyof Fields & string, number>>
}

export type CrudInput<Row, Fields extends FormFields> = ReturnType<typeof createCrudInput<Row, Fields, Editing<Row>>>

export function createCrudInput<Row, Fields extends FormFields, Mode extends Editing<Row> = Editing<Row>>(
  { $fields, $initialFields, errors, fieldOrder, isUnchanged, setField }: CrudFormStore<Row, Fields, Mode>,
  { numberFallbacks, schemas, toBody }: CrudInputOptions<Fields>
) {
  type Field = keyof Fields & string

  /** Call it when the field loses focus. A replacement during typing would mix with the next key. */
  function normaliseNumber(field: Field): void {
    const { [field]: typed } = $fields.get()
    const fallback = numberFallbacks?.[field]
    if (fallback === undefined || typeof typed !== 'string' || !containsNoNumber(typed)) return
    setField(field, String(fallback) as Fields[Field])
    toast('info', notANumber(fallback))
  }

  /** Returns the fields as they are sent, and shows them in the form, which may stay open. */
  function normaliseFields(editing: Editing<Row>): Fields {
    for (const field of fieldOrder) normaliseNumber(field)
    const unchanged = fieldOrder.filter(field => isUnchanged(editing, field, $fields.get()))
    $fields.set({ ...$fields.get(), ...pickFields($initialFields.get(), unchanged) })
    return $fields.get()
  }

  /** Shows the validation issues, and returns whether there are any. */
  function hasValidationIssues(editing: Editing<Row>, fields: Fields): boolean {
    const sent = Object.entries(toBody(fields)).filter(([name]) => !isUnchanged(editing, name, fields))
    const issues = validationIssues(schemas[editing.mode === 'create' ? 'create' : 'update'], Object.fromEntries(sent))
    return errors.showIssues(issues)
  }

  return { hasValidationIssues, normaliseFields, normaliseNumber }
}
