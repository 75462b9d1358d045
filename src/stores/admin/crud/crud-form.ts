import { atom, map } from 'nanostores'
import { formErrors } from '#stores/kit/forms/form-errors.ts'
import { changedFields } from '#stores/kit/forms/form-fields.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { type FormFields, isBlank, pickFields } from './typed-fields.ts'
import { protectUnsavedChanges } from './unsaved-changes.ts'

// The form that creates or edits one row: what is typed, what has changed, and when it opens and closes.

export interface EditingRow<Row> {
  mode: 'edit'
  row: Row
}

export type Editing<Row> = { mode: 'create' } | EditingRow<Row>

export interface CrudFormOptions<Fields extends FormFields> {
  /** An empty form. The order of its keys is the order of the fields on screen. */
  empty: () => Fields
  /** Preselected values of a new row, as far as they are loaded. */
  defaults?: () => Partial<Fields>
  /** Fields that keep their saved value if they are left empty while a row is edited. */
  keepIfEmpty?: readonly (keyof Fields & string)[]
  /** Form fields by contract field, if the names differ. */
  fieldAliases?: Record<string, keyof Fields & string>
}

/** `Mode` is `EditingRow` for a form that creates no rows. */
export type CrudFormStore<Row, Fields extends FormFields, Mode extends Editing<Row> = Editing<Row>> = ReturnType<
  typeof createCrudForm<Row, Fields, Mode>
>

function createFormState<Row, Fields extends FormFields, Mode extends Editing<Row>>(options: CrudFormOptions<Fields>) {
  type Field = keyof Fields & string
  const { empty, fieldAliases, keepIfEmpty = [] } = options
  /** Null while the form is closed. */
  const $editing = atom<Mode | null>(null)
  /** Null while the form is closed or creates a row. */
  const $editedRow = computed($editing, (editing: Editing<Row> | null) =>
    editing?.mode === 'edit' ? editing.row : null
  )
  const $fields = map<Fields>(empty())
  const $initialFields = atom(empty())
  const fieldOrder: readonly Field[] = Object.keys(empty())
  const errors = formErrors<Field>({ aliases: fieldAliases, fields: fieldOrder })

  function isUnchanged({ mode }: Editing<Row>, name: Field, fields: Fields): boolean {
    return mode === 'edit' && keepIfEmpty.includes(name) && isBlank(fields[name])
  }

  const $changed = computed([$editing, $fields, $initialFields], (editing, fields, before) =>
    editing === null ? [] : changedFields(fields, before).filter(name => !isUnchanged(editing, name, fields))
  )

  return { $changed, $editedRow, $editing, $fields, $initialFields, errors, fieldOrder, isUnchanged }
}

type FormState<Row, Fields extends FormFields, Mode extends Editing<Row>> = ReturnType<
  typeof createFormState<Row, Fields, Mode>
>

/** How values that arrive from elsewhere, while the form is open, get into it. */
function createLateValues<Row, Fields extends FormFields, Mode extends Editing<Row>>(
  state: FormState<Row, Fields, Mode>,
  newFields: () => Fields
) {
  const { $changed, $editing, $fields, $initialFields, errors, fieldOrder } = state

  /** Applies defaults that loaded only after the form was opened. */
  function applyLateDefaults(): void {
    if ($editing.get()?.mode !== 'create') return
    const before = $initialFields.get()
    const untouched = fieldOrder.filter(name => before[name] === '' && $fields.get()[name] === '')
    const lateValues = pickFields(newFields(), untouched)
    $initialFields.set({ ...before, ...lateValues })
    $fields.set({ ...$fields.get(), ...lateValues })
    for (const name of untouched) if (lateValues[name] !== '') errors.clearError(name)
  }

  /** Applies values of the edited row that were saved without this form. A field with an unsaved change keeps it. */
  function applySaved(saved: Partial<Fields>): void {
    const unchanged = Object.keys(saved).filter(name => !$changed.get().includes(name))
    $initialFields.set({ ...$initialFields.get(), ...saved })
    $fields.set({ ...$fields.get(), ...pickFields({ ...$fields.get(), ...saved }, unchanged) })
  }

  return { applyLateDefaults, applySaved }
}

export function createCrudForm<Row, Fields extends FormFields, Mode extends Editing<Row> = Editing<Row>>(
  options: CrudFormOptions<Fields>
) {
  const state = createFormState<Row, Fields, Mode>(options)
  const { $changed, $editing, $fields, $initialFields, errors } = state
  const unsaved = protectUnsavedChanges($changed)
  const newFields = (): Fields => ({ ...options.empty(), ...options.defaults?.() })

  function open(editing: Mode, fields: Fields): void {
    unsaved.guardUnload()
    $initialFields.set(fields)
    $fields.set(fields)
    errors.clearErrors()
    $editing.set(editing)
  }

  function close(): void {
    unsaved.stopGuardingUnload()
    $editing.set(null)
    errors.clearErrors()
  }

  /** Closes the form, or asks first if it has unsaved changes. Then the action runs. */
  function leave(action: () => void): void {
    unsaved.confirmIfUnsaved(() => {
      close()
      action()
    })
  }

  function setField<Name extends keyof Fields & string>(field: Name, value: Fields[Name]): void {
    $fields.set({ ...$fields.get(), [field]: value })
    errors.clearError(field)
  }

  return { ...state, ...createLateValues(state, newFields), close, leave, newFields, open, setField, unsaved }
}
