import { atom, map } from 'nanostores'
import type * as v from 'valibot'
import { confirmBeforeUnload } from '#client/device/browser.ts'
import { containsNoNumber } from '#domain/typed-number.ts'
import { noChanges, notANumber } from '#messages/portal/general.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import { type FieldByRefusal, formErrors } from '#stores/kit/form-errors.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { validationIssues } from '#stores/kit/validation-issues.ts'
import { $session } from '#stores/session/session.ts'
import { createRowDeletion } from './row-deletion.ts'
import { changedFields, type FormFields, isBlank, pick } from './typed-fields.ts'

// Create, edit and delete logic that the four catalogue tabs share. Tabs differ only in fields, messages and calls.

interface CrudMessages {
  createFailed: string
  created: string
  deleteFailed: string
  deleted: string
  updateFailed: string
  updated: string
}

interface CrudOptions<Row, Fields extends FormFields> {
  /** An empty form. The order of its keys is the order of the fields on screen. */
  empty: () => Fields
  /** Preselected values of a new row, as far as they are loaded. */
  defaults?: () => Partial<Fields>
  /** The field values of an existing row. */
  toFields: (row: Row) => Fields
  getId: (row: Row) => string
  /** The request body of the fields: strings trimmed, numbers parsed. */
  toBody: (fields: Fields) => Record<string, unknown>
  /** The contract's validation schemas; their messages are shown to the admin. */
  rules: { create: v.GenericSchema; update: v.GenericSchema }
  create: (fields: Fields) => Promise<unknown>
  /** `changed` names the fields that differ from the row's. */
  update: (row: Row, fields: Fields, changed: readonly (keyof Fields & string)[]) => Promise<unknown>
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
  /** Fields that keep their saved value if they are left empty while a row is edited. */
  keepIfEmpty?: readonly (keyof Fields & string)[]
  /** The whole-number fields, and the value that replaces text that contains no number. */
  numberFallbacks?: Partial<Record<keyof Fields & string, number>>
  /** The fields that show refusals without a list of details. */
  fieldByRefusal?: FieldByRefusal<keyof Fields & string>
  /** Form fields by contract field, if the names differ. */
  fieldAliases?: Record<string, keyof Fields & string>
  messages: CrudMessages
  /** Reloads every list that a change of this resource may affect. */
  reload: () => Promise<void>
}

type Editing<Row> = { mode: 'create' } | { mode: 'edit'; row: Row }

export function createCrud<Row, Fields extends FormFields>(options: CrudOptions<Row, Fields>) {
  type Field = keyof Fields & string
  const { toBody, empty, toFields, getId, keepIfEmpty = [], fieldByRefusal = {}, reload, rules, messages } = options

  const emptyFields = (): Fields => ({ ...empty(), ...options.defaults?.() })

  /** Null while the form is closed. */
  const $editing = atom<Editing<Row> | null>(null)
  const $fields = map<Fields>(empty())
  const $initialFields = atom(empty())
  const $saving = atom(false)
  /** The action that would replace a form with unsaved changes; the admin must confirm it first. */
  const $pendingAction = atom<(() => void) | null>(null)
  const fieldOrder: readonly Field[] = Object.keys(empty())
  const errors = formErrors<Field>({
    toField: name => options.fieldAliases?.[String(name)] ?? fieldOrder.find(field => field === name)
  })

  const $changed = computed([$editing, $fields, $initialFields], (editing, fields, before) =>
    editing === null ? [] : changedFields(fields, before).filter(name => !isUnchanged(editing, name, fields))
  )

  function isUnchanged({ mode }: Editing<Row>, name: Field, fields: Fields): boolean {
    return mode === 'edit' && keepIfEmpty.includes(name) && isBlank(fields[name])
  }

  let removeUnloadGuard: (() => void) | undefined

  function open(editing: Editing<Row>, fields: Fields): void {
    // The guard also applies while another tab of the dashboard is open: the form stays in memory.
    removeUnloadGuard ??= confirmBeforeUnload(() => $changed.get().length > 0 && $session.get() !== null)
    $initialFields.set(fields)
    $fields.set(fields)
    errors.clearErrors()
    $editing.set(editing)
  }

  function close(): void {
    removeUnloadGuard?.()
    removeUnloadGuard = undefined
    $editing.set(null)
    errors.clearErrors()
  }

  /** Never discards unsaved input without a confirmation. */
  function confirmIfUnsaved(action: () => void): void {
    if ($changed.get().length > 0) $pendingAction.set(action)
    else action()
  }

  /** Applies defaults that loaded only after the form was opened. */
  function applyLateDefaults(): void {
    if ($editing.get()?.mode !== 'create') return
    const [before, defaults] = [$initialFields.get(), emptyFields()]
    const untouched = fieldOrder.filter(name => before[name] === '' && $fields.get()[name] === '')
    const lateValues = pick(defaults, untouched)
    $initialFields.set({ ...before, ...lateValues })
    $fields.set({ ...$fields.get(), ...lateValues })
  }

  function setField<Name extends Field>(field: Name, value: Fields[Name]): void {
    $fields.set({ ...$fields.get(), [field]: value })
    errors.clearError(field)
  }

  /** Call it when the field loses focus. A replacement during typing would mix with the next key. */
  function normaliseNumber(field: Field): void {
    const { [field]: typed } = $fields.get()
    const fallback = options.numberFallbacks?.[field]
    if (fallback === undefined || typeof typed !== 'string' || !containsNoNumber(typed)) return
    setField(field, String(fallback) as Fields[Field])
    toast('info', notANumber(fallback))
  }

  /** Returns the fields as they are sent, and shows them in the form, which may stay open. */
  function normaliseFields(editing: Editing<Row>): Fields {
    for (const field of fieldOrder) normaliseNumber(field)
    const kept = fieldOrder.filter(field => isUnchanged(editing, field, $fields.get()))
    $fields.set({ ...$fields.get(), ...pick($initialFields.get(), kept) })
    return $fields.get()
  }

  /** Shows the validation issues, and returns whether there are any. */
  function hasValidationIssues(editing: Editing<Row>, fields: Fields): boolean {
    const sent = Object.entries(toBody(fields)).filter(([name]) => !isUnchanged(editing, name, fields))
    const issues = validationIssues(editing.mode === 'create' ? rules.create : rules.update, Object.fromEntries(sent))
    const fieldErrors = errors.errorsByField(issues)
    const sentence = fieldOrder.map(field => fieldErrors[field]).find(Boolean) ?? issues[0]?.[1]
    if (sentence !== undefined) errors.showErrors(sentence, fieldErrors)
    return sentence !== undefined
  }

  async function save(): Promise<void> {
    const editing = $editing.get()
    if (!editing) return
    const isCreate = editing.mode === 'create'
    const failed = isCreate ? messages.createFailed : messages.updateFailed
    let isSaved = false
    await whileBusy($saving, failed, async () => {
      errors.clearErrors()
      const fields = normaliseFields(editing)
      if (hasValidationIssues(editing, fields)) return
      if (!isCreate && $changed.get().length === 0) return toast('info', noChanges)
      const sent = isCreate ? options.create(fields) : options.update(editing.row, fields, $changed.get())
      isSaved = (await sent.then(() => true, errors.onRejected(failed, fieldByRefusal))) ?? false
      // Another form may have replaced the submitted one; then its errors are not shown.
      if ($editing.get() !== editing) errors.clearErrors()
      else if (isSaved) close()
      if (isSaved) toast('success', isCreate ? messages.created : messages.updated)
    })
    // Reload only after the form is no longer busy.
    if (isSaved) await reload()
  }

  const deletion = createRowDeletion<Row>({
    messages: { deleted: messages.deleted, failed: messages.deleteFailed },
    onDeleted: row => {
      const editing = $editing.get()
      if (editing?.mode === 'edit' && getId(editing.row) === getId(row)) close()
    },
    reload,
    remove: options.remove
  })

  return {
    ...errors,
    ...deletion,
    $changed,
    $editing,
    $fields,
    $saving,
    $pendingAction,
    add: () => confirmIfUnsaved(() => open({ mode: 'create' }, emptyFields())),
    /** Closes the form without a confirmation, even with unsaved changes. */
    cancel: close,
    close: () => confirmIfUnsaved(close),
    discard: () => {
      const action = $pendingAction.get()
      $pendingAction.set(null)
      action?.()
    },
    edit: (row: Row) => confirmIfUnsaved(() => open({ mode: 'edit', row }, toFields(row))),
    getId,
    keepEditing: () => $pendingAction.set(null),
    normaliseNumber,
    applyLateDefaults,
    save,
    setField
  }
}

export type Crud<Row, Fields extends FormFields> = ReturnType<typeof createCrud<Row, Fields>>
