import { atom } from 'nanostores'
import { noChanges } from '#messages/admin/forms.ts'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/errors.ts'
import type { FieldByRefusal } from '#stores/kit/forms/form-errors.ts'
import type { CrudFormStore, Editing } from './crud-form.ts'
import type { CrudInput } from './crud-input.ts'
import type { FormFields } from './typed-fields.ts'

interface SaveMessages {
  failed: string
  saved: string
}

interface SaveOptions<Row, Fields extends FormFields, Mode extends Editing<Row>> {
  /** Sends the fields. `changed` names those that differ from the saved ones. */
  send: (editing: Mode, fields: Fields, changed: readonly (keyof Fields & string)[]) => Promise<unknown>
  messagesFor: (mode: Editing<Row>['mode']) => SaveMessages
  /** The fields that show refusals without a list of details. */
  fieldByRefusal?: FieldByRefusal<keyof Fields & string>
  /** Reloads every list that a change of this resource may affect. */
  reload?: () => Promise<void>
}

/** Validates and sends a form, and closes it once it is saved. */
export function createSave<Row, Fields extends FormFields, Mode extends Editing<Row> = Editing<Row>>(
  { $changed, $editing, close, errors }: CrudFormStore<Row, Fields, Mode>,
  { hasValidationIssues, normaliseFields }: CrudInput<Row, Fields>,
  { fieldByRefusal = {}, messagesFor, reload, send }: SaveOptions<Row, Fields, Mode>
) {
  const $isSaving = atom(false)

  /** Returns whether the row was saved. */
  async function trySave(editing: Mode, failed: string): Promise<boolean> {
    const fields = normaliseFields(editing)
    if (hasValidationIssues(editing, fields)) return false
    const changed = $changed.get()
    if (editing.mode === 'edit' && changed.length === 0) {
      toast('info', noChanges)
      return false
    }
    const sent = send(editing, fields, changed).then(() => true)
    return (await errors.nullOnFailure(sent, failed, fieldByRefusal)) ?? false
  }

  async function save(): Promise<void> {
    const editing = $editing.get()
    if (!editing) return
    const { failed, saved } = messagesFor(editing.mode)
    await whileBusy($isSaving, failed, async () => {
      errors.clearErrors()
      const succeeded = await trySave(editing, failed)
      // Another form may have replaced the submitted one; then its errors are not shown.
      if ($editing.get() !== editing) errors.clearErrors()
      else if (succeeded) close()
      if (!succeeded) return
      toast('success', saved)
      return reload
    })
  }

  return { $isSaving, save }
}
