import type { User } from '#contract/riders/users.ts'
import { BlockedDeletionDialog, type DeletionBlocker } from '#islands/admin/crud/blocked-deletion-dialog.tsx'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { hasUpcomingRides } from '#messages/admin/catalogue/deletion-responses.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import { users as text } from '#messages/admin/users/users.ts'
import { deleteRiderDialog } from '#stores/admin/users/rider-deletion.ts'

/** A rider with upcoming rides cannot be deleted, which is said instead of asking. */
function blockerOf({ email, rides_ahead }: User): DeletionBlocker | null {
  if (!rides_ahead) return null
  return { bookings: { q: email }, reason: hasUpcomingRides(rides_ahead), title: text.cannotDelete }
}

export function DeleteRiderDialog() {
  const user = useStore(deleteRiderDialog.$row)
  const blocker = user && blockerOf(user)
  if (blocker) return <BlockedDeletionDialog blocker={blocker} name={user.name} onClose={deleteRiderDialog.cancel} />
  return <DeleteRiderQuestion />
}

function DeleteRiderQuestion() {
  const user = useStore(deleteRiderDialog.$row)
  const refusal = useStore(deleteRiderDialog.$refusal)
  const busy = useStore(deleteRiderDialog.$busy)
  return (
    <ConfirmDialog
      confirmLabel={busy ? forms.deleting : lists.remove}
      busy={busy}
      isDestructive
      cancelLabel={forms.cancel}
      onCancel={deleteRiderDialog.cancel}
      onConfirm={() => void deleteRiderDialog.confirm()}
      open={user !== null}
      title={text.deleteQuestion}
    >
      {user && (
        <>
          <p className="grid wrap-anywhere">
            <span className="font-semibold">{user.name}</span>
            <span className="caption">
              <EmailText email={user.email} />
            </span>
          </p>
          <p className="muted">{text.deleteText}</p>
        </>
      )}
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </ConfirmDialog>
  )
}
