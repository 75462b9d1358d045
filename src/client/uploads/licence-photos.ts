import { HAS_CLOUD_STORAGE, IS_EXTERNAL_BACKEND } from '#client/build-config.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { fetchWithProgress } from '#client/http/upload-fetch.ts'
import type { OnProgress } from '#client/http/upload-progress.ts'
import { uploadLicence } from '#contract/uploads/uploads.ts'
import { newLicencePath } from '#domain/uploads/cloud-storage.ts'
import { extensionOf } from '#domain/uploads/photo.ts'
import { RIDER_PHOTO_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import * as text from '#messages/uploads.ts'
import { assertPicture } from './assert-picture.ts'
import { uploadToCloud } from './cloud-storage.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import { isRejectedUpload, UploadError, uploadFailureReason } from './upload-error.ts'

/** Uploads a licence photo and returns its URL. Throws an UploadError with 'Upload failed: …'. */
export async function uploadLicencePhoto(photo: File, email: string, onProgress: OnProgress): Promise<string> {
  return upload(photo, email, onProgress).catch((error: unknown) => {
    throw new UploadError(text.uploadFailed(uploadFailureReason(error)))
  })
}

async function upload(photo: File, email: string, onProgress: OnProgress): Promise<string> {
  const file = await shrinkPhoto(RIDER_PHOTO_MAX_BYTES, photo)
  assertPicture(file, RIDER_PHOTO_MAX_BYTES)
  return (HAS_CLOUD_STORAGE ? uploadWithFallback : uploadToServer)(file, email, onProgress)
}

/** Tries cloud storage first. If it fails, falls back to our own storage, unless the backend is external. */
async function uploadWithFallback(file: File, email: string, onProgress: OnProgress): Promise<string> {
  try {
    return await uploadToCloud(file, newLicencePath(email, extensionOf(file)), onProgress)
  } catch (error) {
    if (IS_EXTERNAL_BACKEND || !(error instanceof UploadError)) throw error
    onProgress(0)
    return uploadToServer(file, email, onProgress).catch(rethrowWithoutStorage)
  }
}

/** Cloud storage has failed before. If our own storage fails too, no storage is available. */
function rethrowWithoutStorage(error: unknown): never {
  const hasFailed = error instanceof ApiError && !isRejectedUpload(error.status)
  throw hasFailed ? new UploadError(text.storageUnavailable) : error
}

async function uploadToServer(file: File, email: string, onProgress: OnProgress): Promise<string> {
  const { url } = await call(uploadLicence, { body: { email, file } }, fetchWithProgress(onProgress))
  return url
}
