import { TextField } from '#islands/ui/controls/field.tsx'
import { ConfirmDialog } from '#islands/ui/feedback/confirm-dialog.tsx'
import { useFocusFirstError } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { scooterAt } from '#messages/admin/lists.ts'
import { returning as text } from '#messages/admin/ride-return.ts'
import {
  $isReturning,
  $reason,
  $reasonError,
  $reasonErrorCount,
  $rideToReturn,
  closeReturn,
  returnRide,
  setReason
} from '#stores/admin/bookings/return-ride.ts'
import { rideText } from './ride-text.ts'

/** Asks for the reason before an admin ends a rider's ride. */
export function ReturnDialog() {
  const booking = useStore($rideToReturn)
  const isReturning = useStore($isReturning)
  return (
    <ConfirmDialog
      confirmLabel={isReturning ? text.busy : text.action}
      busy={isReturning}
      isDestructive
      cancelLabel={text.keep}
      onCancel={closeReturn}
      onConfirm={() => void returnRide()}
      open={booking !== null}
      title={text.question}
    >
      {booking && (
        <>
          <p className="font-semibold wrap-anywhere">{booking.user_name}</p>
          <p className="wrap-anywhere">{scooterAt(booking.scooter_name, booking.property_name)}</p>
          <p className="numeric">{rideText(booking)}</p>
          <p>{text.consequence}</p>
          <ReasonField />
        </>
      )}
    </ConfirmDialog>
  )
}

function ReasonField() {
  const error = useStore($reasonError) ?? undefined
  const reason = useStore($reason)
  const form = useFocusFirstError(useStore($reasonErrorCount))
  return (
    <form
      className="my-1"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void returnRide()
      }}
      ref={form}
    >
      <TextField
        autoComplete="off"
        error={error}
        hint={text.reasonHint}
        label={text.reason}
        onChange={setReason}
        required
        value={reason}
      />
    </form>
  )
}
