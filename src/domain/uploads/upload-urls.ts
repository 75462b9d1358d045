import { ID_PATTERN } from '#domain/kit/id-pattern.ts'

/** URL prefix of our own public pictures. */
export const IMAGE_URL_PREFIX = '/api/images/'
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
