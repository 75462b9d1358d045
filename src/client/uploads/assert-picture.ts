import { checkPicture, imageTypeOf, type PictureIssue } from '#domain/uploads/photo.ts'
import { uploadNotImage, uploadTooLarge } from '#messages/uploads.ts'
import { UploadError } from './upload-error.ts'

const ISSUE_MESSAGES: Record<PictureIssue, string> = { file_too_large: uploadTooLarge, not_an_image: uploadNotImage }

/** Throws an UploadError if the server would refuse the file. */
export function assertPicture(file: File, maxBytes: number): void {
  const { issue } = checkPicture(imageTypeOf(file), file.size, maxBytes)
  if (issue) throw new UploadError(ISSUE_MESSAGES[issue])
}
