import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { revokeObjectUrl } from '#client/uploads/object-url.ts'
import type { BookingForAdmin } from '#contract/bookings/admin-bookings.ts'
import { getReturnPhoto } from '#contract/uploads/uploads.ts'
import { fetchPhotoFile, type PhotoFile } from '#stores/admin/kit/photo-file.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import type { Loadable } from '#stores/kit/loadable.ts'

/** The booking whose photo of the parked scooter is open; null while none is. */
export const $photographedBooking = atom<BookingForAdmin | null>(null)
export const $returnPhoto = atom<Loadable<PhotoFile | 'missing'>>('loading')

const beginRequest = latestOnly()

function releasePhoto(): void {
  const photo = $returnPhoto.get()
  if (typeof photo === 'object') revokeObjectUrl(photo.url)
  $returnPhoto.set('loading')
}

export async function openReturnPhoto(booking: BookingForAdmin): Promise<void> {
  const isLatest = beginRequest()
  releasePhoto()
  $photographedBooking.set(booking)
  const id = booking.return_photo_id ?? ''
  const photo = await fetchPhotoFile(call(getReturnPhoto, { params: { id } }), 'return', isLatest)
  if (photo !== null) $returnPhoto.set(photo)
}

export function closeReturnPhoto(): void {
  beginRequest()
  $photographedBooking.set(null)
  releasePhoto()
}
