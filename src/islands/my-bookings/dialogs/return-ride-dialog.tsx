import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/my-bookings/manage-ride.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
import * as rides from '#messages/rides.ts'
import { paidAhead, rideText, scooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'
import {
  $bookingToReturn,
  $isReturning,
  $returnRefund,
  closeReturnDialog,
  returnPhoto,
  returnRide
} from '#stores/my-bookings/manage-ride/manage-ride.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'
import { RidePhotoField } from './ride-photo-field.tsx'

/** Says what ends with the ride before the rider confirms, and takes a photo. */
export function ReturnRideDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToReturn)
  return (
    <Modal onClose={closeReturnDialog} isOpen={booking !== null} role="alertdialog" title={rides.returnQuestion}>
      {booking && <ReturnQuestion booking={booking} now={now} />}
    </Modal>
  )
}

function ReturnQuestion({ booking, now }: { booking: Booking; now: Date }) {
  const isReturning = useStore($isReturning)
  const refund = useStore($returnRefund)
  const kept = Math.max(0, paidAhead(booking, now) - refund)
  const isOffline = useStore($outdated)?.isOffline
  const hasPhoto = useStore(returnPhoto.$photo) !== null
  const isOver = windowOf(booking).end <= now
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{rideText(booking, now)}</p>
      <p>{rides.endRideEffect}</p>
      {!isOver && (
        <p className={refund > 0 || kept > 0 ? 'numeric font-semibold' : ''}>{text.returnMoney(refund, kept)}</p>
      )}
      {/* Without a network, a photo can only be removed. */}
      {(!isOffline || hasPhoto) && <RidePhotoField label={text.photoLabel} photo={returnPhoto} />}
      <ModalButtons>
        {/* Else the photo would be focused, which is optional. */}
        <Button disabled={isReturning} kind="secondary" onClick={closeReturnDialog} ref={focusOnOpen}>
          {rideCard.keepRiding}
        </Button>
        <Button isBusy={isReturning} busyLabel={rides.ending} onClick={() => void returnRide()}>
          {rides.endRide}
        </Button>
      </ModalButtons>
    </>
  )
}
