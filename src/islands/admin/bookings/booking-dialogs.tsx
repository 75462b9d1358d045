import type { BookingForAdmin, Slip } from '#contract/bookings/admin-bookings.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import { dayOf, parseInstant } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText } from '#domain/time/time-texts.ts'
import { AbsenceQuestion, MoveQuestion, ReturnDialogs } from '#islands/admin/bookings/ride-questions.tsx'
import { RiderEmail } from '#islands/admin/list/cells.tsx'
import { NoteForm, RowQuestion } from '#islands/admin/list/row-dialogs.tsx'
import { DisputeDialog } from '#islands/admin/payments/payment-cells.tsx'
import { Button } from '#islands/ui/controls/button.tsx'
import { Options, SelectField } from '#islands/ui/controls/field.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { LARGE_PIN, PinDigits } from '#islands/ui/feedback/ride-facts.tsx'
import { useRenderTime, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as listsText from '#messages/admin/lists.ts'
import * as disputesText from '#messages/admin/payments/disputes.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import {
  $isReadingPin,
  $preview,
  $requestedBy,
  $sheet,
  $slip,
  absenceDialog,
  cancelBookingDialog,
  cancelsOtherRows,
  canMove,
  canReturn,
  chooseRequestedBy,
  closeSlip,
  moveDialog,
  printSlip,
  questionsText,
  REQUESTED_BY,
  returnDialog,
  showPin
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
        {booking => (
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

/** Of a paid ride that is not over. */
export function PinButton({ booking }: { booking: Pick<BookingForAdmin, 'id'> }) {
  return (
    <Button isBusy={useStore($isReadingPin)} isSmall kind="secondary" onClick={() => void showPin(booking)}>
      {ridesText.slip.showPin}
    </Button>
  )
}

function Facts({ slip }: { slip: Slip }) {
  const now = useRenderTime()
  const { end_time, location, parking_note, pin, property_name, reference, registration_number } = slip
  const questions = questionsText(slip)
  const start = parseInstant(slip.start_time)
  return (
    <div className="numeric grid grid-cols-[minmax(0,1fr)] gap-1 wrap-anywhere">
      <p className="h3">{commonText.joinFacts(slip.scooter_name, registration_number)}</p>
      <p>
        {commonText.inIndianTime(
          `${dayOrDateText(dayOf(start), dayOf(now))}, ${rangeText(start, parseInstant(end_time), now)}`
        )}
      </p>
      <p>{commonText.joinFacts(property_name, location)}</p>
      {parking_note && <p>{parking_note}</p>}
      <div className="@container my-2 rounded-card border-2 border-line bg-sunken px-3 py-3.5 text-center">
        <h4 className="text-[.9375rem]/[1.4] font-[650]">{myBookingsText.scooterPin}</h4>
        <PinDigits className={LARGE_PIN} pin={pin} />
      </div>
      <p>{commonText.joinFacts(slip.user_name, myBookingsText.referenceText(reference))}</p>
      {questions && <p>{questions}</p>}
    </div>
  )
}

/** The dialog of a booking, and the sheet that is printed. */
export function SlipDialog({ booking }: { booking: Pick<BookingForAdmin, 'id'> }) {
  const read = useStore($slip)
  const sheet = useStore($sheet)
  // The answer can come when another booking is on the screen.
  const slip = read?.id === booking.id ? read : null
  return (
    <>
      <Modal isOpen={slip !== null} onClose={closeSlip} title={ridesText.slip.title}>
        {slip && (
          <>
            <Facts slip={slip} />
            <ModalButtons>
              <Button kind="secondary" onClick={closeSlip}>
                {commonText.close}
              </Button>
              <Button onClick={() => printSlip(slip)}>{commonText.print}</Button>
            </ModalButtons>
          </>
        )}
      </Modal>
      {sheet && (
        <div aria-hidden="true" className="slip-sheet">
          <p className="font-bold">{BRAND_NAME}</p>
          <Facts slip={sheet} />
        </div>
      )}
    </>
  )
}
