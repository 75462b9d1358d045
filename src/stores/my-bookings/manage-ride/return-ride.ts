import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { $token } from '#client/session/token.ts'
import { uploadReturnPhoto } from '#client/uploads/uploads.ts'
import * as contract from '#contract/bookings/manage-ride.ts'
import type { Booking } from '#contract/bookings/my-bookings.ts'
import * as text from '#messages/my-bookings/manage-ride.ts'
import { toast } from '#stores/app/toasts.ts'
import { onRefusal, showFailure, whileBusy } from '#stores/kit/errors.ts'
import { photoIssue, withPercent } from '#stores/kit/forms/photo.ts'

import { $bookings } from '#stores/my-bookings/bookings-state.ts'
import { refreshAfter } from '#stores/my-bookings/my-bookings.ts'
import { saveBookings } from '#stores/my-bookings/saved-bookings.ts'
import { replacePanel } from './ride-panel.ts'

// A rider ends the ride that is under way, with a photo of the parked scooter if wanted.

/** The booking that the question is about. */
export const $bookingToReturn = atom<Booking | null>(null)
/** What is refunded for extensions that have not begun. Rupees. */
export const $returnRefund = atom(0)
export const $isReturnLoading = atom(false)
export const $isReturning = atom(false)
export const $returnPhoto = atom<File | null>(null)
export const $returnPhotoError = atom<string | null>(null)
/** Upload progress in percent; null while no upload runs. */
export const $returnPhotoPercent = atom<number | null>(null)

/** The ride that the photo is of. */
let photographedId: string | null = null
/** The chosen photo once it is uploaded, so that a repeated try does not upload it again. */
let uploaded: { id: string; photo: File } | null = null

async function loadRefund(id: string): Promise<void> {
  $returnRefund.set((await call(contract.previewReturn, { params: { id } })).refund)
}

/** Reads the refund, then replaces the panel of the ride by the question. A photo of the same ride stays chosen. */
export function openReturnDialog(): Promise<void> {
  return replacePanel({
    $isLoading: $isReturnLoading,
    failureMessage: text.returnFailed,
    load: ({ id }) => loadRefund(id),
    open: booking => {
      if (photographedId !== booking.id) removeReturnPhoto()
      photographedId = booking.id
      $bookingToReturn.set(booking)
    }
  })
}

export function closeReturnDialog(): void {
  $bookingToReturn.set(null)
}

/** A rejected photo does not replace the previous one. */
export function chooseReturnPhoto(photo: File): void {
  const issue = photoIssue(photo)
  $returnPhotoError.set(issue)
  if (issue === null) $returnPhoto.set(photo)
}

export function removeReturnPhoto(): void {
  $returnPhoto.set(null)
  $returnPhotoError.set(null)
}

async function uploadedPhotoId(): Promise<string | null> {
  const photo = $returnPhoto.get()
  if (photo === null) return null
  if (uploaded?.photo === photo) return uploaded.id
  const id = await withPercent($returnPhotoPercent, onProgress => uploadReturnPhoto(photo, onProgress))
  uploaded = { id, photo }
  return id
}

/** If it fails, the question stays open with its photo. */
export async function returnRide(): Promise<void> {
  const booking = $bookingToReturn.get()
  if (booking === null) return
  await whileBusy($isReturning, text.returnFailed, async () => {
    const body = { photo_id: await uploadedPhotoId() }
    const request = call(contract.returnRide, { body, params: { id: booking.id } })
    const response = await onRefusal(request, ['invalid_input', 'ride_changed'], async refusal => {
      showFailure(refusal, text.returnFailed)
      // The server no longer has the photo.
      if (refusal.code === 'invalid_input') uploaded = null
      // An extension was paid meanwhile.
      else await loadRefund(booking.id)
      return null
    })
    if (!response) return
    toast('success', response.refund ? text.endedWithRefund(response.refund) : text.rideEnded)
    markEnded(booking, response.end_time)
    return () => {
      closeReturnDialog()
      removeReturnPhoto()
      return refreshAfter(true)
    }
  })
}

/** Also on this device's saved list, so that a lost network does not bring the PIN back. */
function markEnded({ id }: Booking, endTime: string): void {
  const bookings = $bookings.get()
  if (!Array.isArray(bookings)) return
  const ended = (bookings as Booking[]).map(booking =>
    booking.id === id ? { ...booking, end_time: endTime, otp_pin: null, returned_at: endTime } : booking
  )
  $bookings.set(ended)
  saveBookings($token.get(), ended, new Date())
}
