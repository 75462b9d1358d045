import { BlockedDeletionDialog } from '#islands/admin/crud/blocked-deletion-dialog.tsx'
import { RowQuestion } from '#islands/admin/crud/row-question.tsx'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import { riders as text } from '#messages/admin/riders.ts'
import * as labels from '#messages/labels.ts'
import { blockedByRides } from '#stores/admin/crud/crud.ts'
import { deleteRiderDialog } from '#stores/admin/riders.ts'

export function DeleteRiderDialog() {
  const rider = useStore(deleteRiderDialog.$row)
  const blocker = rider && blockedByRides(rider.rides_ahead, { bookings: { q: rider.email }, title: text.cannotDelete })
  if (blocker) return <BlockedDeletionDialog blocker={blocker} name={rider.name} onClose={deleteRiderDialog.cancel} />
  return <DeleteRiderQuestion />
}

function DeleteRiderQuestion() {
  const rider = useStore(deleteRiderDialog.$row)
  return (
    <RowQuestion
      busyLabel={forms.deleting}
      cancelLabel={labels.cancel}
      confirmLabel={lists.deleteLabel}
      dialog={deleteRiderDialog}
      isDestructive
      title={text.deleteQuestion}
    >
      {rider && (
        <>
          <p className="grid wrap-anywhere">
            <span className="font-semibold">{rider.name}</span>
            <span className="caption">
              <EmailText email={rider.email} />
            </span>
          </p>
          <p className="muted">{text.deleteText}</p>
        </>
      )}
    </RowQuestion>
  )
}
