import { unsubscribeDevice } from '#client/device/installed-app.ts'
import { whenOnline } from '#client/device/network.ts'
import { writeCookie } from '#client/device/storage.ts'
import {
  $token,
  $unrevoked,
  $userType,
  cachedProfileItem,
  onTokenRejected,
  revokePending,
  revokeStored,
  savedBookingsItem,
  savedTodayItem
} from '#client/session/token.ts'
import { HAS_ACCOUNT_CALLS, IS_BACKEND_EMBEDDED } from '#domain/backend.ts'
import { SIGN_OUT_TIMEOUT_MS, TOKEN_SECONDS } from '#domain/constants.ts'
import { ignoreFailure } from '#domain/kit/failures.ts'
import { PATHS, redirectFor, SESSION_TYPE_KEY, type SessionType } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { computed, stopAll } from '#stores/kit/ssr-values.ts'

// The session on this device: how it is saved, how it ends, and how a page learns of another tab's change.

/** The session type on this device, or null if nobody is signed in. */
export const $session = computed([$token, $userType], (token, type): SessionType | null =>
  token && type ? type : null
)

const $sessionKey = computed([$token, $userType], (token, type) => `${type} ${token}`)

let isOwnChange = false

function setSession(token: string | undefined, type: SessionType | undefined): void {
  // First: they leave room in a full storage.
  cachedProfileItem.remove()
  savedBookingsItem.remove()
  savedTodayItem.remove()
  isOwnChange = true
  $token.set(token)
  $userType.set(type)
  isOwnChange = false
  void ignoreFailure(unsubscribeDevice())
}

/** Writes the routing cookie: the session's type, by which the server redirects. */
export function writeRoutingCookie(type: SessionType | null): void {
  writeCookie(SESSION_TYPE_KEY, type ?? '', type ? TOKEN_SECONDS[type] : 0)
}

/** Saves a new sign-in. The embedded API has already set the routing cookie; for an external backend, set it here. */
export function saveSession(accessToken: string, type: SessionType): void {
  setSession(accessToken, type)
  if (!IS_BACKEND_EMBEDDED) writeRoutingCookie(type)
}

/** Ends the session on this device only. */
function clearSession(): void {
  setSession(undefined, undefined)
  writeRoutingCookie(null)
}

export async function signOut(): Promise<void> {
  const wasAdmin = $userType.get() === 'admin'
  await endSession()
  toastAfterNavigation('success', wasAdmin ? appShellText.adminLoggedOut : appShellText.loggedOut)
  location.assign(wasAdmin ? PATHS.adminSignIn : PATHS.auth)
}

/** Ends the session on this device at once, and revokes its token on the server as soon as it is reachable. */
export async function endSession(): Promise<void> {
  const token = $token.get()
  // First: a full storage has room for the unrevoked token only then.
  clearSession()
  const revocation = revokeOnServer(token)
  await Promise.race([revocation, new Promise(resolve => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))])
  // A slow earlier response may have set the routing cookie again.
  if ($session.get() === null) writeRoutingCookie(null)
}

/** If the server is unreachable now, the next page retries. */
async function revokeOnServer(token: string | undefined): Promise<void> {
  if (!(HAS_ACCOUNT_CALLS && token)) return
  $unrevoked.set([...$unrevoked.get(), token])
  await revokeStored(token, 'same-origin')
}

// A 401 ends the session, unless a newer sign-in has replaced the rejected token.
onTokenRejected(rejected => {
  if ($token.get() !== rejected) return
  const target = $userType.get() === 'admin' ? PATHS.adminSignIn : redirectFor(null, location.pathname)
  clearSession()
  toastAfterNavigation('error', appShellText.sessionEnded)
  location.replace(target ?? PATHS.auth)
})

/** Calls `task` when another tab or page has changed the session. Returns an unsubscribe function. */
export function whenSessionChanges(task: () => void): () => void {
  // An external backend must not get a token of the embedded one.
  const retryRevoke = () => void (HAS_ACCOUNT_CALLS && revokePending())
  retryRevoke()
  return stopAll([$sessionKey.listen(() => isOwnChange || task()), whenOnline(retryRevoke)])
}
