import { TextField } from '#islands/ui/controls/field.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as forms from '#messages/admin/forms.ts'
import * as portalRefunds from '#messages/admin/refunds.ts'
import { refunds as text } from '#messages/admin/refunds.ts'
import {
  $note,
  $noteError,
  $noteErrorCount,
  closeDialog,
  confirmClose,
  setNote
} from '#stores/admin/payments/refunds.ts'
import { RefundSummary } from './refund-summary.tsx'

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
      cancelLabel={forms.cancel}
      onCancel={closeDialog.cancel}
      onConfirm={() => void confirmClose()}
      open={refund !== null && !needsSecondConfirmation}
      title={refund ? portalRefunds.closeQuestion(refund) : ''}
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
