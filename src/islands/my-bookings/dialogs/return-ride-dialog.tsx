import type { Booking } from '#contract/bookings/my-bookings.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { PhotoInput, usePreview } from '#islands/ui/controls/photo-field.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import { joinFacts } from '#messages/labels.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import * as rideCard from '#messages/my-bookings/ride-card.ts'
import * as uploads from '#messages/uploads.ts'
import { rideText, scooterName, windowOf } from '#stores/my-bookings/booking-details.ts'
import {
  $bookingToReturn,
  $isReturning,
  $returnPhoto,
  $returnPhotoError,
  $returnPhotoPercent,
  $returnRefund,
  chooseReturnPhoto,
  closeReturnDialog,
  removeReturnPhoto,
  returnRide
} from '#stores/my-bookings/manage-ride.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

/** Says what ends with the ride before the rider confirms, and takes a photo. */
export function ReturnRideDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToReturn)
  return (
    <Modal onClose={closeReturnDialog} isOpen={booking !== null} role="alertdialog" title={text.returnQuestion}>
      {booking && <ReturnQuestion booking={booking} now={now} />}
    </Modal>
  )
}

function ReturnQuestion({ booking, now }: { booking: Booking; now: Date }) {
  const isReturning = useStore($isReturning)
  const refund = useStore($returnRefund)
  const isOffline = useStore($outdated)?.isOffline
  const hasPhoto = useStore($returnPhoto) !== null
  const isOver = windowOf(booking).end <= now
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{rideText(booking, now)}</p>
      <p>
        {text.endRideEffect} {!isOver && text.noRefundForRemainingTime}
      </p>
      {refund > 0 && <p className="numeric font-semibold">{text.extensionRefund(refund)}</p>}
      {/* Without a network, a photo can only be removed. */}
      {(!isOffline || hasPhoto) && <ReturnPhotoField />}
      <ModalButtons>
        {/* Else the photo would be focused, which is optional. */}
        <Button disabled={isReturning} kind="secondary" onClick={closeReturnDialog} ref={focusOnOpen}>
          {rideCard.keepRiding}
        </Button>
        <Button isBusy={isReturning} busyLabel={text.ending} onClick={() => void returnRide()}>
          {text.endRide}
        </Button>
      </ModalButtons>
    </>
  )
}

/** Buttons instead of the sign-up's field, whose styles would be in the page of every rider. */
function ReturnPhotoField() {
  const photo = useStore($returnPhoto)
  const error = useStore($returnPhotoError)
  const percent = useStore($returnPhotoPercent)
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5">{text.photoLabel}</legend>
      <div className="flex flex-wrap gap-3">
        {/* Some phones offer only the gallery for a file input without `capture`. */}
        <div className="pointer-fine:hidden">
          <PhotoButton isCamera>{uploads.takePhoto}</PhotoButton>
        </div>
        <PhotoButton>{photo ? text.changePhoto : text.choosePhoto}</PhotoButton>
      </div>
      {error && (
        <p className="font-semibold" role="alert">
          {error}
        </p>
      )}
      {photo && <ChosenPhoto photo={photo} percent={percent} />}
    </fieldset>
  )
}

function PhotoButton({ children, isCamera = false }: { children: string; isCamera?: boolean }) {
  const error = useStore($returnPhotoError)
  const isUploading = useStore($returnPhotoPercent) !== null
  return (
    <label className="btn btn-secondary btn-small has-focus-visible:outline-3 has-focus-visible:outline-offset-2">
      {children}
      <PhotoInput
        aria-invalid={error ? true : undefined}
        capture={isCamera ? 'environment' : undefined}
        className="sr-only"
        disabled={isUploading}
        onChoose={chooseReturnPhoto}
      />
    </label>
  )
}

function ChosenPhoto({ percent, photo }: { percent: number | null; photo: File }) {
  const { isUnreadable, onError, url } = usePreview(photo)
  return (
    <>
      {url && !isUnreadable && <img alt="" className="size-12" onError={onError} src={url} />}
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="caption numeric wrap-anywhere">
          {joinFacts(photo.name, percent === null ? fileSize(photo.size) : uploads.photoUploaded(percent))}
        </p>
        <div className="-ms-3.5">
          <Button kind="ghost" onClick={removeReturnPhoto} isSmall>
            {uploads.removePhoto}
          </Button>
        </div>
      </div>
    </>
  )
}
