import { atom } from 'nanostores'
import { noChanges } from '#messages/admin/forms.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/busy.ts'
import type { FieldByRefusal } from '#stores/kit/form-errors.ts'
import { type CrudForm, type CrudFormOptions, createCrudForm, type Editing } from './crud-form.ts'
import { type CrudInput, type CrudInputOptions, createCrudInput } from './crud-input.ts'
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

interface SaveOptions<Row, Fields extends FormFields> {
  create: (fields: Fields) => Promise<unknown>
  /** `changed` names the fields that differ from the row's. */
  update: (row: Row, fields: Fields, changed: readonly (keyof Fields & string)[]) => Promise<unknown>
  /** The fields that show refusals without a list of details. */
  fieldByRefusal?: FieldByRefusal<keyof Fields & string>
  messages: CrudMessages
  /** Reloads every list that a change of this resource may affect. */
  reload: () => Promise<void>
}

interface CrudOptions<Row, Fields extends FormFields>
  extends CrudFormOptions<Fields>,
    CrudInputOptions<Fields>,
    SaveOptions<Row, Fields> {
  /** The field values of an existing row. */
  toFields: (row: Row) => Fields
  getId: (row: Row) => string
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
}

export type Crud<Row, Fields extends FormFields> = ReturnType<typeof createCrud<Row, Fields>>

function createSave<Row, Fields extends FormFields>(
  { $changed, $editing, close, errors }: CrudForm<Row, Fields>,
  { hasValidationIssues, normaliseFields }: CrudInput<Row, Fields>,
  { create, fieldByRefusal = {}, messages, reload, update }: SaveOptions<Row, Fields>
) {
  const $saving = atom(false)

  /** Returns whether the row was saved. */
  async function send(editing: Editing<Row>, failed: string): Promise<boolean> {
    const fields = normaliseFields(editing)
    if (hasValidationIssues(editing, fields)) return false
    const changed = $changed.get()
    if (editing.mode === 'edit' && changed.length === 0) {
      toast('info', noChanges)
      return false
    }
    const sent = editing.mode === 'create' ? create(fields) : update(editing.row, fields, changed)
    return (await sent.then(() => true, errors.onRejected(failed, fieldByRefusal))) ?? false
  }

  async function save(): Promise<void> {
    const editing = $editing.get()
    if (!editing) return
    const isCreate = editing.mode === 'create'
    const failed = isCreate ? messages.createFailed : messages.updateFailed
    let isSaved = false
    await whileBusy($saving, failed, async () => {
      errors.clearErrors()
      isSaved = await send(editing, failed)
      // Another form may have replaced the submitted one; then its errors are not shown.
      if ($editing.get() !== editing) errors.clearErrors()
      else if (isSaved) close()
      if (isSaved) toast('success', isCreate ? messages.created : messages.updated)
    })
    // Reload only after the form is no longer busy.
    if (isSaved) await reload()
  }

  return { $saving, save }
}

export function createCrud<Row, Fields extends FormFields>(options: CrudOptions<Row, Fields>) {
  const { getId, messages, reload, remove, toFields } = options
  const form = createCrudForm<Row, Fields>(options)
  const input = createCrudInput<Row, Fields>(form, options)
  const { $changed, $editing, $fields, applyLateDefaults, applySaved, close, newFields, open, setField } = form
  const { $pendingAction, confirmIfUnsaved, discard, keepEditing } = form.unsaved

  const deletion = createRowDeletion<Row>({
    messages: { deleted: messages.deleted, failed: messages.deleteFailed },
    onDeleted: row => {
      const editing = $editing.get()
      if (editing?.mode === 'edit' && getId(editing.row) === getId(row)) close()
    },
    reload,
    remove
  })

  return {
    ...form.errors,
    ...deletion,
    ...createSave<Row, Fields>(form, input, options),
    $changed,
    $editing,
    $fields,
    $pendingAction,
    add: () => confirmIfUnsaved(() => open({ mode: 'create' }, newFields())),
    applyLateDefaults,
    applySaved,
    /** Closes the form without a confirmation, even with unsaved changes. */
    cancel: close,
    close: () => confirmIfUnsaved(close),
    discard,
    edit: (row: Row) => confirmIfUnsaved(() => open({ mode: 'edit', row }, toFields(row))),
    getId,
    keepEditing,
    normaliseNumber: input.normaliseNumber,
    setField
  }
}
