import { atom } from 'nanostores'
import { call } from '#client/http/api.ts'
import { revokeObjectUrl } from '#client/uploads/object-url.ts'
import type { RiderForAdmin } from '#contract/riders/admin-riders.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { licenceIdFromUrl } from '#domain/uploads/licence-url.ts'
import { fetchPhotoFile, type PhotoFile } from '#stores/admin/kit/photo-file.ts'
import { latestOnly } from '#stores/kit/latest-only.ts'
import type { Loadable } from '#stores/kit/loadable.ts'

// Licence photos are identity documents: fetch them with the admin's token, and release them on close.

/** The rider whose licence photo is open; null while none is. */
export const $licenceRider = atom<RiderForAdmin | null>(null)
export const $licence = atom<Loadable<PhotoFile | 'missing'>>('loading')

const beginRequest = latestOnly()

function releasePhoto(): void {
  const licence = $licence.get()
  if (typeof licence === 'object') revokeObjectUrl(licence.url)
  $licence.set('loading')
}

export async function openLicence(rider: RiderForAdmin): Promise<void> {
  const id = licenceIdFromUrl(rider.license_photo_url ?? '')
  const isLatest = beginRequest()
  releasePhoto()
  $licenceRider.set(rider)
  const photo = await fetchPhotoFile(call(getLicence, { params: { id: id ?? '' } }), 'licence', isLatest)
  if (photo !== null) $licence.set(photo)
}

export function closeLicence(): void {
  beginRequest()
  $licenceRider.set(null)
  releasePhoto()
}
