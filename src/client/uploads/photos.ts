import {
  checkPicture,
  IMAGE_SIGNATURE_BYTES,
  imageKindOf,
  type PictureIssue,
  RIDER_PHOTO_MAX_BYTES
} from '#domain/uploads/photos.ts'
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

// Tried in order until the photo fits: longer side in pixels, and JPEG quality.
const SHRINK_STEPS = [
  { quality: 0.85, side: 2560 },
  { quality: 0.8, side: 1920 },
  { quality: 0.7, side: 1280 }
] as const

const shrunk = new WeakMap<File, Promise<File>>()

/**
 * Returns the photo itself if it is small enough or cannot be decoded, else a smaller JPEG in the same orientation. The
 * work is done once, when the photo is chosen.
 */
export async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size <= RIDER_PHOTO_MAX_BYTES) return photo
  const smaller = shrunk.get(photo) ?? shrink(photo)
  shrunk.set(photo, smaller)
  return smaller
}

async function shrink(photo: File): Promise<File> {
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) return photo
  let smallest = photo
  for (const { quality, side } of SHRINK_STEPS) {
    const jpeg = await toJpeg(picture, side, quality)
    if (jpeg && jpeg.size < smallest.size) smallest = new File([jpeg], jpegName(photo.name), { type: jpeg.type })
    if (smallest.size <= RIDER_PHOTO_MAX_BYTES) break
  }
  picture.close()
  return smallest
}

async function toJpeg(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  if ('OffscreenCanvas' in globalThis) {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), picture, { height, width })
    return canvas.convertToBlob({ quality, type: 'image/jpeg' }).catch(() => null)
  }
  const canvas = Object.assign(document.createElement('canvas'), { height, width })
  draw(canvas.getContext('2d'), picture, { height, width })
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Draws on white: JPEG has no transparency, and a black background would hide dark print. */
function draw(context: Context | null, picture: ImageBitmap, { height, width }: { height: number; width: number }) {
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
}

function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.jpg`
}
