/** What an upload really is, told by its first bytes: a name and a declared type are only claims. */
export interface ImageKind {
  extension: 'jpg' | 'png' | 'webp' | 'heic'
  content_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/heic'
}

// What a phone's camera makes is kept as it comes: few browsers can draw it, but an admin's device opens it once it is
// saved, and refusing it would leave its owner without a way to sign up.
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/** So many bytes tell what kind of picture a file is. */
export const IMAGE_SIGNATURE_BYTES = 12

/** The kind of picture these bytes begin, or null: SVG, HTML, PDF and the rest are no pictures here. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { content_type: 'image/jpeg', extension: 'jpg' }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { content_type: 'image/png', extension: 'png' }
  }
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') {
    return { content_type: 'image/webp', extension: 'webp' }
  }
  if (ascii(bytes, 4, 8) === 'ftyp' && HEIC_BRANDS.includes(ascii(bytes, 8, 12))) {
    return { content_type: 'image/heic', extension: 'heic' }
  }
  return null
}

interface NamedFile {
  name: string
  type: string
}

/** The extension of a file's name in lower case; of its type where the name has none. */
export function extensionOf({ name, type }: NamedFile): string {
  const [, named] = /\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  return (named ?? type.replace(/^image\/|\W.*$/g, '').replace('jpeg', 'jpg')).toLowerCase() || 'jpg'
}

/** The type of the picture that a file claims to be, or null. Many systems know none for a HEIC; then its name says so. */
export function imageTypeOf(file: NamedFile): string | null {
  if (file.type.startsWith('image/')) return file.type
  return file.type === '' && ['heic', 'heif'].includes(extensionOf(file)) ? 'image/heic' : null
}
