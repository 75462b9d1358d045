import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { AbsenceQuestion, MoveQuestion, ReturnDialogs } from '#islands/admin/bookings/ride-questions.tsx'
import { RiderEmail } from '#islands/admin/list/cells.tsx'
import { NoteForm, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { DisputeDialog } from '#islands/admin/payments/payment-cells.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Options, SelectField } from '#islands/ui/controls/field.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import {
  $preview,
  $requestedBy,
  absenceDialog,
  cancelBookingDialog,
  cancelsOtherRows,
  canMove,
  canReturn,
  chooseRequestedBy,
  moveDialog,
  REQUESTED_BY,
  returnDialog
} from '#stores/admin/bookings/booking-actions.ts'
import { rideStage } from '#stores/admin/bookings/booking-lists.ts'
import { returnPhotoDialog } from '#stores/admin/bookings/ride-dialogs.ts'
import { $selectedBooking } from '#stores/admin/payments/booking-payments.ts'
import { relativeRideText } from '#stores/admin/relative-times.ts'

const EFFECTS = {
  ahead: adminBookingsText.cancelling.slotAvailableAgain,
  over: adminBookingsText.cancelling.rideIsOver,
  under_way: adminBookingsText.cancelling.rideIsUnderWay
} as const

function BookingSummary({ booking }: { booking: BookingForAdmin }) {
  const { property_name, scooter_name, user_name } = booking
  const now = useRenderTime()
  const { refund } = useStore($preview)
  return (
    <>
      <p className="grid wrap-anywhere">
        <span className="font-semibold">{user_name}</span>
        <RiderEmail {...booking} />
      </p>
      <p className="wrap-anywhere">{listsText.scooterAt(scooter_name, property_name)}</p>
      <p className="numeric">{relativeRideText(booking, now)}</p>
      {cancelsOtherRows(booking, refund) && <p className="font-semibold">{adminBookingsText.cancelling.wholeRide}</p>}
      <p className="muted">{EFFECTS[rideStage(booking, now)]}</p>
      <p className="h3 numeric my-1 wrap-anywhere">{adminBookingsText.refundTo(refund, booking)}</p>
    </>
  )
}

/** Asks who cancels, if it makes a difference. */
function Owed() {
  const { owed } = useStore($preview)
  const requestedBy = useStore($requestedBy)
  if (owed === 0) return null
  return (
    <>
      <SelectField label={adminBookingsText.cancelling.who} onChange={chooseRequestedBy} value={requestedBy}>
        <Options of={REQUESTED_BY.map(each => [each, adminBookingsText.cancelling[each]])} />
      </SelectField>
      <p className="numeric font-semibold" role="status">
        {requestedBy === 'byUs' && adminBookingsText.alsoOwe(owed)}
      </p>
    </>
  )
}

export function CancelBookingDialog() {
  const booking = useStore(cancelBookingDialog.$row)
  return (
    <>
      <RowQuestion
        busyLabel={adminBookingsText.cancelling.busy}
        cancelLabel={adminBookingsText.cancelling.keep}
        confirmLabel={adminBookingsText.cancelling.action}
        dialog={cancelBookingDialog}
        isDestructive
        title={adminBookingsText.cancelling.question}
      >
        {booking && (
          <>
            <BookingSummary booking={booking} />
            <Owed />
            <NoteForm
              dialog={cancelBookingDialog}
              hint={adminBookingsText.cancelling.reasonHint}
              isOptional
              label={adminBookingsText.cancelling.reason}
            />
          </>
        )}
      </RowQuestion>
      <DisputeDialog
        confirmLabel={disputesText.cancelAction}
        confirmation={cancelBookingDialog}
        busyLabel={adminBookingsText.cancelling.busy}
        consequence={disputesText.refundConsequence}
        title={disputesText.cancelDisputedQuestion}
      />
    </>
  )
}

/** Moves or ends the ride of the booking in the panel, or shows how it was returned. */
export function RideActions() {
  const booking = useStore($selectedBooking)
  const now = useRenderTime()
  const openingIds = useStore(absenceDialog.$openingIds)
  if (booking === null) return null
  const label = booking.is_late ? todayText.labels.returned : ridesText.returning.action
  return (
    <>
      {canMove(booking, now) && (
        <Button kind="secondary" onClick={() => void moveDialog.open(booking)} isSmall>
          {ridesText.moving.action}
        </Button>
      )}
      {canReturn(booking, now) && (
        <Button kind="secondary" onClick={() => returnDialog.open(booking)} isSmall>
          {label}
        </Button>
      )}
      {booking.may_be_absent && (
        <Button
          isBusy={openingIds.includes(booking.id)}
          kind="secondary"
          onClick={() => void absenceDialog.open(booking)}
          isSmall
        >
          {ridesText.absence.action}
        </Button>
      )}
      {booking.return_photo_id && (
        <Button kind="secondary" onClick={() => void returnPhotoDialog.open(booking)} isSmall>
          {ridesText.returnPhoto.title}
        </Button>
      )}
      <AbsenceQuestion dialog={absenceDialog} />
      <DisputeDialog
        confirmLabel={ridesText.absence.confirm}
        confirmation={absenceDialog}
        busyLabel={ridesText.absence.busy}
        consequence={disputesText.refundConsequence}
        title={disputesText.cancelDisputedQuestion}
      />
      <MoveQuestion dialog={moveDialog} />
      <ReturnDialogs confirmLabel={label} dialog={returnDialog} />
    </>
  )
}
