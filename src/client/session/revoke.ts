import { API_BASE } from '#client/http/config.ts'
import type { signOut as inContract } from '#contract/auth/session.ts'
import { API_TIMEOUT_MS, REVOKE_RETRY_DELAYS_MS } from '#domain/constants.ts'
import { $unrevoked } from './token.ts'

// Said again, as the type sees to: the contract itself would bring its parser along, to pages that parse nothing.
const signOut: Pick<typeof inContract, 'method' | 'path'> = { method: 'POST', path: '/auth/logout' }

const SERVER_FAULT = 500

/**
 * Ends a token on the server, without all that other calls need: every page can sign out, and some do nothing else.
 * False where the server has not heard it. With its cookies, the session that they know ends as well.
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
    .then(reply => reply.text().then(() => reply.status < SERVER_FAULT))
    .catch(() => false)
  clearTimeout(timer)
  return isRevoked
}

/**
 * Ends on the server a token that was signed out while it could not be told. A network that has just come back may not
 * carry a request yet, so it is tried again after each wait; what fails then is left to the next page.
 */
export async function revokePending(delaysMs: readonly number[] = REVOKE_RETRY_DELAYS_MS): Promise<void> {
  const token = $unrevoked.get()
  if (!token) return
  // The answer's cookies end a session, and the device may have another one by now.
  const isRevoked = await revokeToken(token, 'omit')
  if (isRevoked && $unrevoked.get() === token) $unrevoked.set(undefined)
  const [delayMs, ...later] = delaysMs
  if (isRevoked || delayMs === undefined) return
  await new Promise(resolve => setTimeout(resolve, delayMs))
  await revokePending(later)
}
