import { RowQuestion } from '#islands/admin/crud/row-question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as disputes from '#messages/admin/payments/disputes.ts'
import { refundLabel, refundProgress, sendQuestion, refunds as text } from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import { closeRefundDialog, sendRefundDialog } from '#stores/admin/payments/refunds.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { RefundSummary } from './refund-summary.tsx'

export function SendRefundDialog() {
  const refund = useStore(sendRefundDialog.$row)
  return (
    <RowQuestion
      busyLabel={refundProgress.sending}
      cancelLabel={labels.cancel}
      confirmLabel={refund ? refundLabel(refund) : ''}
      dialog={sendRefundDialog}
      title={refund ? sendQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.sendText}</p>
    </RowQuestion>
  )
}

/** The second confirmations of both dialogs, for a disputed payment. */
export function DisputedRefundDialogs() {
  return (
    <>
      <DisputeDialog
        confirmLabel={disputes.sendAction}
        confirmation={sendRefundDialog}
        busyLabel={refundProgress.sending}
        consequence={disputes.consequence}
        title={disputes.refundDisputedQuestion}
      />
      <DisputeDialog
        confirmLabel={text.markRefunded}
        confirmation={closeRefundDialog}
        busyLabel={labels.saving}
        consequence={disputes.markRefundedConsequence}
        title={disputes.markDisputedQuestion}
      />
    </>
  )
}
