import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings/return-ride.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-details.ts'
import {
  $bookingToReturn,
  $isReturning,
  $returnRefund,
  closeReturnDialog,
  returnRide
} from '#stores/my-bookings/manage-ride/return-ride.ts'
import { ReturnPhotoField } from './return-photo-field.tsx'

/** Says what ends with the ride before the rider confirms, and takes a photo. */
export function ReturnRideDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToReturn)
  return (
    <Modal onClose={closeReturnDialog} isOpen={booking !== null} role="alertdialog" title={text.returnQuestion}>
      {booking && <ReturnQuestion booking={booking} now={now} />}
    </Modal>
  )
}

/** Else the photo would be focused, which is optional. */
const FOCUSED_ON_OPEN = { ref: (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '') }

function ReturnQuestion({ booking, now }: { booking: Booking; now: Date }) {
  const isReturning = useStore($isReturning)
  const refund = useStore($returnRefund)
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{rideText(booking, now)}</p>
      <p>
        {text.endRideEffect} {text.noRefundForRemainingTime}
      </p>
      {refund > 0 && <p className="numeric font-semibold">{text.extensionRefund(refund)}</p>}
      <ReturnPhotoField />
      <ModalButtons>
        <Button kind="secondary" onClick={closeReturnDialog} {...FOCUSED_ON_OPEN}>
          {text.keepRiding}
        </Button>
        <Button isBusy={isReturning} busyLabel={text.ending} kind="danger" onClick={() => void returnRide()}>
          {text.endRide}
        </Button>
      </ModalButtons>
    </>
  )
}
