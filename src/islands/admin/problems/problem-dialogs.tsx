import type { Problem, RideInside } from '#contract/problems/problems.ts'
import { REASON_MAX_LENGTH } from '#domain/constants.ts'
import { dayOf } from '#domain/time/india-time.ts'
import { TimeOptions } from '#islands/admin/crud/crud-fields.tsx'
import { NoteForm, PhotoDialog, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Options, SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { ErrorNote, ErrorState, Loading, Note } from '#islands/ui/feedback/states.tsx'
import { useFormField, useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import {
  $choices,
  $isBlocking,
  $isLoading,
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
  openBlock,
  REFUND
} from '#stores/admin/problems/block-scooter.ts'
import {
  $damagedScooter,
  $isDamageLoading,
  $setsAvailable,
  chooseDamagedScooter,
  damageDialog,
  fixedDialog,
  knownDialog,
  openFixed,
  openNoteDamage,
  problemPhotoDialog,
  toggleSetsAvailable
} from '#stores/admin/problems/problems.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import { $withoutNetwork } from '#stores/admin/staff/presses.ts'

export const actions = {
  $isDamageLoading,
  $isLoading,
  openBlock,
  openFixed,
  openKnown: knownDialog.open,
  openNoteDamage,
  openPhoto: problemPhotoDialog.open
}

export function Dialogs() {
  return (
    <>
      <ProblemQuestions />
      <DamageDialog />
      <BlockDialog />
    </>
  )
}

function ProblemQuestions() {
  const setsAvailable = useStore($setsAvailable)
  const withoutNetwork = useStore($withoutNetwork)
  const nameOf = ({ kind, scooter_name }: Problem) =>
    commonText.joinFacts(scooter_name, problemsText.PROBLEM_NAMES[kind])
  return (
    <>
      <RowQuestion
        confirmLabel={adminProblemsText.list.known}
        dialog={knownDialog}
        title={adminProblemsText.list.knownQuestion}
      >
        {known => (
          <>
            <p className="font-semibold wrap-anywhere">{nameOf(known)}</p>
            <p className="muted">{adminProblemsText.list.knownEffect}</p>
            <NoteForm dialog={knownDialog} hint={adminProblemsText.list.noteHint} label={adminProblemsText.list.note} />
          </>
        )}
      </RowQuestion>
      <RowQuestion
        confirmLabel={adminProblemsText.list.fixed}
        dialog={fixedDialog}
        title={adminProblemsText.list.fixedQuestion}
      >
        {fixed => (
          <>
            <p className="font-semibold wrap-anywhere">{nameOf(fixed)}</p>
            {fixed.scooter_status === 'Maintenance' && !withoutNetwork && (
              <label className="checkbox-label">
                <input checked={setsAvailable} onChange={toggleSetsAvailable} type="checkbox" />
                {catalogueText.scooters.setAvailable}
              </label>
            )}
          </>
        )}
      </RowQuestion>
      <PhotoDialog dialog={problemPhotoDialog} nameOf={nameOf} text={adminProblemsText.problemPhoto} />
    </>
  )
}

function DamageDialog() {
  const chosen = useStore($damagedScooter)
  return (
    <RowQuestion
      confirmLabel={adminProblemsText.list.noteDamage}
      dialog={damageDialog}
      title={adminProblemsText.list.noteDamage}
    >
      {({ scooters }) => (
        <>
          <SelectField label={adminProblemsText.list.scooter} onChange={chooseDamagedScooter} value={chosen}>
            <Options of={scooters.map(({ id, name }) => [id, name])} />
          </SelectField>
          <NoteForm dialog={damageDialog} hint={adminProblemsText.list.noteHint} label={adminProblemsText.list.note} />
        </>
      )}
    </RowQuestion>
  )
}

/** Blocks a scooter for a time, and asks what happens to the paid rides inside. */
function BlockDialog() {
  const scooters = useStore($scooters)
  return (
    <Modal isOpen={scooters !== null} onClose={closeBlock} title={adminProblemsText.blocking.action}>
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
      <SelectField
        {...useFormField(blockForm, 'scooter_id')}
        disabled={disabled}
        label={adminProblemsText.list.scooter}
      >
        <Options of={scooters.map(({ id, name }) => [id, name])} />
      </SelectField>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4">
        <EndFields disabled={disabled} end="from" />
        <EndFields disabled={disabled} end="to" />
      </div>
      <TextField
        {...useFormField(blockForm, 'note')}
        autoComplete="off"
        disabled={disabled}
        hint={adminProblemsText.blocking.reasonHint}
        label={formsText.reason}
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
          {leftOver === null ? commonText.cancel : commonText.close}
        </Button>
        <Button busyLabel={adminProblemsText.blocking.busy} isBusy={isBusy} type="submit">
          {adminProblemsText.blockAction(toldCount)}
        </Button>
      </ModalButtons>
    </Form>
  )
}

/** The day and the time of an end of the window. */
function EndFields({ disabled, end }: { disabled: boolean; end: 'from' | 'to' }) {
  return (
    <>
      <TextField
        {...useFormField(blockForm, end)}
        disabled={disabled}
        label={adminProblemsText.blocking[end]}
        min={dayOf(useRenderTime())}
        required
        type="date"
      />
      <SelectField
        {...useFormField(blockForm, `${end}_time`)}
        disabled={disabled}
        label={adminProblemsText.blocking[`${end}Time`]}
      >
        <TimeOptions />
      </SelectField>
    </>
  )
}

function RidesInside() {
  const rides = useStore($ridesInside)
  if (rides === null) return null
  if (rides === 'failed')
    return <ErrorState onRetry={() => void loadRidesInside()} title={adminProblemsText.blocking.ridesFailed} />
  if (rides === 'loading') return <Loading label={adminProblemsText.blocking.loading} skeleton="h-12 rounded-slot" />
  return (
    <>
      <p className="font-semibold" role="status">
        {rides.length === 0
          ? adminProblemsText.blocking.noRidesInside
          : adminProblemsText.ridesInsideCount(rides.length)}
      </p>
      {rides.map(ride => (
        <RideField ride={ride} key={ride.id} />
      ))}
    </>
  )
}

function RideField({ ride }: { ride: RideInside }) {
  const { id, owed, refund, targets, user_name } = ride
  const label = commonText.joinFacts(user_name, relativeRideText(ride, useRenderTime()))
  return (
    <SelectField label={label} onChange={choice => choose(id, choice)} value={useStore($choices)[id] ?? LEAVE}>
      <Options of={targets.map(target => [target.id, adminProblemsText.moveTo(target.name)])} />
      {refund !== null && <option value={REFUND}>{adminProblemsText.refundChoice(refund, owed)}</option>}
      <option value={LEAVE}>{adminProblemsText.blocking.leave}</option>
    </SelectField>
  )
}
