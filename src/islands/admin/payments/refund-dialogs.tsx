import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { NoteForm, RowQuestion } from '#islands/admin/crud/crud-dialogs.tsx'
import { DisputeDialog } from '#islands/admin/payments/dispute-dialog.tsx'
import { RefundReasons } from '#islands/admin/payments/payment-columns.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as lists from '#messages/admin/lists.ts'
import * as disputes from '#messages/admin/payments/disputes.ts'
import {
  markRefundedQuestion,
  refundLabel,
  refundProgress,
  sendQuestion,
  refunds as text
} from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import {
  closeRefundDialog,
  closeRefundFields,
  confirmCloseRefund,
  sendRefundDialog
} from '#stores/admin/payments/refunds.ts'

function RefundSummary({ refund }: { refund: RefundForAdmin }) {
  const now = useRenderTime()
  return (
    <>
      <p className="font-semibold wrap-anywhere">{lists.scooterAt(refund.scooter_name, refund.property_name)}</p>
      <p className="numeric">{rideText(refund, now)}</p>
      <div className="muted wrap-anywhere">
        <RefundReasons refund={refund} />
      </div>
    </>
  )
}

export function CloseRefundDialog() {
  const refund = useStore(closeRefundDialog.$row)
  return (
    <RowQuestion
      busyLabel={labels.saving}
      cancelLabel={labels.cancel}
      confirmLabel={text.markRefunded}
      dialog={closeRefundDialog}
      onConfirm={() => void confirmCloseRefund()}
      title={refund ? markRefundedQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.markRefundedText}</p>
      <NoteForm
        fields={closeRefundFields}
        hint={text.noteHint}
        label={text.note}
        name="note"
        onSubmit={() => void confirmCloseRefund()}
      />
    </RowQuestion>
  )
}

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
