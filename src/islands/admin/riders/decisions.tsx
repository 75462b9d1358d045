import { type ReactNode, useId } from 'react'
import type { RiderFile } from '#contract/review/review.ts'
import { REJECT_REASONS } from '#domain/riders/licence.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { NoteForm, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { FieldError, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { ErrorNote } from '#islands/ui/feedback/states.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as formsText from '#messages/admin/forms.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as commonText from '#messages/common.ts'
import {
  approval,
  approvalUntil,
  rejectDialog,
  rejectionFor,
  stoppedBy,
  suspendDialog,
  suspensionFor
} from '#stores/admin/riders/rider-file.ts'

/** Enter in the date approves. The buttons stay in sight below the photo. */
export function ApprovalForm({ file }: { file: RiderFile }) {
  const day = useFormField(approval.fields, 'expires_on')
  const stopped = stoppedBy(file, approvalUntil(day.value))
  return (
    <Form className="panel-foot grid gap-3" form={approval.fields} onSubmit={approval.confirm}>
      <ErrorNote>{useStore(approval.$refusal)}</ErrorNote>
      <p aria-live="polite" className="font-semibold empty:hidden">
        {reviewText.ridesStopped(stopped)}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-full md:basis-34">
          <TextField
            {...day}
            autoComplete="off"
            autoFocus
            label={reviewText.riderPanel.validUntil}
            min={dayOf(useRenderTime())}
            required
            type="date"
          />
        </div>
        <div className="flex gap-3 max-md:w-full max-md:*:flex-1 md:mt-7 md:whitespace-nowrap">
          <Button isBusy={useStore(approval.$isBusy)} busyLabel={commonText.saving} type="submit">
            {reviewText.withRefund(reviewText.riderPanel.approve, stopped.refund)}
          </Button>
          <Button kind="secondary" onClick={() => rejectDialog.open(file)}>
            {reviewText.riderPanel.reject}
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
  return <RowQuestion {...question} confirmLabel={reviewText.withRefund(label, refund)} isDestructive />
}

function ReasonChoices() {
  const { error, onChange, value } = useFormField(rejectDialog.fields, 'reason')
  const name = useId()
  return (
    <Form className="my-1" form={rejectDialog.fields} onSubmit={rejectDialog.confirm}>
      <fieldset aria-describedby={error && `${name}-error`}>
        <legend className="sr-only">{reviewText.reasonLabel}</legend>
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
            {reviewText.REJECT_REASONS[reason]}
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
      label={reviewText.riderPanel.reject}
      refund={stopped?.refund}
      title={reviewText.rejectQuestion(file?.name ?? '')}
    >
      {stopped && (
        <>
          <ReasonChoices />
          <p className="muted">{reviewText.canUpload}</p>
          <p aria-live="polite" className="font-semibold empty:hidden">
            {reviewText.ridesStopped(stopped) ?? (reason !== '' && file.rides.length > 0 && formsText.ridesStay)}
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
      label={reviewText.riderPanel.suspend}
      refund={stopped?.refund}
      title={reviewText.suspendQuestion(file?.name ?? '')}
    >
      {stopped && (
        <>
          <NoteForm dialog={suspendDialog} hint={reviewText.whyHint} label={reviewText.reasonLabel} />
          <p className="font-semibold empty:hidden">{reviewText.ridesStopped(stopped)}</p>
          <p className="muted">{reviewText.pinsRenewed(file.name)}</p>
        </>
      )}
    </DecisionQuestion>
  )
}
