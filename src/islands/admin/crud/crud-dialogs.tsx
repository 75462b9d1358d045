import { ConfirmDialog } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import type { Crud, DeletionBlocker } from '#stores/admin/crud/crud.ts'
import type { FormFields } from '#stores/admin/crud/row-form.ts'
import type { Store } from '#stores/kit/ssr-values.ts'
import { BlockedDeletionDialog } from './blocked-deletion-dialog.tsx'

interface DeleteQuestionProps<Row, Fields extends FormFields> {
  crud: Crud<Row, Fields>
  getName: (row: Row) => string
  question: string
  blocker?: ((row: Row) => DeletionBlocker | null) | undefined
}

export function DeleteDialog<Row, Fields extends FormFields>({
  blocker: blockerOf,
  crud,
  getName,
  question
}: DeleteQuestionProps<Row, Fields>) {
  const row = useStore(crud.$rowToDelete)
  const isDeleting = useStore(crud.$isDeleting)
  const blocker = (row && blockerOf?.(row)) ?? null
  return (
    <>
      <BlockedDeletionDialog blocker={blocker} name={row ? getName(row) : ''} onClose={crud.cancelDelete} />
      <ConfirmDialog
        busyLabel={forms.deleting}
        confirmLabel={lists.deleteLabel}
        isBusy={isDeleting}
        isDestructive
        cancelLabel={labels.cancel}
        onCancel={crud.cancelDelete}
        onConfirm={() => void crud.confirmDelete()}
        isOpen={row !== null && blocker === null}
        title={question}
      >
        {row && <p className="font-semibold wrap-anywhere">{getName(row)}</p>}
      </ConfirmDialog>
    </>
  )
}

interface UnsavedChanges {
  /** Null while nothing is asked. */
  $pendingAction: Store<(() => void) | null>
  discard: () => void
  keepEditing: () => void
}

export function DiscardDialog({ crud }: { crud: UnsavedChanges }) {
  return (
    <ConfirmDialog
      confirmLabel={forms.discard}
      isDestructive
      cancelLabel={forms.keepEditing}
      onCancel={crud.keepEditing}
      onConfirm={crud.discard}
      isOpen={useStore(crud.$pendingAction) !== null}
      title={forms.discardQuestion}
    >
      <p className="muted">{forms.discardText}</p>
    </ConfirmDialog>
  )
}
