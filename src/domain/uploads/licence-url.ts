/** URL prefix of our own licence photos, for admins only. It reveals nothing but the id. */
export const LICENCE_URL_PREFIX = '/api/admin/licenses/'
const LICENCE_URL_PATTERN = /^\/api\/admin\/licenses\/([0-9a-f]{32})$/

/** Returns the id in such a URL; null for any other. */
export function licenceIdFromUrl(url: string): string | null {
  return LICENCE_URL_PATTERN.exec(url)?.[1] ?? null
}
