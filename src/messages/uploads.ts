import {
  IMAGE_UPLOAD_MAX_BYTES,
  MIB_BYTES,
  PHOTO_FORM_MAX_BYTES,
  RIDER_PHOTO_MAX_BYTES,
  SHRINK_ABOVE_BYTES
} from '#domain/uploads/photos.ts'

const FORM_MAX = `${PHOTO_FORM_MAX_BYTES / MIB_BYTES}MB`
const UPLOAD_MAX = `${RIDER_PHOTO_MAX_BYTES / MIB_BYTES}MB`
export const takeOrChoosePhoto = 'Take or choose a photo'
export const takePhoto = 'Take a photo'
export const removePhoto = 'Remove photo'
export const noPreview = "This photo can't be previewed, but you can upload it."
export const photoHint = `JPG, PNG, WebP or HEIC, under ${PHOTO_FORM_MAX_BYTES / MIB_BYTES} MB. Photos over ${SHRINK_ABOVE_BYTES / MIB_BYTES} MB are resized on your device.`
export const photoUploaded = (percent: number) => `${percent}% uploaded`
export const photoTooLargeForForm = `File size must be less than ${FORM_MAX}`
export const photoNotImage = 'Please select an image file'
export const uploadTooLarge = `File size must be less than ${UPLOAD_MAX}`

export const photoUnreadable = 'This photo was changed or deleted after you chose it. Please choose it again.'

export const uploadingPhoto = 'Uploading license photo...'
const uploadFailedPrefix = 'Upload failed'
export const storageUnavailable = 'File storage is not configured. Please use an alternative upload method.'
export const storageFull = 'The file storage is full'
export const storageTimedOut = 'The file storage did not respond'
export const storageRefused = 'The file storage rejected the photo'
/** For a fault of the device or of ours. */
export const uploadBroken = 'Something went wrong. Please try again, or choose another photo.'
export const networkUnreachable = 'No internet connection'
export const uploadFailed = (reason: string) => `${uploadFailedPrefix}: ${reason}`
export const licenceUploadFailed = (reason: string) => `License photo upload failed: ${reason}`

/** Rewords 'Upload failed: …' for the rider; returns any other reason unchanged. */
export function uploadErrorText(reason: string): string {
  const [, after] = reason.split(`${uploadFailedPrefix}: `)
  return after === undefined ? reason : licenceUploadFailed(after)
}

export const chooseImage = 'Choose an image'
export const imageCaption = `Optional. JPG, PNG or WebP, up to ${IMAGE_UPLOAD_MAX_BYTES / MIB_BYTES} MB`
export const removeImage = 'Remove image'
export const currentImage = 'Current image'
export const uploadingImage = 'Uploading image...'
export const uploadUnavailable = 'Images cannot be uploaded: file storage is not configured.'
export const imageUploadFailed = (reason: string) => `Image upload failed: ${reason}`
