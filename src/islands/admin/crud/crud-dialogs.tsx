import { ListLink, type ListLinkProps } from '#islands/admin/list/list-link.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ConfirmDialog, Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import type { DeletionBlocker } from '#stores/admin/bookings/booking-queries.ts'
import type { Crud } from '#stores/admin/crud/crud.ts'
import type { FormFields, RowForm } from '#stores/admin/crud/row-form.ts'

export interface DeletionMessages {
  /** A function gets the row's name. */
  deleteQuestion: string | ((name: string) => string)
  deleteText?: string
  /** The label of the deletion and of its progress, if it is not 'Delete'. */
  remove?: string
  removing?: string
}

interface BlockedDeletionDialogProps {
  blocker: DeletionBlocker | null
  name: string
  onClose: () => void
}

/** Shown instead of the question, because the deletion would be refused. */
export function BlockedDeletionDialog({ blocker, name, onClose }: BlockedDeletionDialogProps) {
  return (
    <Modal onClose={onClose} isOpen={blocker !== null} role="alertdialog" title={blocker?.title ?? ''}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <Note kind="error">{blocker?.reason}</Note>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <BookingsLink onOpen={onClose} query={blocker?.bookings ?? {}} />
        <Button kind="secondary" onClick={onClose}>
          {labels.close}
        </Button>
      </div>
    </Modal>
  )
}

interface DeleteQuestionProps<Row, Fields extends FormFields> {
  crud: Crud<Row, Fields>
  getName: (row: Row) => string
  messages: DeletionMessages
  blocker?: ((row: Row) => DeletionBlocker | null) | undefined
}

export function DeleteDialog<Row, Fields extends FormFields>({
  blocker: blockerOf,
  crud,
  getName,
  messages
}: DeleteQuestionProps<Row, Fields>) {
  const row = useStore(crud.$rowToDelete)
  const isDeleting = useStore(crud.$isDeleting)
  const blocker = (row && blockerOf?.(row)) ?? null
  const name = row ? getName(row) : ''
  const { deleteQuestion, deleteText, remove = lists.deleteLabel, removing = forms.deleting } = messages
  const isNamed = typeof deleteQuestion === 'function'
  return (
    <>
      <BlockedDeletionDialog blocker={blocker} name={name} onClose={crud.cancelDelete} />
      <ConfirmDialog
        busyLabel={removing}
        confirmLabel={remove}
        isBusy={isDeleting}
        isDestructive
        cancelLabel={labels.cancel}
        onCancel={crud.cancelDelete}
        onConfirm={() => void crud.confirmDelete()}
        isOpen={row !== null && blocker === null}
        title={isNamed ? deleteQuestion(name) : deleteQuestion}
      >
        {!isNamed && <p className="font-semibold wrap-anywhere">{name}</p>}
        {deleteText && <p className="muted">{deleteText}</p>}
      </ConfirmDialog>
    </>
  )
}

/** Asks before unsaved changes of a form are lost. */
export function DiscardDialog({ crud }: { crud: Pick<RowForm, '$pendingAction' | 'discard' | 'keepEditing'> }) {
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

/** Closes a dialog, and shows the bookings that it names. */
export function BookingsLink(props: Pick<ListLinkProps, 'onOpen' | 'query'>) {
  return (
    <ListLink {...props} className="link" screen="bookings">
      {forms.showBookings}
    </ListLink>
  )
}
