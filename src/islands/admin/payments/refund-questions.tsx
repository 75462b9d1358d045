import type { RefundForAdmin } from '#contract/payments/refunds.ts'
import { rideText } from '#islands/admin/bookings/ride-text.ts'
import { TextField } from '#islands/ui/controls/field.tsx'
import { Note } from '#islands/ui/feedback/note.tsx'
import { Question } from '#islands/ui/feedback/question.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as disputes from '#messages/disputes.ts'
import * as portal from '#messages/portal.ts'
import { payments as text } from '#messages/portal.ts'
import {
  $note,
  $noteError,
  $noteRefusals,
  closeNow,
  closing,
  sending,
  typeNote
} from '#stores/admin/bookings/refunds.ts'
import { DisputeQuestion } from './dispute-question.tsx'
import { RefundReasons } from './refund-columns.tsx'

function About({ refund }: { refund: RefundForAdmin }) {
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

export function SendQuestion() {
  const refund = useStore(sending.$row)
  const refusal = useStore(sending.$refusal)
  const busy = useStore(sending.$busy)
  const isDoubted = useStore(sending.$isDoubted)
  return (
    <Question
      action={busy || !refund ? text.sending : portal.refundText(refund)}
      busy={busy}
      no={portal.cancel}
      onNo={sending.no}
      onYes={() => void sending.yes()}
      open={refund !== null && !isDoubted}
      title={refund ? portal.sendQuestion(refund) : ''}
    >
      {refund && <About refund={refund} />}
      <p>{text.sendText}</p>
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </Question>
  )
}

function NoteField() {
  const error = useStore($noteError) ?? undefined
  const note = useStore($note)
  const form = useFocusFirstError(useStore($noteRefusals))
  return (
    <form
      className="my-1"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void closeNow()
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        error={error}
        hint={text.noteHint}
        label={text.note}
        onChange={typeNote}
        required
        value={note}
      />
    </form>
  )
}

export function CloseQuestion() {
  const refund = useStore(closing.$row)
  const refusal = useStore(closing.$refusal)
  const busy = useStore(closing.$busy)
  const isDoubted = useStore(closing.$isDoubted)
  return (
    <Question
      action={busy ? text.closing : text.closeAction}
      busy={busy}
      no={portal.cancel}
      onNo={closing.no}
      onYes={() => void closeNow()}
      open={refund !== null && !isDoubted}
      title={refund ? portal.closeQuestion(refund) : ''}
    >
      {refund && <About refund={refund} />}
      <p>{text.closeText}</p>
      <NoteField />
      {refusal && (
        <Note kind="error" role="alert">
          {refusal}
        </Note>
      )}
    </Question>
  )
}

/** The second questions of the two, of a payment that is disputed. */
export function DisputedQuestions() {
  return (
    <>
      <DisputeQuestion
        action={disputes.sendAction}
        asked={sending}
        busy_action={text.sending}
        consequence={disputes.consequence}
        title={disputes.sendQuestion}
      />
      <DisputeQuestion
        action={disputes.closeAction}
        asked={closing}
        busy_action={text.closing}
        consequence={disputes.consequenceOfMarking}
        title={disputes.closeQuestion}
      />
    </>
  )
}
