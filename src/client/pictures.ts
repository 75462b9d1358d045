import { uploadImage } from '#contract/uploads.ts'
import { IMAGE_UPLOAD_MAX_BYTES } from '#domain/constants.ts'
import * as auth from '#messages/auth.ts'
import { imageUploadFailed } from '#messages/portal.ts'
import { ApiProblem, call } from './api.ts'

/** Sends a picture where pictures are kept and answers its address; throws 'Image upload failed: …' (spec §8). */
export async function uploadPicture(picture: File, _folder: 'properties'): Promise<string> {
  if (!picture.type.startsWith('image/')) throw new Error(imageUploadFailed(auth.uploadNotImage))
  if (picture.size > IMAGE_UPLOAD_MAX_BYTES) throw new Error(imageUploadFailed(auth.uploadTooLarge))
  const { url } = await call(uploadImage, { body: { image: picture } }).catch((error: unknown) => {
    throw new Error(
      imageUploadFailed(error instanceof ApiProblem ? (error.sentence ?? error.message) : auth.networkFailed)
    )
  })
  return url
}
