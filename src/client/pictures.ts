import { uploadImage } from '#contract/uploads.ts'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/constants.ts'
import * as auth from '#messages/auth.ts'
import { imageUploadFailed } from '#messages/portal.ts'
import { ApiProblem, call, NOT_FOUND } from './api.ts'

/**
 * Sends a property's picture where pictures are kept and answers its address; throws 'Image upload failed: …' (spec §8),
 * or the end of the session, which has been said already.
 */
export async function uploadPicture(picture: File): Promise<string> {
  if (!picture.type.startsWith('image/')) throw new Error(imageUploadFailed(auth.uploadNotImage))
  if (picture.size > IMAGE_UPLOAD_MAX_BYTES) throw new Error(imageUploadFailed(auth.uploadTooLarge))
  const { url } = await call(uploadImage, { body: { image: picture } }).catch((error: unknown) => {
    throw error instanceof ApiProblem && error.ended_session ? error : new Error(imageUploadFailed(reasonOf(error)))
  })
  return url
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return auth.networkFailed
  if (error.status === NOT_FOUND) return auth.storageUnavailable
  return error.sentence ?? auth.storageRefused
}
