import { uploadLicence } from '#contract/uploads.ts'
import { LICENCE_UPLOAD_MAX_BYTES } from '#domain/constants.ts'
import * as text from '#messages/auth.ts'
import { ApiProblem, call, NOT_FOUND } from './api.ts'

// Tried in order until one fits: the longer side in pixels, and the quality of the JPEG.
const SHRINKINGS = [
  { quality: 0.85, side: 2560 },
  { quality: 0.8, side: 1920 },
  { quality: 0.7, side: 1280 }
] as const

/** Sends the photo where licences are kept and answers its address; throws 'Upload failed: …'. */
export async function uploadLicencePhoto(photo: File, email: string): Promise<string> {
  if (!photo.type.startsWith('image/')) throw new Error(text.uploadFailed(text.uploadNotImage))
  const file = await fitting(photo)
  if (file.size > LICENCE_UPLOAD_MAX_BYTES) throw new Error(text.uploadFailed(text.uploadTooLarge))
  try {
    const { url } = await call(uploadLicence, { body: { email, file } })
    return url
  } catch (error) {
    throw new Error(text.uploadFailed(reasonOf(error)))
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return text.networkFailed
  if (error.status === NOT_FOUND) return text.storageUnavailable
  return error.sentence ?? error.message
}

/** The photo itself when it is small enough or can't be decoded, else a smaller picture of it. */
async function fitting(photo: File): Promise<File> {
  if (photo.size <= LICENCE_UPLOAD_MAX_BYTES) return photo
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) return photo
  let smallest = photo
  for (const { quality, side } of SHRINKINGS) {
    const jpeg = await jpegOf(picture, side, quality)
    if (jpeg && jpeg.size < smallest.size) smallest = new File([jpeg], jpegName(photo.name), { type: jpeg.type })
    if (smallest.size <= LICENCE_UPLOAD_MAX_BYTES) break
  }
  picture.close()
  return smallest
}

async function jpegOf(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  if ('OffscreenCanvas' in globalThis) {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), picture, width, height)
    return canvas.convertToBlob({ quality, type: 'image/jpeg' }).catch(() => null)
  }
  const canvas = Object.assign(document.createElement('canvas'), { height, width })
  draw(canvas.getContext('2d'), picture, width, height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** On white: a JPEG has no transparency, and black would hide dark print. */
function draw(context: Context | null, picture: ImageBitmap, width: number, height: number) {
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
}

function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '')}.jpg`
}
