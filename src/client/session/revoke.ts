import { API_BASE } from '#client/build-config.ts'
import type { signOut as inContract } from '#contract/auth/sign-in.ts'
import { API_TIMEOUT_MS, UNAUTHORISED } from '#domain/constants.ts'
import { $unrevoked } from './token.ts'

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
