import { ID_PATTERN } from '#domain/kit/text.ts'

/** URL prefix of our own public pictures. */
export const IMAGE_URL_PREFIX = '/api/images/'
/** URL prefix of riders' photos of returns and problems, for the rider and the staff. */
export const PHOTO_URL_PREFIX = '/api/photos/'
/** URL prefix of our own licence photos, for admins only. It reveals nothing but the id. */
export const LICENCE_URL_PREFIX = '/api/admin/licenses/'

function idAfter(prefix: string, url: string): string | null {
  const id = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  return ID_PATTERN.test(id) ? id : null
}

/** Returns the id in the URL of one of our public pictures, else null. */
export const imageIdFromUrl = (url: string | null): string | null => idAfter(IMAGE_URL_PREFIX, url ?? '')

/** Returns the id in the URL of one of our licence photos, else null. */
export const licenceIdFromUrl = (url: string): string | null => idAfter(LICENCE_URL_PREFIX, url)

// Paths in cloud storage. The browser uploads to them, and the server recognises their URLs.

export interface Bucket {
  name: string
  /** 'host:port' of a local emulator. */
  emulatorHost?: string | undefined
}

const CLOUD = 'https://firebasestorage.googleapis.com'

/** Returns the origin of uploads and downloads. */
export function cloudOrigin({ emulatorHost }: Pick<Bucket, 'emulatorHost'>): string {
  return emulatorHost ? `http://${emulatorHost}` : CLOUD
}

/** Returns the object's URL without a query; downloads add `?alt=media&token=…`. */
export function objectUrl(bucket: Bucket, path: string): string {
  return `${cloudOrigin(bucket)}/v0/b/${encodeURIComponent(bucket.name)}/o/${encodeURIComponent(path)}`
}

/** The licence folder of an account. Characters that could leave the folder are encoded. */
function licenceFolder(email: string): string {
  return `licenses/${email
    .trim()
    .toLowerCase()
    .replace(/[^\w.@+-]/gu, encodeURIComponent)}/`
}

/** Returns a unique path for a new licence photo with its file's extension. */
export function newLicencePath(email: string, extension: string): string {
  return `${licenceFolder(email)}${crypto.randomUUID()}.${extension}`
}

/** Returns a unique path for a property's picture. */
export function newPropertyImagePath(extension: string): string {
  return `properties/${crypto.randomUUID()}.${extension}`
}

/** True for a download URL of a photo in this account's folder. */
export function isLicenceUrl(url: string, bucket: Bucket, email: string): boolean {
  const folder = objectUrl(bucket, licenceFolder(email))
  return url.startsWith(folder) && /^[\w-]+\.\w+\?alt=media&token=[\w-]+$/.test(url.slice(folder.length))
}
