import { atom } from 'nanostores'
import { lazyPart } from '#client/device/lazy-part.ts'
import { isOffline } from '#client/device/network.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { UploadError } from '#client/uploads/uploads.ts'
import * as contract from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import { BOOKING_BLOCKS, type BookingBlock } from '#domain/riders/licence.ts'
import * as commonText from '#messages/common.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as rideCardText from '#messages/my-bookings/ride-card.ts'
import { toast } from '#stores/app/toasts.ts'
import { currentTime } from '#stores/kit/current-time.ts'
import { createRidePhoto } from '#stores/kit/forms/photo.ts'
import { latestOnly, logFailure, onRefusal, showFailure, showFailures, whileBusy } from '#stores/kit/requests.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { $bookingToCancel, $bookingToExtend, $managedBooking, openLoaded } from '#stores/my-bookings/booking-dialogs.ts'
import { isPaid } from '#stores/my-bookings/booking-facts.ts'
import { refreshAfter } from '#stores/my-bookings/my-bookings.ts'
import { markEnded } from '#stores/my-bookings/saved-bookings.ts'
import { keepPendingReturn } from './pending-return.ts'

// A rider extends a paid ride.

export const $extensions = atom<contract.Extensions | null>(null)
export const $areExtensionsLoading = atom(false)
export const $isExtending = atom(false)
const $chosenHours = atom<number | null>(null)
/** Why the rider may not extend the ride in the dialog. */
export const $extensionBlock = atom<BookingBlock | null>(null)

/** The chosen extension; the shortest at first. Null if there is none. */
export const $extensionChoice = computed([$extensions, $chosenHours], (extensions, hours) => {
  const choices = extensions?.choices ?? []
  return choices.find(choice => choice.hours === hours) ?? choices[0] ?? null
})

/** What limits the extensions: the next booking of the scooter, or another reason. Final if none is possible. */
export const $extensionLimit = computed($extensions, extensions => {
  const { next_taken = null, reason = null } = extensions ?? {}
  const isTaken = next_taken !== null && (reason === null || reason === 'taken')
  return { isFinal: reason !== null, otherReason: isTaken ? null : reason, takenFrom: isTaken ? next_taken : null }
})

export const chooseExtension = (hours: number): void => $chosenHours.set(hours)

async function loadExtensions({ id }: Booking): Promise<void> {
  const extensions = await call(contract.listExtensions, { params: { id } })
  $extensions.set(extensions)
  $extensionBlock.set(extensions.block ?? null)
}

/** Reads the possible extensions first. */
export function openExtendDialog(ride = $managedBooking.get()): Promise<void> {
  $chosenHours.set(null)
  $extensionBlock.set(null)
  return openLoaded(ride, {
    $isLoading: $areExtensionsLoading,
    failureMessage: rideCardText.extensionsFailed,
    load: loadExtensions,
    open: booking => $bookingToExtend.set(booking)
  })
}

/** Not while the time is being held. */
export function closeExtendDialog(): void {
  if (!$isExtending.get()) $bookingToExtend.set(null)
}

const payment = lazyPart(() => import('#stores/my-bookings/resume-payment.ts'))

/** Holds the time and opens the payment. The dialog stays open if the time is not free any more. */
export async function extendRide(): Promise<void> {
  const booking = $bookingToExtend.get()
  const choice = $extensionChoice.get()
  if (booking === null || choice === null) return
  $extensionBlock.set(null)
  await whileBusy($isExtending, manageRideText.extendFailed, async () => {
    // Before the hold, which would need it.
    const { pay } = await payment.load()
    const request = call(contract.extendBooking, { body: { hours: choice.hours }, params: { id: booking.id } })
    const allowed = onRefusal(request, BOOKING_BLOCKS, ({ code }) => $extensionBlock.set(code as BookingBlock))
    const order = await showFailures(manageRideText.extendFailed, () => allowed)
    if ($extensionBlock.get()) return
    // Other extensions may be possible now.
    if (!order) return () => logFailure(loadExtensions(booking))
    $bookingToExtend.set(null)
    const { end_time } = choice
    const extension = {
      ...booking,
      end_time,
      id: order.session_id,
      kind: 'extension' as const,
      start_time: booking.end_time
    }
    const succeeded = await showFailures(manageRideText.extendFailed, () => pay(order, extension, choice.amount))
    return () => refreshAfter(Boolean(succeeded))
  })
}

// A rider cancels a booking.

/** What the rider is refunded for the paid booking in the dialog. */
export const $cancelPreview = atom<contract.CancelPreview | null>(null)
export const $isPreviewLoading = atom(false)
export const $isCancelling = atom(false)

async function loadPreview(id: string): Promise<void> {
  $cancelPreview.set(await call(contract.previewCancellation, { params: { id } }))
}

/** Reads the refund, then replaces the panel of the ride by the question. */
export function openPaidCancelDialog(): Promise<void> {
  return openLoaded($managedBooking.get(), {
    $isLoading: $isPreviewLoading,
    failureMessage: commonText.cancelFailed,
    load: ({ id }) => loadPreview(id),
    open: booking => $bookingToCancel.set(booking)
  })
}

/** Not while the booking is being cancelled, which nothing can stop. */
export function closeCancelDialog(): void {
  if (!$isCancelling.get()) $bookingToCancel.set(null)
}

/** The refusals that mean that the booking has changed, so it cannot be cancelled like this any more. */
const CANCEL_REFUSALS = [
  'already_cancelled',
  'already_paid',
  'booking_not_found',
  'cannot_cancel',
  'payment_being_confirmed'
] as const

function closeAndRefresh(succeeded: boolean): Promise<void> {
  closeCancelDialog()
  return refreshAfter(succeeded)
}

/**
 * If the refund has changed, the dialog stays open with the new one. It also stays open after a failed request, for
 * another try.
 */
export async function cancelBooking(): Promise<void> {
  const booking = $bookingToCancel.get()
  if (booking === null) return
  const preview = isPaid(booking) ? $cancelPreview.get() : null
  await whileBusy($isCancelling, commonText.cancelFailed, async () => {
    const body = preview ? { amount: preview.refund } : {}
    const request = call(contract.cancelBooking, { body, params: { id: booking.id } }).then(({ refund }) => {
      const cancelled = booking.kind === 'extension' ? manageRideText.extensionCancelled : commonText.bookingCancelled
      toast('success', refund ? manageRideText.cancelledWithRefund(refund) : cancelled)
      return () => closeAndRefresh(true)
    })
    return onRefusal(request, ['refund_changed', ...CANCEL_REFUSALS], async refusal => {
      showFailure(refusal, commonText.cancelFailed)
      if (refusal.code !== 'refund_changed') return () => closeAndRefresh(false)
      await loadPreview(booking.id)
      return undefined
    })
  })
}

// A rider ends the ride that is under way, with a photo of the parked scooter if wanted.

/** The booking that the question is about. */
export const $bookingToReturn = atom<Booking | null>(null)
/** What is refunded for extensions that have not begun, in rupees; 0 if it is not known. */
export const $returnRefund = atom(0)
export const $isReturning = atom(false)
export const returnPhoto = createRidePhoto()

/** The ride that the photo is of. */
let photographedId: string | null = null

const beginPreview = latestOnly()

async function loadRefund(id: string): Promise<void> {
  const isLatest = beginPreview()
  $returnRefund.set(0)
  const { refund } = await call(contract.previewReturn, { params: { id } }).catch(zeroWithoutNetwork)
  if (isLatest()) $returnRefund.set(refund)
}

/** A rider in a basement ends the ride without a network, so the question does not wait for the refund. */
function zeroWithoutNetwork(error: unknown): { refund: number } {
  if (error instanceof ApiError) throw error
  return { refund: 0 }
}

/** How long the question waits for the refund. */
const PREVIEW_MS = 3000

const noNetwork = () => new Promise<void>(resolve => setTimeout(resolve, isOffline() ? 0 : PREVIEW_MS))

/** Reads the refund first; without a network, the question comes without it. A photo of the same ride stays chosen. */
export async function openReturnDialog(booking: Booking): Promise<void> {
  await Promise.race([loadRefund(booking.id), noNetwork()])
  if (photographedId !== booking.id) returnPhoto.remove()
  photographedId = booking.id
  $bookingToReturn.set(booking)
}

/** Not while the ride is being ended, which nothing can stop. */
export function closeReturnDialog(): void {
  if (!$isReturning.get()) $bookingToReturn.set(null)
}

/**
 * If it is refused, the question stays open with its photo. Without a network, the return is kept and sent later, with
 * a photo only if that was uploaded before.
 */
export async function returnRide(): Promise<void> {
  const booking = $bookingToReturn.get()
  if (booking === null) return
  await whileBusy($isReturning, rideCardText.returnFailed, async () => {
    const photo = returnPhoto.$photo.get()
    const body = { photo_id: null as string | null, pressed_at: currentTime().toISOString() }
    const send = async () => {
      if (photo) body.photo_id = await returnPhoto.upload(photo)
      return call(contract.returnRide, { body, params: { id: booking.id } })
    }
    const request = send().catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      if (error instanceof UploadError) returnPhoto.$error.set(error.message)
      else if (keepPendingReturn({ ...body, id: booking.id })) closeKept(body.photo_id)
      else toast('error', manageRideText.notKept)
      return null
    })
    const response = await onRefusal(request, ['invalid_input', 'ride_changed'], async refusal => {
      showFailure(refusal, rideCardText.returnFailed)
      // An extension was paid meanwhile, or the server no longer has the photo.
      if (refusal.code === 'ride_changed') await loadRefund(booking.id)
      else if (photo) returnPhoto.forget(photo)
      return null
    })
    if (response === null) return
    toast('success', response.refund ? manageRideText.endedWithRefund(response.refund) : commonText.rideEnded)
    markEnded(booking.id, response.end_time)
    return () => {
      closeReturnDialog()
      returnPhoto.remove()
      return refreshAfter(true)
    }
  })
}

/** The return is kept. `photoId` is of a photo that was uploaded before. */
function closeKept(photoId: string | null): void {
  $bookingToReturn.set(null)
  if (returnPhoto.$photo.get() && photoId === null) toast('info', manageRideText.photoNotKept)
  returnPhoto.remove()
}
