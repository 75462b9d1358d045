import { onMount } from 'nanostores'
import {
  abandonPage,
  currentPath,
  goTo,
  queryParam,
  readCookie,
  reload,
  renderedSession,
  replaceWith,
  whenOnline,
  whenRestored,
  writeCookie
} from '#client/device/browser.ts'
import { accountId, savedBookingsItem } from '#client/device/saved-bookings.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { unauthorisedListener } from '#client/http/problem.ts'
import { cachedProfileItem } from '#client/session/known-profile.ts'
import { revokePending, revokeToken } from '#client/session/revoke.ts'
import { $token, $unrevoked, $userType } from '#client/session/token.ts'
import { SIGN_OUT_TIMEOUT_MS, TOKEN_SECONDS } from '#domain/constants.ts'
import { isProtected, PATHS, redirectFor, SESSION_TYPE_KEY, type SessionType } from '#domain/routes.ts'
import { loggedOut as adminLoggedOut } from '#messages/admin-sign-in.ts'
import { loggedOut, sessionEnded } from '#messages/common.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { computed } from '#stores/kit/ssr-values.ts'

/** The session type on this device, or null if nobody is signed in. */
export const $session = computed([$token, $userType], (token, type): SessionType | null =>
  token && type ? type : null
)

const $sessionKey = computed([$token, $userType], (token, type) => `${type} ${token}`)

let isOwnChange = false

function setSession(token: string | undefined, type: SessionType | undefined): void {
  isOwnChange = true
  $token.set(token)
  $userType.set(type)
  isOwnChange = false
  cachedProfileItem.remove()
  savedBookingsItem.remove()
}

/** Saves a new sign-in. The embedded API has already set the routing cookie; for an external backend, set it here. */
export function saveSession(accessToken: string, type: SessionType): void {
  setSession(accessToken, type)
  if (IS_EXTERNAL_BACKEND) writeCookie(SESSION_TYPE_KEY, type, TOKEN_SECONDS[type])
}

function clearSession(): void {
  setSession(undefined, undefined)
  writeCookie(SESSION_TYPE_KEY, '', 0)
}

/** Signs out on this device at once, and revokes the token on the server as soon as it is reachable. */
export async function logOut(): Promise<void> {
  const wasAdmin = $userType.get() === 'admin'
  // Start the call first: it needs the token, which is cleared next.
  const revocation = revokeOnServer()
  clearSession()
  await Promise.race([revocation, new Promise(resolve => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))])
  // A slow earlier response may have set the routing cookie again.
  if ($session.get() === null) writeCookie(SESSION_TYPE_KEY, '', 0)
  toastAfterNavigation('success', wasAdmin ? adminLoggedOut : loggedOut)
  goTo(wasAdmin ? PATHS.adminSignIn : PATHS.auth)
}

/** If the server is unreachable now, the next page retries. */
async function revokeOnServer(): Promise<void> {
  if (IS_EXTERNAL_BACKEND) return
  $unrevoked.set($token.get())
  if (await revokeToken($token.get(), 'same-origin')) $unrevoked.set(undefined)
}

/** A 401 ends the session, unless a newer sign-in has replaced the rejected token. */
function endRejectedSession(rejectedToken: string): void {
  if ($token.get() !== rejectedToken) return
  const target = $userType.get() === 'admin' ? PATHS.adminSignIn : redirectFor(null, currentPath())
  clearSession()
  toastAfterNavigation('error', sessionEnded)
  replaceWith(target ?? PATHS.auth)
}
unauthorisedListener.notify = endRejectedSession

/**
 * Cookie and storage can disagree, for example after another tab signed in. Storage takes precedence, and the cookie is
 * updated. The visitor is redirected at most once. Returns whether the page may stay.
 */
export function syncSession(): boolean {
  if (!isVerified && isRenderedForOtherSession()) {
    void discardForeignPage()
    return false
  }
  isVerified = true
  const session = $session.get()
  if (readCookie(SESSION_TYPE_KEY) !== session)
    writeCookie(SESSION_TYPE_KEY, session ?? '', session ? TOKEN_SECONDS[session] : 0)
  const target = redirectFor(session, currentPath(), queryParam('next'))
  // If the browser rejects the cookie, a redirect would cause an endless loop.
  if (target !== null && readCookie(SESSION_TYPE_KEY) === session) replaceWith(target)
  return target === null
}

/** After the first check, the session in the rendered HTML no longer reflects the cookie. */
let isVerified = false

/** True if the HTML was rendered for another session: the cookie and the storage belong to different sessions. */
function isRenderedForOtherSession(): boolean {
  const rendered = renderedSession()
  return rendered !== undefined && rendered !== $token.get()?.split('.')[1]
}

/** Hides the page and ends the cookie's session. The session in this device's storage, if any, continues. */
async function discardForeignPage(): Promise<void> {
  abandonPage()
  const hasEnded = await revokeToken(undefined, 'same-origin')
  const session = $session.get()
  writeCookie(SESSION_TYPE_KEY, session ?? '', session ? TOKEN_SECONDS[session] : 0)
  const target = redirectFor(session, currentPath())
  if (target !== null) replaceWith(target)
  else if (hasEnded) reload()
}

/** Calls `task` when another tab or page has changed the session. Returns an unsubscribe function. */
export function whenSessionChanges(task: () => void): () => void {
  const retryRevoke = () => void revokePending()
  retryRevoke()
  const stops = [$sessionKey.listen(() => isOwnChange || task()), whenOnline(retryRevoke)]
  return () => {
    for (const stop of stops) stop()
  }
}

let isWatching = false
/** The token that the page was opened with, or a later token of the same account. */
let pageToken: string | undefined

/** A new token of the same account, for example after a password change, does not affect the page. */
function isSameAccount(): boolean {
  const token = $token.get()
  if (token && pageToken && accountId(token) === accountId(pageToken)) pageToken = token
  return token === pageToken && $session.get() !== null
}

/** A page shows data of the session that opened it. If the session changes, the page is hidden. */
function watchSession(): () => void {
  if (isWatching) return () => undefined
  isWatching = true
  pageToken = $token.get()
  let isAbandoned = false
  const abandonIfChanged = () => {
    if (isAbandoned || isSameAccount()) return
    isAbandoned = true
    abandonPage()
    if ($session.get() === null) toastAfterNavigation('info', sessionEnded)
    if (syncSession()) reload()
  }
  const stops = [
    whenSessionChanges(abandonIfChanged),
    whenRestored(() => {
      abandonIfChanged()
      return !isAbandoned
    })
  ]
  return () => {
    isWatching = false
    for (const stop of stops) stop()
  }
}

/** For a page rendered with data whose islands may never hydrate: it still has to match the session. */
export function guardPage(): void {
  if (isProtected(currentPath()) && syncSession()) watchSession()
}

type Store = Parameters<typeof onMount>[0]
type MountHandler = () => (() => void) | undefined

/** Runs when the store gets its first listener in the browser. Stores also mount during SSR, which has no visitor. */
export function whenMounted(store: Store, onMounted: MountHandler): void {
  onMount(store, () => (typeof location === 'undefined' ? undefined : onMounted()))
}

/** Runs a screen's first load when the store mounts, if the visitor may see the page. */
export function whenMountedSignedIn(store: Store, onMounted: MountHandler): void {
  whenMounted(store, () => {
    if (!isProtected(currentPath())) return onMounted()
    if (!syncSession()) return
    const stops = [watchSession(), onMounted()]
    return () => {
      for (const stop of stops) stop?.()
    }
  })
}
