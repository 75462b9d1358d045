import { NoteForm } from '#islands/admin/bookings/note-form.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import { refunds as text } from '#messages/admin/payments/refunds.ts'
import { closeDialog, closeFields, confirmClose } from '#stores/admin/payments/refunds.ts'
import { RefundSummary } from './refund-summary.tsx'

export function CloseRefundDialog() {
  const refund = useStore(closeDialog.$row)
  const refusal = useStore(closeDialog.$refusal)
  const busy = useStore(closeDialog.$isBusy)
  const needsSecondConfirmation = useStore(closeDialog.$needsSecondConfirmation)
  return (
    <ConfirmDialog
      confirmLabel={busy ? forms.saving : text.closeAction}
      busy={busy}
      cancelLabel={forms.cancel}
      onCancel={closeDialog.cancel}
      onConfirm={() => void confirmClose()}
      open={refund !== null && !needsSecondConfirmation}
      title={refund ? portalRefunds.closeQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.closeText}</p>
      <NoteForm
        fields={closeFields}
        hint={text.noteHint}
        label={text.note}
        name="note"
        onSubmit={() => void confirmClose()}
      />
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </ConfirmDialog>
  )
}
