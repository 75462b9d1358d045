import { atom } from 'nanostores'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { createRowForm, type FormFields, type RowFormOptions } from './row-form.ts'

// Create, edit and delete logic that the tabs with a form share. They differ only in fields, messages and calls.

interface CrudOptions<Row, Fields extends FormFields> extends RowFormOptions<Row, Fields> {
  /** The field values of an existing row. */
  toFields: (row: Row) => Fields
  getId: (row: Row) => string
  create: (fields: Fields) => Promise<unknown>
  messages: Required<RowFormOptions<Row, Fields>['messages']> & { deleted: string; deleteFailed: string }
  reload: () => Promise<void>
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
  /** Whether an admin must confirm these changes of a row before they are saved. */
  needsConfirmation?: (row: Row, changed: readonly string[]) => boolean
  /** Closes another form in the same place, or asks first. Then this form opens. */
  leaveOther?: (open: () => void) => void
}

export type Crud<Row, Fields extends FormFields> = ReturnType<typeof createCrud<Row, Fields>>

export function createCrud<Row, Fields extends FormFields>(options: CrudOptions<Row, Fields>) {
  const { getId, leaveOther = open => open(), messages, needsConfirmation, reload, remove, toFields } = options
  const form = createRowForm<Row, Fields>(options)
  /** The row whose changes an admin must confirm. */
  const $rowToConfirm = atom<Row | null>(null)
  /** The row that an admin wants to delete. */
  const $rowToDelete = atom<Row | null>(null)
  const $isDeleting = atom(false)
  const openForm = (open: () => void) => leaveOther(() => form.confirmIfUnsaved(open))

  async function save(): Promise<void> {
    const row = form.$editedRow.get()
    if (row !== null && needsConfirmation?.(row, form.$changed.get())) $rowToConfirm.set(row)
    else await form.save()
  }

  async function confirmSave(): Promise<void> {
    $rowToConfirm.set(null)
    await form.save()
  }

  async function confirmDelete(): Promise<void> {
    const row = $rowToDelete.get()
    if (row === null) return
    await whileBusy($isDeleting, messages.deleteFailed, async () => {
      const { message } = await remove(row).finally(() => {
        // Another row may be selected for deletion by now.
        if ($rowToDelete.get() === row) $rowToDelete.set(null)
      })
      toast('success', message || messages.deleted)
      const edited = form.$editedRow.get()
      if (edited !== null && getId(edited) === getId(row)) form.cancel()
      return reload
    })
  }

  return {
    ...form,
    $isDeleting,
    /** Id of the row whose form is open; null while none is. */
    $openId: computed(form.$editedRow, row => row && getId(row)),
    $rowToConfirm,
    $rowToDelete,
    add: () => openForm(() => form.open({ mode: 'create' }, form.newFields())),
    cancelDelete: () => $rowToDelete.set(null),
    cancelSave: () => $rowToConfirm.set(null),
    confirmDelete,
    confirmSave,
    edit: (row: Row) => openForm(() => form.open({ mode: 'edit', row }, toFields(row))),
    getId,
    requestDelete: (row: Row) => $rowToDelete.set(row),
    save
  }
}
