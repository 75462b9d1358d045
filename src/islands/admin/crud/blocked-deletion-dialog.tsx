import { ListLink } from '#islands/admin/list/list-link.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import * as text from '#messages/admin/forms.ts'
import * as labels from '#messages/labels.ts'
import type { DeletionBlocker } from '#stores/admin/crud/crud.ts'

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
        <ListLink className="link" onOpen={onClose} query={blocker?.bookings ?? {}} tab="bookings">
          {text.showBookings}
        </ListLink>
        <Button kind="secondary" onClick={onClose}>
          {labels.close}
        </Button>
      </div>
    </Modal>
  )
}
