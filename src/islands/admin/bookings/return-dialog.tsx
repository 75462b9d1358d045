import { RowQuestion } from '#islands/admin/crud/row-question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { useRenderTime } from '#islands/ui/hooks/use-time.ts'
import { returning as text } from '#messages/admin/bookings.ts'
import * as forms from '#messages/admin/forms.ts'
import { scooterAt } from '#messages/admin/lists.ts'
import * as labels from '#messages/labels.ts'
import { confirmReturn, returnDialog, returnFields } from '#stores/admin/bookings/return-as-admin.ts'
import { rideText } from '#stores/admin/bookings/ride-text.ts'
import { NoteForm } from './note-form.tsx'

/** Asks for the reason before an admin ends a rider's ride. */
export function ReturnDialog() {
  const now = useRenderTime()
  const booking = useStore(returnDialog.$row)
  return (
    <RowQuestion
      busyLabel={text.busy}
      cancelLabel={labels.cancel}
      confirmLabel={text.action}
      dialog={returnDialog}
      isDestructive
      onConfirm={() => void confirmReturn()}
      title={text.question}
    >
      {booking && (
        <>
          <p className="font-semibold wrap-anywhere">{booking.user_name}</p>
          <p className="wrap-anywhere">{scooterAt(booking.scooter_name, booking.property_name)}</p>
          <p className="numeric">{rideText(booking, now)}</p>
          <p>{text.consequence}</p>
          <NoteForm
            fields={returnFields}
            hint={forms.reasonHint}
            label={forms.reason}
            name="reason"
            onSubmit={() => void confirmReturn()}
          />
        </>
      )}
    </RowQuestion>
  )
}
