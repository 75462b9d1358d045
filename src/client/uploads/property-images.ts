import { IS_EXTERNAL_BACKEND } from '#client/build-config.ts'
import { call } from '#client/http/api.ts'
import { ApiError } from '#client/http/api-error.ts'
import { fetchWithProgress } from '#client/http/upload-fetch.ts'
import type { OnProgress } from '#client/http/upload-progress.ts'
import { uploadImage } from '#contract/uploads/uploads.ts'
import { newPropertyPicturePath } from '#domain/uploads/cloud-storage.ts'
import { extensionOf } from '#domain/uploads/photo.ts'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/uploads/size-limits.ts'
import { imageUploadFailed } from '#messages/admin/forms.ts'
import { assertPicture } from './assert-picture.ts'
import { uploadToCloud } from './cloud-storage.ts'
import { UploadError, uploadFailureReason } from './upload-error.ts'

/**
 * Uploads a property's picture and returns its URL. Throws an UploadError with 'Image upload failed: …', or the
 * ApiError that ended the session, which has already shown its message.
 */
export async function uploadPicture(picture: File, onProgress: OnProgress): Promise<string> {
  return upload(picture, onProgress).catch((error: unknown) => {
    if (error instanceof ApiError && error.endedSession) throw error
    throw new UploadError(imageUploadFailed(uploadFailureReason(error)))
  })
}

async function upload(picture: File, onProgress: OnProgress): Promise<string> {
  assertPicture(picture, IMAGE_UPLOAD_MAX_BYTES)
  return (IS_EXTERNAL_BACKEND ? uploadToStorage : uploadToServer)(picture, onProgress)
}

function uploadToStorage(picture: File, onProgress: OnProgress): Promise<string> {
  return uploadToCloud(picture, newPropertyPicturePath(extensionOf(picture)), onProgress)
}

async function uploadToServer(picture: File, onProgress: OnProgress): Promise<string> {
  const { url } = await call(uploadImage, { body: { image: picture } }, fetchWithProgress(onProgress))
  return url
}
