import { call } from '#client/http/api.ts'
import { fetchWithProgress } from '#client/http/upload-fetch.ts'
import type { OnProgress } from '#client/http/upload-progress.ts'
import * as contract from '#contract/uploads/uploads.ts'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** Uploads a photo of the parked scooter, made smaller if necessary, and returns its id. */
export async function uploadReturnPhoto(photo: File, onProgress: OnProgress): Promise<string> {
  const file = await shrinkPhoto(RIDER_PHOTO_MAX_BYTES, photo)
  const { id } = await call(contract.uploadReturnPhoto, { body: { file } }, fetchWithProgress(onProgress))
  return id
}
