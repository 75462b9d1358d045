import type { RideInside } from '#contract/problems/problems.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { TimeOptions } from '#islands/admin/crud/crud-fields.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote, Note } from '#islands/ui/feedback/note.tsx'
import { ErrorState, Loading, SkeletonBlock } from '#islands/ui/feedback/states.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as forms from '#messages/admin/forms.ts'
import * as messages from '#messages/admin/problems.ts'
import * as labels from '#messages/labels.ts'
import {
  $choices,
  $isBlocking,
  $leftOver,
  $ridesInside,
  $scooters,
  $toldCount,
  block,
  blockForm,
  choose,
  closeBlock,
  LEAVE,
  loadRidesInside,
  REFUND
} from '#stores/admin/problems/block-scooter.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'

const { blocking: text } = messages

/** Blocks a scooter for a time, and asks what happens to the paid rides inside. */
export function BlockDialog() {
  const scooters = useStore($scooters)
  return (
    <Modal isOpen={scooters !== null} onClose={closeBlock} title={text.action}>
      <BlockForm scooters={scooters ?? []} />
    </Modal>
  )
}

function BlockForm({ scooters }: { scooters: readonly { id: string; name: string }[] }) {
  const isBusy = useStore($isBlocking)
  const toldCount = useStore($toldCount)
  const leftOver = useStore($leftOver)
  // The scooter is blocked by then; only its rides are left.
  const disabled = leftOver !== null
  return (
    <Form className="grid gap-4" form={blockForm} onSubmit={block}>
      <SelectField {...useFormField(blockForm, 'scooter_id')} disabled={disabled} label={messages.text.scooter}>
        {scooters.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TimeFields disabled={disabled} />
      <TextField
        {...useFormField(blockForm, 'note')}
        autoComplete="off"
        disabled={disabled}
        hint={text.reasonHint}
        label={forms.reason}
        maxLength={REASON_MAX_LENGTH}
        required
      />
      <RidesInside />
      {leftOver && (
        <Note kind="warning" role="alert">
          {leftOver}
        </Note>
      )}
      <ErrorNote>{useStore(blockForm.$formError)}</ErrorNote>
      <ModalButtons>
        <Button disabled={isBusy} kind="secondary" onClick={closeBlock}>
          {leftOver === null ? labels.cancel : labels.close}
        </Button>
        <Button busyLabel={text.busy} isBusy={isBusy} type="submit">
          {messages.block(toldCount)}
        </Button>
      </ModalButtons>
    </Form>
  )
}

function TimeFields({ disabled }: { disabled: boolean }) {
  const today = dayOf(useRenderTime())
  const day = { disabled, min: today, required: true, type: 'date' } as const
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
      <TextField {...day} {...useFormField(blockForm, 'from')} label={text.from} />
      <SelectField {...useFormField(blockForm, 'from_time')} disabled={disabled} label={text.fromTime}>
        <TimeOptions />
      </SelectField>
      <TextField {...day} {...useFormField(blockForm, 'to')} label={text.to} />
      <SelectField {...useFormField(blockForm, 'to_time')} disabled={disabled} label={text.toTime}>
        <TimeOptions />
      </SelectField>
    </div>
  )
}

/** The paid rides inside, with a choice for each. */
function RidesInside() {
  const rides = useStore($ridesInside)
  if (rides === null) return null
  if (rides === 'failed') return <ErrorState onRetry={() => void loadRidesInside()} title={text.ridesFailed} />
  if (rides === 'loading') {
    return (
      <Loading label={text.loading}>
        <SkeletonBlock className="h-12 rounded-slot" />
      </Loading>
    )
  }
  return (
    <>
      <p className="font-semibold" role="status">
        {rides.length === 0 ? text.noRidesInside : messages.ridesInsideCount(rides.length)}
      </p>
      {rides.map(ride => (
        <RideField ride={ride} key={ride.id} />
      ))}
    </>
  )
}

function RideField({ ride }: { ride: RideInside }) {
  const { id, owed, refund, targets, user_name } = ride
  const label = labels.joinFacts(user_name, relativeRideText(ride, useRenderTime()))
  return (
    <SelectField label={label} onChange={choice => choose(id, choice)} value={useStore($choices)[id] ?? LEAVE}>
      {targets.map(target => (
        <option key={target.id} value={target.id}>
          {messages.moveTo(target.name)}
        </option>
      ))}
      {refund !== null && <option value={REFUND}>{messages.refund(refund, owed)}</option>}
      <option value={LEAVE}>{text.leave}</option>
    </SelectField>
  )
}
