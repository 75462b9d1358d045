import { signOut } from '#contract/auth.ts'
import { API_BASE } from './config.ts'
import { $unrevoked } from './token.ts'

const SERVER_FAULT = 500

/** Ends on the server a token that was signed out while it could not be told; what fails now is tried again. */
export async function revokeRemembered(): Promise<void> {
  const token = $unrevoked.get()
  if (!token) return
  const told = await fetch(API_BASE + signOut.path, {
    // The answer's cookies end a session, and the device may have another one by now.
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
    method: signOut.method
  }).then(
    ({ status }) => status < SERVER_FAULT,
    () => false
  )
  if (told && $unrevoked.get() === token) $unrevoked.set(undefined)
}
