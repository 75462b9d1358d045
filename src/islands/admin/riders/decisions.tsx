import { type ReactNode, useId } from 'react'
import type { RiderFile } from '#contract/review/review.ts'
import { REJECT_REASONS } from '#domain/riders/licence.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { NoteForm, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { FieldError, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ErrorNote } from '#islands/ui/feedback/note.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as messages from '#messages/admin/review.ts'
import * as labels from '#messages/labels.ts'
import {
  approval,
  approvalUntil,
  rejectDialog,
  rejectionFor,
  stoppedBy,
  suspendDialog,
  suspensionFor
} from '#stores/admin/riders/rider-file.ts'

const { panel: text } = messages

/** Enter in the date approves. The buttons stay in sight below the photo. */
export function ApprovalForm({ file }: { file: RiderFile }) {
  const day = useFormField(approval.fields, 'expires_on')
  const stopped = stoppedBy(file, approvalUntil(day.value))
  return (
    <Form className="panel-foot grid gap-3" form={approval.fields} onSubmit={approval.confirm}>
      <ErrorNote>{useStore(approval.$refusal)}</ErrorNote>
      <p aria-live="polite" className="font-semibold empty:hidden">
        {messages.stopped(stopped)}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-full md:basis-34">
          <TextField
            {...day}
            autoComplete="off"
            autoFocus
            label={text.validUntil}
            min={dayOf(useRenderTime())}
            required
            type="date"
          />
        </div>
        <div className="flex gap-3 max-md:w-full max-md:*:flex-1 md:mt-7 md:whitespace-nowrap">
          <Button isBusy={useStore(approval.$isBusy)} busyLabel={labels.saving} type="submit">
            {messages.withRefund(text.approve, stopped.refund)}
          </Button>
          <Button kind="secondary" onClick={() => rejectDialog.open(file)}>
            {text.reject}
          </Button>
        </div>
      </div>
    </Form>
  )
}

interface DecisionQuestionProps {
  children: ReactNode
  dialog: typeof rejectDialog
  label: string
  /** Rupees. */
  refund: number | undefined
  title: string
}

function DecisionQuestion({ label, refund = 0, ...question }: DecisionQuestionProps) {
  return (
    <RowQuestion
      {...question}
      busyLabel={labels.saving}
      cancelLabel={labels.cancel}
      confirmLabel={messages.withRefund(label, refund)}
      isDestructive
    />
  )
}

function ReasonChoices() {
  const { error, onChange, value } = useFormField(rejectDialog.fields, 'reason')
  const name = useId()
  return (
    <Form className="my-1" form={rejectDialog.fields} onSubmit={rejectDialog.confirm}>
      <fieldset aria-describedby={error && `${name}-error`}>
        <legend className="sr-only">{messages.why}</legend>
        {REJECT_REASONS.map(reason => (
          <label className="flex min-h-11 items-center gap-3 py-1.5" key={reason}>
            <input
              aria-invalid={error ? true : undefined}
              checked={value === reason}
              className="size-5 flex-none accent-accent"
              name={name}
              onChange={() => onChange(reason)}
              type="radio"
            />
            {messages.REASONS[reason]}
          </label>
        ))}
        {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      </fieldset>
    </Form>
  )
}

export function RejectDialog() {
  const file = useStore(rejectDialog.$row)
  const { reason } = useStore(rejectDialog.fields.$fields)
  const stopped = file && stoppedBy(file, rejectionFor(reason))
  return (
    <DecisionQuestion
      dialog={rejectDialog}
      label={text.reject}
      refund={stopped?.refund}
      title={messages.rejectQuestion(file?.name ?? '')}
    >
      {stopped && (
        <>
          <ReasonChoices />
          <p className="muted">{messages.canUpload}</p>
          <p aria-live="polite" className="font-semibold empty:hidden">
            {messages.stopped(stopped) ?? (reason !== '' && file.rides.length > 0 && messages.noRideStopped)}
          </p>
        </>
      )}
    </DecisionQuestion>
  )
}

export function SuspendDialog() {
  const file = useStore(suspendDialog.$row)
  const stopped = file && stoppedBy(file, suspensionFor(''))
  return (
    <DecisionQuestion
      dialog={suspendDialog}
      label={text.suspend}
      refund={stopped?.refund}
      title={messages.suspendQuestion(file?.name ?? '')}
    >
      {stopped && (
        <>
          <NoteForm dialog={suspendDialog} hint={messages.whyHint} label={messages.why} />
          <p className="font-semibold empty:hidden">{messages.stopped(stopped)}</p>
          <p className="muted">{messages.pinsRenewed(file.name)}</p>
        </>
      )}
    </DecisionQuestion>
  )
}
