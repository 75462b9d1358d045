import { signOut } from '#contract/session.ts'
import { REVOKE_AGAIN_MS } from '#domain/constants.ts'
import { API_BASE } from './config.ts'
import { $unrevoked } from './token.ts'

const SERVER_FAULT = 500

/** Asks the server to end a session; answers whether it has heard. Never throws. */
async function tellSignedOut(request: RequestInit): Promise<boolean> {
  return fetch(API_BASE + signOut.path, { ...request, keepalive: true, method: signOut.method }).then(
    ({ status }) => status < SERVER_FAULT,
    () => false
  )
}

/** Ends the session that the cookie alone still knows. */
export function revokeCookie(): Promise<boolean> {
  return tellSignedOut({})
}

/**
 * Ends on the server a token that was signed out while it could not be told. A network that has just come back may not
 * carry a request yet, so it is tried again after each wait; what fails then is left to the next page.
 */
export async function revokeRemembered(waits_ms: readonly number[] = REVOKE_AGAIN_MS): Promise<void> {
  const token = $unrevoked.get()
  if (!token) return
  const told = await tellSignedOut({
    // The answer's cookies end a session, and the device may have another one by now.
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}` }
  })
  if (told && $unrevoked.get() === token) $unrevoked.set(undefined)
  const [wait_ms, ...later] = waits_ms
  if (told || wait_ms === undefined) return
  await new Promise(resolve => setTimeout(resolve, wait_ms))
  await revokeRemembered(later)
}
