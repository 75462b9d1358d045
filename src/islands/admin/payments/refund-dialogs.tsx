import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import * as portalRefunds from '#messages/admin/payments/refunds.ts'
import { refunds as text } from '#messages/admin/payments/refunds.ts'
import { closeDialog, sendDialog } from '#stores/admin/payments/refunds.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { RefundSummary } from './refund-summary.tsx'

export function SendRefundDialog() {
  const refund = useStore(sendDialog.$row)
  const refusal = useStore(sendDialog.$refusal)
  const busy = useStore(sendDialog.$isBusy)
  const needsSecondConfirmation = useStore(sendDialog.$needsSecondConfirmation)
  return (
    <ConfirmDialog
      confirmLabel={busy || !refund ? text.sending : portalRefunds.refundText(refund)}
      busy={busy}
      cancelLabel={forms.cancel}
      onCancel={sendDialog.cancel}
      onConfirm={() => void sendDialog.confirm()}
      open={refund !== null && !needsSecondConfirmation}
      title={refund ? portalRefunds.sendQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.sendText}</p>
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </ConfirmDialog>
  )
}

/** The second confirmations of both dialogs, for a disputed payment. */
export function DisputedRefundDialogs() {
  return (
    <>
      <DisputeDialog
        confirmLabel={disputes.sendAction}
        confirmation={sendDialog}
        busyLabel={text.sending}
        consequence={disputes.consequence}
        title={disputes.sendQuestion}
      />
      <DisputeDialog
        confirmLabel={disputes.closeAction}
        confirmation={closeDialog}
        busyLabel={forms.saving}
        consequence={disputes.markRefundedConsequence}
        title={disputes.closeQuestion}
      />
    </>
  )
}
