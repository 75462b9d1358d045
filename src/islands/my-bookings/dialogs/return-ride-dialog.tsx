import type { Booking } from '#contract/bookings/my-bookings.ts'
import { Button } from '#islands/ui/controls/button.tsx'
import { Modal } from '#islands/ui/feedback/modal.tsx'
import { usePreview } from '#islands/ui/hooks/use-preview.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/return-ride.ts'
import * as uploads from '#messages/uploads.ts'
import { rideText, scooterName } from '#stores/my-bookings/booking-details.ts'
import {
  $bookingToReturn,
  $isReturning,
  $returnPhoto,
  $returnPhotoError,
  $returnPhotoPercent,
  $returnRefund,
  chooseReturnPhoto,
  closeReturnDialog,
  endRide,
  removeReturnPhoto
} from '#stores/my-bookings/return-ride.ts'

/** Says what ends with the ride before the rider confirms, and takes a photo. */
export function ReturnRideDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToReturn)
  return (
    <Modal onClose={closeReturnDialog} open={booking !== null} role="alertdialog" title={text.returnQuestion}>
      {booking && <Question booking={booking} now={now} />}
    </Modal>
  )
}

/** Else the photo would be focused, which is optional. */
const FOCUSED_ON_OPEN = { ref: (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '') }

function Question({ booking, now }: { booking: Booking; now: Date }) {
  const isReturning = useStore($isReturning)
  const refund = useStore($returnRefund)
  return (
    <>
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{rideText(booking, now)}</p>
      <p>
        {text.consequence} {text.noRefundOfRest}
      </p>
      {refund > 0 && <p className="numeric font-semibold">{text.extensionRefund(refund)}</p>}
      <ReturnPhotoField />
      <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-3 md:flex md:justify-end">
        <Button kind="secondary" onClick={closeReturnDialog} {...FOCUSED_ON_OPEN}>
          {text.keepRiding}
        </Button>
        <Button busy={isReturning} kind="danger" onClick={() => void endRide()}>
          {isReturning ? text.ending : text.endRide}
        </Button>
      </div>
    </>
  )
}

/** A button instead of the sign-up's field, whose styles would be in the page of every rider. */
function ReturnPhotoField() {
  const photo = useStore($returnPhoto)
  const error = useStore($returnPhotoError)
  const percent = useStore($returnPhotoPercent)
  const { isUnreadable, onError, url } = usePreview(photo)
  return (
    <div className="grid gap-1.5">
      <p aria-hidden="true">{text.photoLabel}</p>
      <label className="btn btn-secondary btn-small justify-self-start has-focus-visible:outline-3 has-focus-visible:outline-offset-2">
        {photo ? text.changePhoto : text.choosePhoto}
        <input
          accept="image/*"
          aria-invalid={error ? true : undefined}
          aria-label={text.photoLabel}
          className="sr-only"
          disabled={percent !== null}
          onChange={event => {
            const [chosen] = event.currentTarget.files ?? []
            if (chosen) chooseReturnPhoto(chosen)
          }}
          type="file"
        />
      </label>
      {error && (
        <p className="font-semibold" role="alert">
          {error}
        </p>
      )}
      {photo && (
        <>
          {url && !isUnreadable && <img alt="" className="size-12" onError={onError} src={url} />}
          <div className="flex flex-wrap items-center gap-x-3">
            <p className="caption numeric wrap-anywhere">
              {photo.name} · {percent === null ? uploads.photoSize(photo.size) : uploads.photoUploaded(percent)}
            </p>
            <Button kind="ghost" onClick={removeReturnPhoto} small>
              {uploads.removePhoto}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
