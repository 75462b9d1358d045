import { EmailText } from '#islands/admin/list/email-text.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as portal from '#messages/admin/general.ts'
import { users as text } from '#messages/admin/users.ts'
import { deleteRiderDialog } from '#stores/admin/users/rider-deletion.ts'

export function DeleteRiderDialog() {
  const user = useStore(deleteRiderDialog.$row)
  const refusal = useStore(deleteRiderDialog.$refusal)
  const busy = useStore(deleteRiderDialog.$busy)
  return (
    <ConfirmDialog
      confirmLabel={busy ? portal.deleting : portal.remove}
      busy={busy}
      isDestructive
      cancelLabel={portal.cancel}
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
