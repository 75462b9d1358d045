import { parseInstant } from '#domain/time/india-time.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { NoteForm, PhotoDialog, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { Options, SelectField } from '#islands/ui/controls/field.tsx'
import { ErrorState, Loading } from '#islands/ui/feedback/states.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as formsText from '#messages/admin/forms.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
import {
  type AbsenceDialog,
  type MoveDialog,
  type ReturnDialog,
  returnPhotoDialog
} from '#stores/admin/bookings/ride-dialogs.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'
import { isLoaded } from '#stores/kit/requests.ts'

/** The question before a ride gets another scooter. Without a free one there is only a way back. */
export function MoveQuestion({ dialog }: { dialog: MoveDialog }) {
  const now = useRenderTime()
  const targets = useStore(dialog.$targets)
  const hasTargets = isLoaded(targets) && targets.length > 0
  return (
    <RowQuestion
      busyLabel={ridesText.moving.busy}
      confirmLabel={hasTargets ? ridesText.moving.confirm : null}
      dialog={dialog}
      title={ridesText.moving.question}
    >
      {ride => (
        <>
          <p className="font-semibold wrap-anywhere">{ride.scooter_name}</p>
          <p className="numeric wrap-anywhere">{commonText.joinFacts(ride.user_name, relativeRideText(ride, now))}</p>
          <Targets dialog={dialog} />
          {hasTargets && (
            <>
              <NoteForm dialog={dialog} hint={formsText.reasonHint} label={formsText.reason} />
              <p className="muted">{ridesText.moving.consequence}</p>
            </>
          )}
        </>
      )}
    </RowQuestion>
  )
}

function Targets({ dialog }: { dialog: MoveDialog }) {
  const targets = useStore(dialog.$targets)
  const chosenId = useStore(dialog.$chosenId)
  if (targets === 'failed')
    return <ErrorState onRetry={() => void dialog.retry()} title={ridesText.moving.targetsFailed} />
  if (targets === 'loading') return <Loading label={ridesText.moving.loading} skeleton="h-48 rounded-slot" />
  if (targets.length === 0) return <p role="status">{ridesText.moving.none}</p>
  return (
    <SelectField label={ridesText.moving.scooter} onChange={dialog.choose} value={chosenId}>
      <Options of={targets.map(({ id, name }) => [id, name])} />
    </SelectField>
  )
}

/** The question before a ride whose rider did not come is cancelled. */
export function AbsenceQuestion({ dialog }: { dialog: AbsenceDialog }) {
  const now = useRenderTime()
  const absence = useStore(dialog.$absence)
  const isHere = useStore(dialog.$isHere)
  return (
    <RowQuestion
      busyLabel={ridesText.absence.busy}
      confirmLabel={ridesText.absence.confirm}
      dialog={dialog}
      isDestructive
      title={ride => ridesText.absence.question(ride.user_name)}
    >
      {ride => (
        <>
          <p className="numeric wrap-anywhere">{relativeRideText(ride, now)}</p>
          <p className="wrap-anywhere">{ridesText.nowFree(ride.scooter_name)}</p>
          <p className="numeric font-semibold">{ridesText.goesBack(absence)}</p>
          {absence.pin_seen_at && (
            <>
              <p>{ridesText.pinRead(atTimeText(parseInstant(absence.pin_seen_at), now))}</p>
              <label className="checkbox-label">
                <input checked={isHere} onChange={dialog.toggleIsHere} type="checkbox" />
                {ridesText.absence.isHere}
              </label>
            </>
          )}
        </>
      )}
    </RowQuestion>
  )
}

/** The question before a ride ends, and the photo of a parked scooter. */
export function ReturnDialogs({ confirmLabel, dialog }: { confirmLabel: string; dialog: ReturnDialog }) {
  const now = useRenderTime()
  return (
    <>
      <RowQuestion
        busyLabel={ridesText.returning.busy}
        confirmLabel={confirmLabel}
        dialog={dialog}
        title={ridesText.returning.question}
      >
        {ride => (
          <>
            <p className="font-semibold wrap-anywhere">{ride.scooter_name}</p>
            <p className="numeric wrap-anywhere">{commonText.joinFacts(ride.user_name, relativeRideText(ride, now))}</p>
            <p>{ridesText.returning.consequence}</p>
            <NoteForm dialog={dialog} hint={formsText.reasonHint} label={formsText.reason} />
          </>
        )}
      </RowQuestion>
      <PhotoDialog
        dialog={returnPhotoDialog}
        nameOf={({ scooter_name }) => scooter_name}
        text={ridesText.returnPhoto}
      />
    </>
  )
}
