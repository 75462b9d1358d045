/** Where a licence photo of ours is read, by admins alone; the id in it is all it says. */
export const LICENCE_URL_PREFIX = '/api/admin/licenses/'
const LICENCE_URL_PATTERN = /^\/api\/admin\/licenses\/([0-9a-f]{32})$/

/** The id in such an address; null for one that leads elsewhere. */
export function licenceIdFromUrl(url: string): string | null {
  return LICENCE_URL_PATTERN.exec(url)?.[1] ?? null
}
