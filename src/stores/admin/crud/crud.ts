import type { FieldByRefusal } from '#stores/kit/forms/form-errors.ts'
import { type CrudFormOptions, type CrudFormStore, createCrudForm } from './crud-form.ts'
import { type CrudInput, type CrudInputOptions, createCrudInput } from './crud-input.ts'
import { createSave } from './crud-save.ts'
import { createRowDeletion } from './row-deletion.ts'
import type { FormFields } from './typed-fields.ts'

// Create, edit and delete logic that the four catalogue tabs share. Tabs differ only in fields, messages and calls.

interface CrudMessages {
  createFailed: string
  created: string
  deleteFailed: string
  deleted: string
  updateFailed: string
  updated: string
}

interface CrudOptions<Row, Fields extends FormFields> extends CrudFormOptions<Fields>, CrudInputOptions<Fields> {
  /** The field values of an existing row. */
  toFields: (row: Row) => Fields
  getId: (row: Row) => string
  create: (fields: Fields) => Promise<unknown>
  /** `changed` names the fields that differ from the row's. */
  update: (row: Row, fields: Fields, changed: readonly (keyof Fields & string)[]) => Promise<unknown>
  /** The fields that show refusals without a list of details. */
  fieldByRefusal?: FieldByRefusal<keyof Fields & string>
  messages: CrudMessages
  /** Reloads every list that a change of this resource may affect. */
  reload: () => Promise<void>
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
  /** Closes another form in the same place, or asks first. Then this form opens. */
  leaveOther?: (open: () => void) => void
}

/** Saves the form by `create` or `update`. */
function createCrudSave<Row, Fields extends FormFields>(
  form: CrudFormStore<Row, Fields>,
  input: CrudInput<Row, Fields>,
  { create, fieldByRefusal = {}, messages, reload, update }: CrudOptions<Row, Fields>
) {
  return createSave(form, input, {
    fieldByRefusal,
    messagesFor: mode =>
      mode === 'create'
        ? { failed: messages.createFailed, saved: messages.created }
        : { failed: messages.updateFailed, saved: messages.updated },
    reload,
    send: (editing, fields, changed) =>
      editing.mode === 'create' ? create(fields) : update(editing.row, fields, changed)
  })
}

/** Deletes a row, and closes the form if it edits that row. */
function createCrudDeletion<Row, Fields extends FormFields>(
  { $editedRow, close }: CrudFormStore<Row, Fields>,
  { getId, messages, reload, remove }: CrudOptions<Row, Fields>
) {
  return createRowDeletion<Row>({
    messages: { deleted: messages.deleted, failed: messages.deleteFailed },
    onDeleted: row => {
      const edited = $editedRow.get()
      if (edited !== null && getId(edited) === getId(row)) close()
    },
    reload,
    remove
  })
}

export type Crud<Row, Fields extends FormFields> = ReturnType<typeof createCrud<Row, Fields>>

export function createCrud<Row, Fields extends FormFields>(options: CrudOptions<Row, Fields>) {
  const { getId, leaveOther = open => open(), toFields } = options
  const form = createCrudForm<Row, Fields>(options)
  const input = createCrudInput(form, options)
  const { $changed, $editedRow, $editing, $fields, close, leave, newFields, open, setField } = form
  const { $pendingAction, confirmIfUnsaved, discard, keepEditing } = form.unsaved

  return {
    ...form.errors,
    ...createCrudDeletion(form, options),
    ...createCrudSave(form, input, options),
    $changed,
    $editedRow,
    $editing,
    $fields,
    $pendingAction,
    add: () => leaveOther(() => confirmIfUnsaved(() => open({ mode: 'create' }, newFields()))),
    applyLateDefaults: form.applyLateDefaults,
    applySaved: form.applySaved,
    /** Closes the form without a confirmation, even with unsaved changes. */
    cancel: close,
    close: () => confirmIfUnsaved(close),
    leave,
    discard,
    edit: (row: Row) => leaveOther(() => confirmIfUnsaved(() => open({ mode: 'edit', row }, toFields(row)))),
    getId,
    keepEditing,
    normaliseNumber: input.normaliseNumber,
    setField
  }
}
