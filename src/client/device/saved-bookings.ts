import { decodeBase64, deviceStorage, deviceStorageItem, parseJson } from './browser.ts'

// Data saved on the device for use without a network. It is removed together with the token and is bound to its
// account.

export const savedBookingsItem = deviceStorageItem('savedBookings')

/** The current token, read directly from localStorage: another tab may have changed it a moment ago. */
export const storedToken = (): string | null => deviceStorage.read('token')

/** The account of a token: the `sub` claim of a JWT. A token without one counts as an account of its own. */
export function accountId(token: string): string {
  const [, claims = ''] = token.split('.')
  const payload = parseJson(decodeBase64(claims.replaceAll('-', '+').replaceAll('_', '/')))
  const sub = typeof payload === 'object' && payload !== null && 'sub' in payload ? payload.sub : undefined
  return typeof sub === 'string' ? sub : token
}
