import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { BlockedDeletionDialog, type DeletionBlocker } from '#islands/admin/crud/blocked-deletion-dialog.tsx'
import { RowQuestion } from '#islands/admin/crud/row-question.tsx'
import { EmailText } from '#islands/admin/list/email-text.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { upcomingRidesText } from '#messages/admin/catalogue/deletion-responses.ts'
import * as forms from '#messages/admin/forms.ts'
import * as lists from '#messages/admin/lists.ts'
import { riders as text } from '#messages/admin/riders/riders.ts'
import * as labels from '#messages/labels.ts'
import { deleteRiderDialog } from '#stores/admin/riders/rider-deletion.ts'

/** A rider with upcoming rides cannot be deleted, which is said instead of asking. */
function blockerOf({ email, rides_ahead }: RiderForAdmin): DeletionBlocker | null {
  if (!rides_ahead) return null
  return { bookings: { q: email }, reason: upcomingRidesText(rides_ahead), title: text.cannotDelete }
}

export function DeleteRiderDialog() {
  const rider = useStore(deleteRiderDialog.$row)
  const blocker = rider && blockerOf(rider)
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
