import { SECOND_MS } from '#domain/time/time-units.ts'
import {
  checkPicture,
  IMAGE_SIGNATURE_BYTES,
  imageKindOf,
  type PictureIssue,
  SHRINK_ABOVE_BYTES
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

/** The longer side of a photo that was made smaller, in pixels: a licence stays readable. */
const SHRUNK_SIDE = 2000
const JPEG_QUALITY = 0.8
/** A device that decodes for longer sends the photo as it is. */
const SHRINK_MAX_MS = 10 * SECOND_MS

const shrunk = new WeakMap<File, Promise<File>>()

/**
 * Returns the photo itself if it is small enough or cannot be decoded, else a smaller JPEG in the same orientation,
 * without metadata such as the place. The work is done once, when the photo is chosen.
 */
export async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size <= SHRINK_ABOVE_BYTES) return photo
  const smaller = shrunk.get(photo) ?? shrinkInTime(photo)
  shrunk.set(photo, smaller)
  return smaller
}

function shrinkInTime(photo: File): Promise<File> {
  const tooLate = new Promise<File>(resolve => setTimeout(() => resolve(photo), SHRINK_MAX_MS))
  return Promise.race([shrink(photo).catch(() => photo), tooLate])
}

async function shrink(photo: File): Promise<File> {
  const picture = await createImageBitmap(photo)
  const jpeg = await toJpeg(picture)
  picture.close()
  if (!jpeg || jpeg.size >= photo.size) return photo
  return new File([jpeg], jpegName(photo.name), { type: jpeg.type })
}

async function toJpeg(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, SHRUNK_SIDE / Math.max(picture.width, picture.height))
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  if ('OffscreenCanvas' in globalThis) {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), picture, { height, width })
    return canvas.convertToBlob({ quality: JPEG_QUALITY, type: 'image/jpeg' })
  }
  const canvas = Object.assign(document.createElement('canvas'), { height, width })
  draw(canvas.getContext('2d'), picture, { height, width })
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
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
