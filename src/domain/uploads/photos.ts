// The size limits and the types of photos.

export const MIB_BYTES = 1024 * 1024
/** Of a photo that a form takes. */
export const PHOTO_FORM_MAX_BYTES = 10 * 1024 * 1024
/** Of a licence and of a parked scooter. */
export const RIDER_PHOTO_MAX_BYTES = 5 * 1024 * 1024
/** The device shrinks a larger photo of a rider: most phones take photos that a slow network sends for a minute. */
export const SHRINK_ABOVE_BYTES = 1 * MIB_BYTES
/** Of a property, a scooter and a rider's profile. */
export const IMAGE_UPLOAD_MAX_BYTES = 5 * 1024 * 1024
/** A form's fields and delimiters, without its file. */
export const FORM_FIELDS_MAX_BYTES = 64 * 1024
export const FORM_MAX_BYTES = IMAGE_UPLOAD_MAX_BYTES + FORM_FIELDS_MAX_BYTES

/** '2.4 MB' */
export function fileSize(bytes: number): string {
  return bytes < MIB_BYTES / 10 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MIB_BYTES).toFixed(1)} MB`
}

/** The actual type of an upload, from its first bytes. File name and declared type are not trusted. */
interface ImageKind {
  extension: 'jpg' | 'png' | 'webp' | 'heic'
  content_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'
}

const AVIF_BRANDS = ['avif', 'avis']
// HEIC photos from phones are stored as they are. Few browsers display them, but admins can download and open them;
// rejecting them would prevent some riders from signing up.
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/** Bytes needed to detect the kind of image: a HEIC names up to 28 brands in them, others begin with their type. */
export const IMAGE_SIGNATURE_BYTES = 128

/** HEIC and AVIF share brands, so those that the file is compatible with decide as well. */
function isHeic(bytes: Uint8Array): boolean {
  if (ascii(bytes, 4, 8) !== 'ftyp') return false
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (size > IMAGE_SIGNATURE_BYTES) return false
  const brands = ascii(bytes, 8, Math.min(size, bytes.length)).match(/.{4}/gs) ?? []
  return HEIC_BRANDS.includes(brands[0] ?? '') && !brands.some(brand => AVIF_BRANDS.includes(brand))
}

/** Returns the kind of image by its first bytes, or null. SVG, HTML, PDF and others are not accepted. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { content_type: 'image/jpeg', extension: 'jpg' }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { content_type: 'image/png', extension: 'png' }
  }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') {
    return { content_type: 'image/webp', extension: 'webp' }
  }
  return isHeic(bytes) ? { content_type: 'image/heic', extension: 'heic' } : null
}

/** Returns the extension of the file name in lower case, else one from its type. */
export function extensionOf({ name, type }: { name: string; type: string }): string {
  const [, named] = /\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  return (named ?? type.replace(/^image\/|\W.*$/g, '').replace('jpeg', 'jpg')).toLowerCase() || 'jpg'
}

/** Codes of the API's refusals. */
export type PictureIssue = 'file_too_large' | 'not_an_image'

/** Whether a picture can be uploaded. The browser knows the type that the file declares, the server its real one. */
export function checkPicture<Type>(
  type: Type | null,
  size: number,
  maxBytes: number
): { issue: null; type: Type } | { issue: PictureIssue } {
  if (type === null) return { issue: 'not_an_image' }
  return size > maxBytes ? { issue: 'file_too_large' } : { issue: null, type }
}
