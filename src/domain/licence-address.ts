/** Where a licence photo of ours is read, by admins alone; the id in it is all it says. */
export const LICENCES = '/api/admin/licenses/'
const LICENCE_URL = /^\/api\/admin\/licenses\/([0-9a-f]{32})$/

/** The id in such an address; null for one that leads elsewhere. */
export function licenceIdIn(address: string): string | null {
  return LICENCE_URL.exec(address)?.[1] ?? null
}
