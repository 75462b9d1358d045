import { NoteForm, PhotoDialog, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as commonText from '#messages/common.ts'
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
        busyLabel={ridesText.returning.busy}
        cancelLabel={commonText.cancel}
        confirmLabel={confirmLabel}
        dialog={dialog}
        title={ridesText.returning.question}
      >
        {ride && (
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
