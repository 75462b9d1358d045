import { useId } from 'react'
import type { ExtensionChoice, Extensions } from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { bookAgainPath } from '#domain/bookings/rides.ts'
import { windowFrom } from '#domain/bookings/slots.ts'
import { EXTENSION_HOURS } from '#domain/constants.ts'
import { rupeesText } from '#domain/money.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import { timeOrWeekdayText } from '#domain/time/time-texts.ts'
import { fileSize } from '#domain/uploads/photos.ts'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { PhotoInput, usePreview } from '#islands/ui/controls/photo-input.tsx'
import { BookingBlockNote } from '#islands/ui/feedback/booking-notes.tsx'
import { focusOnOpen, Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import * as uploadsText from '#messages/uploads.ts'
import type { RidePhoto } from '#stores/kit/forms/photo.ts'
import { $bookingToExtend } from '#stores/my-bookings/booking-dialogs.ts'
import { paidAhead, rideText, scooterName, windowOf } from '#stores/my-bookings/booking-facts.ts'
import {
  $bookingToReturn,
  $extensionBlock,
  $extensionChoice,
  $extensionLimit,
  $extensions,
  $isExtending,
  $isReturning,
  $returnRefund,
  chooseExtension,
  closeExtendDialog,
  closeReturnDialog,
  extendRide,
  returnPhoto,
  returnRide
} from '#stores/my-bookings/manage-ride/manage-ride.ts'
import { $outdated } from '#stores/my-bookings/saved-bookings.ts'

export function ExtendDialog({ now }: { now: Date }) {
  const booking = useStore($bookingToExtend)
  const extensions = useStore($extensions)
  return (
    <Modal onClose={closeExtendDialog} isOpen={booking !== null} title={manageRideText.extendTitle}>
      {booking && extensions && <ExtendForm booking={booking} extensions={extensions} now={now} />}
    </Modal>
  )
}

function ExtendForm({ booking, extensions, now }: { booking: Booking; extensions: Extensions; now: Date }) {
  const { choices, other_scooter } = extensions
  const isExtending = useStore($isExtending)
  const choice = useStore($extensionChoice)
  const { isFinal, otherReason, takenFrom } = useStore($extensionLimit)
  const when = (instant: string) => timeOrWeekdayText(parseInstant(instant), now)
  return (
    <form
      className="grid gap-2"
      method="post"
      onSubmit={event => {
        event.preventDefault()
        void extendRide()
      }}
    >
      <p className="numeric font-semibold wrap-anywhere">{scooterName(booking)}</p>
      <p className="numeric">{manageRideText.endsAt(timeOrWeekdayText(windowOf(booking).end, now))}</p>
      <Choices choices={choices} chosen={choice} when={when} />
      <div aria-live="polite" className="numeric grid gap-2">
        {otherReason && <p>{manageRideText.noExtension(otherReason)}</p>}
        {takenFrom && (
          <p className={isFinal ? undefined : 'muted'}>
            {(extensions.is_own_next ? manageRideText.ownRideFrom : manageRideText.takenFrom)(when(takenFrom))}
          </p>
        )}
      </div>
      {other_scooter && (
        <LinkButton
          href={bookAgainPath(
            other_scooter.id,
            windowFrom(parseInstant(other_scooter.start_time), EXTENSION_HOURS.min),
            now
          )}
          isWide
        >
          {manageRideText.bookInstead(other_scooter.name)}
        </LinkButton>
      )}
      <div className="empty:-mb-2" role="status">
        <BookingBlockNote block={useStore($extensionBlock)} supportPhone={booking.support_phone} />
      </div>
      <ModalButtons>
        <Button disabled={isExtending} kind="secondary" onClick={closeExtendDialog}>
          {commonText.notNow}
        </Button>
        {choice && (
          <Button isBusy={isExtending} busyLabel={manageRideText.preparing} type="submit">
            {paymentsText.payAmount(choice.amount)}
          </Button>
        )}
      </ModalButtons>
    </form>
  )
}

interface ChoicesProps {
  choices: readonly ExtensionChoice[]
  chosen: ExtensionChoice | null
  when: (instant: string) => string
}

function Choices({ choices, chosen, when }: ChoicesProps) {
  const name = useId()
  if (choices.length === 0) return null
  return (
    <fieldset className="max-h-[max(9rem,min(50svh,100svh-26rem))] overflow-y-auto">
      <legend className="sr-only">{manageRideText.extendBy}</legend>
      <ul className="divide-y divide-line">
        {choices.map(({ amount, end_time, hours }) => (
          <li key={hours}>
            <label className="numeric flex min-h-12 flex-wrap items-center gap-x-3 py-1.5">
              <input
                checked={hours === chosen?.hours}
                className="size-5 accent-accent"
                name={name}
                onChange={() => chooseExtension(hours)}
                // Else Firefox focuses the list, because it scrolls, and arrows choose nothing.
                ref={hours === chosen?.hours ? focusOnOpen : undefined}
                type="radio"
              />
              <span className="font-semibold">{manageRideText.extraHours(hours)}</span>
              <span className="text-ink-2">{manageRideText.untilTime(when(end_time))}</span>
              <span className="ms-auto font-semibold">{rupeesText(amount)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

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
    <label className="btn btn-secondary btn-small file-button">
      {children}
      <PhotoInput
        aria-invalid={error ? true : undefined}
        capture={isCamera ? 'environment' : undefined}
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
