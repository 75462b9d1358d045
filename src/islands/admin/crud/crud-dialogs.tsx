import { ListLink } from '#islands/admin/list/list-link.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/admin/general.ts'
import type { Crud } from '#stores/admin/kit/crud.ts'
import type { ListQuery } from '#stores/admin/kit/list-query.ts'
import type { FormFields } from '#stores/admin/kit/typed-fields.ts'

interface DeleteQuestionProps<Row, Fields extends FormFields> {
  crud: Crud<Row, Fields>
  getName: (row: Row) => string
  question: string
  blocker?: ((row: Row) => DeletionBlocker | null) | undefined
}

/** Why a row cannot be deleted now. */
export interface DeletionBlocker {
  reason: string
  title: string
  /** The bookings that prevent it. */
  bookings: Partial<ListQuery>
}

/** Shown instead of the question, because the deletion would be refused. */
function BlockedDialog({ blocker, name, onClose }: BlockedDialogProps) {
  return (
    <Modal onClose={onClose} open={blocker !== null} role="alertdialog" title={blocker?.title ?? ''}>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <Note kind="error">{blocker?.reason}</Note>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <ListLink className="link" onOpen={onClose} query={blocker?.bookings ?? {}} tab="bookings">
          {text.showBookings}
        </ListLink>
        <Button kind="secondary" onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Modal>
  )
}

interface BlockedDialogProps {
  blocker: DeletionBlocker | null
  name: string
  onClose: () => void
}

export function DeleteDialog<Row, Fields extends FormFields>({
  blocker: blockerOf,
  crud,
  getName,
  question
}: DeleteQuestionProps<Row, Fields>) {
  const row = useStore(crud.$rowToDelete)
  const deleting = useStore(crud.$deleting)
  const blocker = (row && blockerOf?.(row)) ?? null
  return (
    <>
      <BlockedDialog blocker={blocker} name={row ? getName(row) : ''} onClose={crud.cancelDelete} />
      <ConfirmDialog
        confirmLabel={deleting ? text.deleting : text.remove}
        busy={deleting}
        isDestructive
        cancelLabel={text.cancel}
        onCancel={crud.cancelDelete}
        onConfirm={() => void crud.confirmDelete()}
        open={row !== null && blocker === null}
        title={question}
      >
        {row && <p className="font-semibold wrap-anywhere">{getName(row)}</p>}
      </ConfirmDialog>
    </>
  )
}

export function DiscardDialog<Row, Fields extends FormFields>({ crud }: { crud: Crud<Row, Fields> }) {
  return (
    <ConfirmDialog
      confirmLabel={text.discard}
      isDestructive
      cancelLabel={text.keepEditing}
      onCancel={crud.keepEditing}
      onConfirm={crud.discard}
      open={useStore(crud.$pendingAction) !== null}
      title={text.discardQuestion}
    >
      <p className="muted">{text.discardText}</p>
    </ConfirmDialog>
  )
}
