import type { Booking } from '#contract/bookings/my-bookings.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { PhotoInput, usePreview } from '#islands/ui/controls/photo-field.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as uploadsText from '#messages/uploads.ts'
import type { RidePhoto } from '#stores/kit/forms/photo.ts'
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

/** Buttons instead of the sign-up's field, whose styles would be in the page of every rider. */
export function RidePhotoField({ label, photo: store }: { label: string; photo: RidePhoto }) {
  const photo = useStore(store.$photo)
  const error = useStore(store.$error)
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5">{label}</legend>
      <div className="flex flex-wrap gap-3">
        {/* Some phones offer only the gallery for a file input without `capture`. */}
        <div className="pointer-fine:hidden">
          <PhotoButton isCamera store={store}>
            {uploadsText.takePhoto}
          </PhotoButton>
        </div>
        <PhotoButton store={store}>{photo ? manageRideText.changePhoto : manageRideText.choosePhoto}</PhotoButton>
      </div>
      {error && (
        <p className="font-semibold" role="alert">
          {error}
        </p>
      )}
      {photo && <ChosenPhoto photo={photo} store={store} />}
    </fieldset>
  )
}

interface PhotoButtonProps {
  children: string
  store: RidePhoto
  isCamera?: boolean
}

function PhotoButton({ children, isCamera = false, store }: PhotoButtonProps) {
  const error = useStore(store.$error)
  const isUploading = useStore(store.$percent) !== null
  return (
    <label className="btn btn-secondary btn-small has-focus-visible:outline-3 has-focus-visible:outline-offset-2">
      {children}
      <PhotoInput
        aria-invalid={error ? true : undefined}
        capture={isCamera ? 'environment' : undefined}
        className="sr-only"
        disabled={isUploading}
        onChoose={store.choose}
      />
    </label>
  )
}

function ChosenPhoto({ photo, store }: { photo: File; store: RidePhoto }) {
  const { isUnreadable, onError, url } = usePreview(photo)
  const percent = useStore(store.$percent)
  return (
    <>
      {url && !isUnreadable && <img alt="" className="size-12" onError={onError} src={url} />}
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="caption numeric wrap-anywhere">
          {commonText.joinFacts(
            photo.name,
            percent === null ? fileSize(photo.size) : uploadsText.photoUploaded(percent)
          )}
        </p>
        <div className="-ms-3.5">
          <Button kind="ghost" onClick={store.remove} isSmall>
            {uploadsText.removePhoto}
          </Button>
        </div>
      </div>
    </>
  )
}
