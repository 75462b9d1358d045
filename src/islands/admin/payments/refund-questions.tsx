import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { rideText } from '#islands/admin/bookings/ride-text.ts'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/question.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as disputes from '#messages/disputes.ts'
import * as portal from '#messages/portal/general.ts'
import * as portalPayments from '#messages/portal/payments.ts'
import { payments as text } from '#messages/portal/payments.ts'
import {
  $note,
  $noteError,
  $noteErrorCount,
  closeDialog,
  confirmClose,
  sendDialog,
  setNote
} from '#stores/admin/bookings/refunds.ts'
import { DisputeDialog } from './dispute-question.tsx'
import { RefundReasons } from './refund-columns.tsx'

function RefundSummary({ refund }: { refund: RefundForAdmin }) {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{portal.scooterAt(refund.scooter_name, refund.property_name)}</p>
      <p className="num">{rideText(refund)}</p>
      <div className="sub wrap-anywhere">
        <RefundReasons refund={refund} />
      </div>
    </>
  )
}

export function SendRefundDialog() {
  const refund = useStore(sendDialog.$row)
  const refusal = useStore(sendDialog.$refusal)
  const busy = useStore(sendDialog.$busy)
  const needsSecondConfirmation = useStore(sendDialog.$needsSecondConfirmation)
  return (
    <ConfirmDialog
      confirmLabel={busy || !refund ? text.sending : portalPayments.refundText(refund)}
      busy={busy}
      cancelLabel={portal.cancel}
      onCancel={sendDialog.cancel}
      onConfirm={() => void sendDialog.confirm()}
      open={refund !== null && !needsSecondConfirmation}
      title={refund ? portalPayments.sendQuestion(refund) : ''}
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

function NoteField() {
  const error = useStore($noteError) ?? undefined
  const note = useStore($note)
  const form = useFocusFirstError(useStore($noteErrorCount))
  return (
    <form
      className="my-1"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void confirmClose()
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        error={error}
        hint={text.noteHint}
        label={text.note}
        onChange={setNote}
        required
        value={note}
      />
    </form>
  )
}

export function CloseRefundDialog() {
  const refund = useStore(closeDialog.$row)
  const refusal = useStore(closeDialog.$refusal)
  const busy = useStore(closeDialog.$busy)
  const needsSecondConfirmation = useStore(closeDialog.$needsSecondConfirmation)
  return (
    <ConfirmDialog
      confirmLabel={busy ? text.closing : text.closeAction}
      busy={busy}
      cancelLabel={portal.cancel}
      onCancel={closeDialog.cancel}
      onConfirm={() => void confirmClose()}
      open={refund !== null && !needsSecondConfirmation}
      title={refund ? portalPayments.closeQuestion(refund) : ''}
    >
      {refund && <RefundSummary refund={refund} />}
      <p>{text.closeText}</p>
      <NoteField />
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
        busyLabel={text.closing}
        consequence={disputes.markRefundedConsequence}
        title={disputes.closeQuestion}
      />
    </>
  )
}
