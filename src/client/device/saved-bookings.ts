import { decodeBase64, deviceStorage, deviceStorageItem, parseJson } from './browser.ts'

// What is kept on the device for a rider without a network. It goes with the token, and is nobody's but its account's.

export const savedBookingsItem = deviceStorageItem('savedBookings')

/** The token of whoever is signed in by now, straight from the device: another tab may have changed it this instant. */
export const storedToken = (): string | null => deviceStorage.read('token')

/** Whose token it is: the subject of a JWT. A token that does not tell is an account of its own. */
export function accountId(token: string): string {
  const [, claims = ''] = token.split('.')
  const payload = parseJson(decodeBase64(claims.replaceAll('-', '+').replaceAll('_', '/')))
  const sub = typeof payload === 'object' && payload !== null && 'sub' in payload ? payload.sub : undefined
  return typeof sub === 'string' ? sub : token
}
