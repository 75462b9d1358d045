import { device, jsonFrom, textFromBase64, textOnDevice } from './browser.ts'

// What is kept on the device for a rider without a network. It goes with the token, and is nobody's but its account's.

export const savedText = textOnDevice('savedBookings')

/** The token of whoever is signed in by now, straight from the device: another tab may have changed it this instant. */
export const tokenHere = (): string | null => device.read('token')

/** Whose token it is: the subject of a JWT. A token that does not tell is an account of its own. */
export function accountOf(token: string): string {
  const [, claims = ''] = token.split('.')
  const told = jsonFrom(textFromBase64(claims.replaceAll('-', '+').replaceAll('_', '/')))
  const sub = typeof told === 'object' && told !== null && 'sub' in told ? told.sub : undefined
  return typeof sub === 'string' ? sub : token
}
