import { checkPicture, IMAGE_SIGNATURE_BYTES, imageKindOf, type PictureIssue } from '#domain/uploads/photos.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as uploadsText from '#messages/uploads.ts'

// What can be said about a photo before it is sent.

const ISSUE_MESSAGES: Record<PictureIssue, string> = {
  file_too_large: uploadsText.uploadTooLarge,
  not_an_image: apiErrorsText.notImage
}

/** Null if the photo cannot be read: it was changed or deleted since it was chosen. */
function firstBytesOf(photo: File): Promise<Uint8Array | null> {
  return photo
    .slice(0, IMAGE_SIGNATURE_BYTES)
    .arrayBuffer()
    .then(
      bytes => new Uint8Array(bytes),
      () => null
    )
}

/** The type that an image declares, else that of its bytes, because phones may declare none. Null: it is no image. */
export async function imageTypeOf(photo: File): Promise<string | null> {
  if (photo.type.startsWith('image/')) return photo.type
  const bytes = await firstBytesOf(photo)
  return bytes && (imageKindOf(bytes)?.content_type ?? null)
}

/** Why a photo cannot be uploaded, as a sentence; null if it can. Only our own storage looks at the bytes. */
export async function uploadIssue(photo: File, maxBytes: number, isOurStorage: boolean): Promise<string | null> {
  const bytes = await firstBytesOf(photo)
  if (bytes === null) return uploadsText.photoUnreadable
  const type = isOurStorage ? imageKindOf(bytes) : await imageTypeOf(photo)
  const { issue } = checkPicture(type, photo.size, maxBytes)
  return issue && ISSUE_MESSAGES[issue]
}
