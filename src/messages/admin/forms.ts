import { IMAGE_UPLOAD_MAX_BYTES, MIB_BYTES } from '#domain/uploads/photos.ts'

// What the portal's forms and dialogs share.

/** The reason that an admin gives for a change. */
export const reason = 'Reason'
export const reasonHint = 'Recorded in the activity log.'
export const noChanges = 'No changes to update'
export const discardQuestion = 'Discard your changes?'
export const discardText = 'Your changes have not been saved.'
export const discard = 'Discard'
export const showBookings = 'Show bookings'
export const keepEditing = 'Keep editing'
export const deleting = 'Deleting...'
export const chooseImage = 'Choose an image'
export const imageCaption = `JPG, PNG or WebP, up to ${IMAGE_UPLOAD_MAX_BYTES / MIB_BYTES} MB`
export const removeImage = 'Remove image'
export const currentImage = 'Current image'
export const uploadingImage = 'Uploading image...'
export const uploadUnavailable = 'Images cannot be uploaded: file storage is not configured.'

export function imageUploadFailed(reason: string): string {
  return `Image upload failed: ${reason}`
}

/** Shown when unreadable input in a number field was replaced. */
export function notANumber(replacement: number): string {
  return `That is not a number. The field was set to ${replacement}.`
}
