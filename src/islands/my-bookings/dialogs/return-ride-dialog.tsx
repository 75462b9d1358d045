import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
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
    <Modal onClose={closeReturnDialog} isOpen={booking !== null} role="alertdialog" title={commonText.returnQuestion}>
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
      <p>{commonText.endRideEffect}</p>
      {!isOver && (
        <p className={refund > 0 || kept > 0 ? 'numeric font-semibold' : ''}>
          {manageRideText.returnMoney(refund, kept)}
        </p>
      )}
      {/* Without a network, a photo can only be removed. */}
      {(!isOffline || hasPhoto) && <RidePhotoField label={manageRideText.photoLabel} photo={returnPhoto} />}
      <ModalButtons>
        {/* Else the photo would be focused, which is optional. */}
        <Button disabled={isReturning} kind="secondary" onClick={closeReturnDialog} ref={focusOnOpen}>
          {rideCardText.keepRiding}
        </Button>
        <Button isBusy={isReturning} busyLabel={commonText.ending} onClick={() => void returnRide()}>
          {commonText.endRide}
        </Button>
      </ModalButtons>
    </>
  )
}
