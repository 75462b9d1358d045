// Where things lie in cloud storage: the browser puts them there, and the server knows their addresses again.

export interface Bucket {
  name: string
  /** 'host:port' of a local emulator that stands in for the cloud. */
  emulator_host?: string | undefined
}

const CLOUD = 'https://firebasestorage.googleapis.com'

/** The site that files are sent to and read from. */
export function cloudOrigin({ emulator_host }: Pick<Bucket, 'emulator_host'>): string {
  return emulator_host ? `http://${emulator_host}` : CLOUD
}

/** Without a query: what lies there is read with `?alt=media&token=…`. */
export function objectUrl(bucket: Bucket, path: string): string {
  return `${cloudOrigin(bucket)}/v0/b/${encodeURIComponent(bucket.name)}/o/${encodeURIComponent(path)}`
}

/** The licence folder of an account (spec §3); what could lead out of it is encoded. */
function licenceFolder(email: string): string {
  return `licenses/${email
    .trim()
    .toLowerCase()
    .replace(/[^\w.@+-]/gu, encodeURIComponent)}/`
}

/** A place of its own for a new licence photo, which keeps the extension of its file. */
export function newLicencePath(email: string, extension: string): string {
  return `${licenceFolder(email)}${crypto.randomUUID()}.${extension}`
}

/** A place of its own for a property's picture. */
export function newPropertyPicturePath(extension: string): string {
  return `properties/${crypto.randomUUID()}.${extension}`
}

/** Whether this is the address that the cloud gave a photo in this account's folder. */
export function isLicenceUrl(url: string, bucket: Bucket, email: string): boolean {
  const folder = objectUrl(bucket, licenceFolder(email))
  return url.startsWith(folder) && /^[\w-]+\.\w+\?alt=media&token=[\w-]+$/.test(url.slice(folder.length))
}
