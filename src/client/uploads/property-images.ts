import { IS_EXTERNAL_BACKEND } from '#client/build-config.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { fetchWithProgress } from '#client/http/upload-fetch.ts'
import type { OnProgress } from '#client/http/upload-progress.ts'
import { uploadImage } from '#contract/uploads/uploads.ts'
import { newPropertyImagePath } from '#domain/uploads/cloud-storage.ts'
import { extensionOf } from '#domain/uploads/photo.ts'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import { imageUploadFailed } from '#messages/admin/forms.ts'
import { assertPicture } from './assert-picture.ts'
import { uploadToCloud } from './cloud-storage.ts'
import { UploadError, uploadFailureReason } from './upload-error.ts'

/**
 * Uploads a property's image and returns its URL. Throws an UploadError with 'Image upload failed: …', or the
 * ApiError that ended the session, which has already shown its message.
 */
export async function uploadPropertyImage(image: File, onProgress: OnProgress): Promise<string> {
  return upload(image, onProgress).catch((error: unknown) => {
    if (error instanceof ApiError && error.endedSession) throw error
    throw new UploadError(imageUploadFailed(uploadFailureReason(error)))
  })
}

async function upload(image: File, onProgress: OnProgress): Promise<string> {
  assertPicture(image, IMAGE_UPLOAD_MAX_BYTES)
  return (IS_EXTERNAL_BACKEND ? uploadToStorage : uploadToServer)(image, onProgress)
}

function uploadToStorage(image: File, onProgress: OnProgress): Promise<string> {
  return uploadToCloud(image, newPropertyImagePath(extensionOf(image)), onProgress)
}

async function uploadToServer(image: File, onProgress: OnProgress): Promise<string> {
  const { url } = await call(uploadImage, { body: { image } }, fetchWithProgress(onProgress))
  return url
}
