import { IMAGE_UPLOAD_MAX_BYTES, MIB_BYTES } from '#domain/uploads/photos.ts'

export const chooseImage = 'Choose an image'
export const imageCaption = `JPG, PNG or WebP, up to ${IMAGE_UPLOAD_MAX_BYTES / MIB_BYTES} MB`
export const removeImage = 'Remove image'
export const currentImage = 'Current image'
export const uploadingImage = 'Uploading image...'
export const uploadUnavailable = 'Images cannot be uploaded: file storage is not configured.'

export function imageUploadFailed(reason: string): string {
  return `Image upload failed: ${reason}`
}
