import { atom, type ReadableAtom } from 'nanostores'
import { toast } from '#stores/app/toasts.ts'
import { whileBusy } from '#stores/kit/requests.ts'
import type { FieldMap } from './fields.ts'
import { createRowForm, type Editing, type RowFormOptions } from './row-form.ts'

// Create, edit and delete logic that the tabs with a form share. They differ only in fields, messages and calls.

export interface DeletionMessages {
  /** A function gets the row's name. */
  deleteQuestion: string | ((name: string) => string)
  deleteText?: string
  /** The label of the deletion and of its progress, if it is not 'Delete'. */
  remove?: string
  removing?: string
}

interface CrudMessages extends DeletionMessages, Required<RowFormOptions<never, FieldMap>['messages']> {
  add: string
  create: string
  deleted: string
  deleteFailed: string
  edit: string
}

interface CrudOptions<Row, Fields extends FieldMap, Together> extends RowFormOptions<Row, Fields, Together> {
  /** For the questions about the row. */
  getName: (row: Row) => string
  messages: CrudMessages
  reload: () => Promise<void>
  remove: (row: Row) => Promise<{ message?: string | null | undefined }>
  /** Whether an admin must confirm these changes of a row before they are saved. */
  needsConfirmation?: (row: Row, changed: readonly string[]) => boolean
  /** Closes another form in the same place, or asks first. Then this form opens. */
  leaveOther?: (open: () => void) => void
}

/** What the lists and the dialogs need of it, whatever its fields. */
export interface Crud<Row>
  extends Pick<
    ReturnType<typeof createCrud>,
    | '$errorCount'
    | '$formError'
    | '$isDeleting'
    | '$isSaving'
    | '$openId'
    | '$pendingAction'
    | 'add'
    | 'cancel'
    | 'cancelDelete'
    | 'close'
    | 'confirmDelete'
    | 'discard'
    | 'keepEditing'
    | 'messages'
    | 'save'
  > {
  $editing: ReadableAtom<Editing<Row> | null>
  $rowToDelete: ReadableAtom<Row | null>
  edit: (row: Row) => void
  getId: (row: Row) => string
  getName: (row: Row) => string
  requestDelete: (row: Row) => void
}

export function createCrud<Row extends object, Fields extends FieldMap, Together = unknown>(
  options: CrudOptions<Row, Fields, Together>
) {
  const { getId, getName, leaveOther = open => open(), messages, needsConfirmation, reload, remove } = options
  const form = createRowForm(options)
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
    $rowToConfirm,
    $rowToDelete,
    add: () => openForm(() => form.open({ mode: 'create' }, form.newFields())),
    cancelDelete: () => $rowToDelete.set(null),
    cancelSave: () => $rowToConfirm.set(null),
    confirmDelete,
    confirmSave,
    edit: (row: Row) => openForm(() => form.open({ mode: 'edit', row }, form.typedOf(row))),
    getName,
    messages,
    requestDelete: (row: Row) => $rowToDelete.set(row),
    save
  }
}
