import { timeOrDateText } from '#domain/time/dated-times.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { scooterInUse } from '#messages/admin/catalogue/pin-change-responses.ts'
import * as text from '#messages/admin/catalogue/pin-changes.ts'
import * as forms from '#messages/admin/forms.ts'
import { anywayDialog } from '#stores/admin/catalogue/pin-changes.ts'

/** Asks before a PIN changes while somebody rides the scooter. */
export function PinInUseDialog() {
  const row = useStore(anywayDialog.$row)
  const busy = useStore(anywayDialog.$isBusy)
  const refusal = useStore(anywayDialog.$refusal)
  return (
    <ConfirmDialog
      busy={busy}
      cancelLabel={text.keep}
      confirmLabel={busy ? forms.saving : text.confirm}
      onCancel={anywayDialog.cancel}
      onConfirm={() => void anywayDialog.confirm()}
      open={row !== null}
      title={text.inUseQuestion}
    >
      {row && (
        <>
          <p className="font-semibold wrap-anywhere">{row.scooter_name}</p>
          {row.in_use_until && (
            <p className="numeric">{scooterInUse(timeOrDateText(parseInstant(row.in_use_until), new Date()))}.</p>
          )}
          <p className="muted">{text.inUseEffect}</p>
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
