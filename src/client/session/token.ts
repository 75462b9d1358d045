import { persistentAtom, setPersistentEngine } from '@nanostores/persistent'
import { API_BASE } from '#client/build-config.ts'
import { deviceStorage, deviceStorageItem, hasStorage, parseJson } from '#client/device/storage.ts'
import type { signOut as inContract } from '#contract/auth/sign-in.ts'
import { API_TIMEOUT_MS, UNAUTHORISED } from '#domain/constants.ts'
import { orFallback } from '#domain/kit/failures.ts'
import { isSessionType, SESSION_TYPE_KEY, type SessionType } from '#domain/routes.ts'

// Without localStorage, a session lasts only as long as its page.
if (!hasStorage()) setPersistentEngine({}, { addEventListener: () => undefined, removeEventListener: () => undefined })

// Accepts what an HTTP header can carry. Rejects the strings 'null' and 'undefined', which faulty scripts store.
const TOKEN = /^(?!(?:null|undefined)$)[\x21-\x7e]+$/

const token = { decode: (text: string) => (TOKEN.test(text) ? text : undefined), encode: (value?: string) => value }
const type = {
  decode: (text: string) => (isSessionType(text) ? text : undefined),
  encode: (value?: SessionType) => value
}

// The two localStorage keys of the session. Invalid values count as absent.

const TOKEN_KEY = 'token'

export const $token = persistentAtom<string | undefined>(TOKEN_KEY, undefined, token)
export const $userType = persistentAtom<SessionType | undefined>(SESSION_TYPE_KEY, undefined, type)

let endSession = (_rejectedToken: string): void => undefined

/** Sets how the session of a rejected token ends. */
export function onTokenRejected(handler: typeof endSession): void {
  endSession = handler
}

/** For a token that the server has rejected with a 401. */
export function rejectToken(token: string): void {
  endSession(token)
}

const UNREVOKED_MAX = 9
// A token contains no space.
const SEPARATOR = ' '
const tokens = {
  decode: (text: string): readonly string[] => text.split(SEPARATOR).filter(each => TOKEN.test(each)),
  encode: (values: readonly string[]) => values.slice(-UNREVOKED_MAX).join(SEPARATOR) || undefined
}

/** Tokens that were signed out here but are not revoked on the server yet, the oldest first. */
export const $unrevoked = persistentAtom<readonly string[]>('unrevoked', [], tokens)

/** The current token, read directly from localStorage: another tab may have changed it a moment ago. */
export const storedToken = (): string | null => deviceStorage.read(TOKEN_KEY)

/** The account of a token: the `sub` claim of a JWT. A token without one counts as an account of its own. */
export function accountId(token: string): string {
  const [, claims = ''] = token.split('.')
  const json = orFallback(() => atob(claims.replaceAll('-', '+').replaceAll('_', '/')), '')
  const payload = parseJson(json)
  const sub = typeof payload === 'object' && payload !== null && 'sub' in payload ? payload.sub : undefined
  return typeof sub === 'string' ? sub : token
}

// Data saved on the device for its signed-in account. It is removed together with the token.

/** The profile of the last visit (stores/profile/profile.ts). */
export const cachedProfileItem = deviceStorageItem('knownProfile')
/** Returns that were pressed without a network (stores/my-bookings/manage-ride). They outlast the token. */
export const pendingReturnItem = deviceStorageItem('pendingReturn')
/** Reports of problems without an answer (stores/my-bookings/pending-problems.ts). They outlast the token. */
export const pendingProblemsItem = deviceStorageItem('pendingProblems')
/** What the staff have pressed without a network (stores/admin/staff/round.ts). They outlast the token. */
export const pendingRoundItem = deviceStorageItem('pendingRound')
/** The account whose trouble this device shows (stores/session/staff-push.ts). It outlasts the token. */
export const staffPushItem = deviceStorageItem('staffPush')
/** The upcoming rides, for use without a network (stores/my-bookings/saved-bookings.ts). */
export const savedBookingsItem = deviceStorageItem('savedBookings')
/** The day of the staff, for use without a network (stores/admin/staff/round.ts). */
export const savedTodayItem = deviceStorageItem('savedToday')

/** Delays before a pending sign-out is sent again. */
const REVOKE_RETRY_DELAYS_MS: readonly number[] = [1000, 4000]

// Repeats the contract's values, checked by the type. Importing the contract would add its parser to every page.
const signOut: Pick<typeof inContract, 'method' | 'path'> = { method: 'POST', path: '/auth/logout' }

/**
 * Revokes a token on the server. It does not use the API client, because every page can sign out and some make no other
 * call. Returns whether the token is revoked, or was not valid any more. With 'same-origin' credentials, the cookie's
 * session ends as well.
 */
export async function revokeToken(token: string | undefined, credentials: 'omit' | 'same-origin'): Promise<boolean> {
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), API_TIMEOUT_MS)
  const isRevoked = await fetch(API_BASE + signOut.path, {
    credentials,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    keepalive: true,
    method: signOut.method,
    signal: abortController.signal
  })
    .then(response => response.text().then(() => response.ok || response.status === UNAUTHORISED))
    .catch(() => false)
  clearTimeout(timer)
  return isRevoked
}

/** Revokes a token, which stays stored as unrevoked until that has succeeded. */
export async function revokeStored(token: string, credentials: 'omit' | 'same-origin'): Promise<void> {
  if (await revokeToken(token, credentials)) $unrevoked.set($unrevoked.get().filter(each => each !== token))
}

/**
 * Revokes the tokens whose sign-out has not reached the server yet. A network that is just back may still fail, so
 * retry after each delay. If all attempts fail, the next page tries again.
 */
export async function revokePending(delaysMs: readonly number[] = REVOKE_RETRY_DELAYS_MS): Promise<void> {
  // Send no cookies: the response would clear cookies, and the device may have a new session by now.
  await Promise.all($unrevoked.get().map(token => revokeStored(token, 'omit')))
  const [delayMs, ...later] = delaysMs
  if ($unrevoked.get().length === 0 || delayMs === undefined) return
  await new Promise(resolve => setTimeout(resolve, delayMs))
  await revokePending(later)
}
