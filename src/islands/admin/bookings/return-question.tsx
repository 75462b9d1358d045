import { NoteForm, PhotoDialog, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as forms from '#messages/admin/forms.ts'
import { returning, returnPhoto } from '#messages/admin/rides.ts'
import * as labels from '#messages/labels.ts'
import { type ReturnDialog, returnPhotoDialog } from '#stores/admin/bookings/ride-dialogs.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'

interface ReturnDialogsProps {
  confirmLabel: string
  dialog: ReturnDialog
}

/** The question before a ride ends, and the photo of a parked scooter. */
export function ReturnDialogs({ confirmLabel, dialog }: ReturnDialogsProps) {
  const now = useRenderTime()
  const ride = useStore(dialog.$row)
  return (
    <>
      <RowQuestion
        busyLabel={returning.busy}
        cancelLabel={labels.cancel}
        confirmLabel={confirmLabel}
        dialog={dialog}
        title={returning.question}
      >
        {ride && (
          <>
            <p className="font-semibold wrap-anywhere">{ride.scooter_name}</p>
            <p className="numeric wrap-anywhere">{labels.joinFacts(ride.user_name, relativeRideText(ride, now))}</p>
            <p>{returning.consequence}</p>
            <NoteForm dialog={dialog} hint={forms.reasonHint} label={forms.reason} />
          </>
        )}
      </RowQuestion>
      <PhotoDialog dialog={returnPhotoDialog} nameOf={({ scooter_name }) => scooter_name} text={returnPhoto} />
    </>
  )
}
