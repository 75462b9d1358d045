import { uploadBroken } from '#messages/uploads.ts'

/** A failed upload, with a sentence for the person who uploads. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

/**
 * The sentence of an UploadError. Any other error is a fault of ours: it is logged, and the sentence is a general one.
 */
export function uploadReason(error: unknown): string {
  if (error instanceof UploadError) return error.message
  console.error(error)
  return uploadBroken
}
