import { NoteForm } from '#islands/admin/bookings/note-form.tsx'
import { RowQuestion } from '#islands/admin/crud/row-question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { markRefundedQuestion, refunds as text } from '#messages/admin/payments/refunds.ts'
import * as labels from '#messages/labels.ts'
import { closeRefundDialog, closeRefundFields, confirmCloseRefund } from '#stores/admin/payments/refunds.ts'
import { RefundSummary } from './refund-summary.tsx'

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
