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
import { ADMIN_TOKEN_SECONDS, RIDER_TOKEN_SECONDS, SIGN_OUT_TIMEOUT_MS } from '#domain/constants.ts'
import { isProtected, PATHS, redirectFor, type SessionType } from '#domain/routes.ts'
import { loggedOut as adminLoggedOut } from '#messages/admin-sign-in.ts'
import { loggedOut, sessionEnded } from '#messages/common.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { computed } from '#stores/kit/ssr-values.ts'

const ROUTING_COOKIE = 'userType'
const TOKEN_SECONDS: Record<SessionType, number> = { admin: ADMIN_TOKEN_SECONDS, user: RIDER_TOKEN_SECONDS }

/** Who is signed in on this device, or null. */
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

/** Keeps a new sign-in. The embedded API has set the routing cookie already; for another backend we set it. */
export function saveSession(accessToken: string, type: SessionType): void {
  setSession(accessToken, type)
  if (IS_EXTERNAL_BACKEND) writeCookie(ROUTING_COOKIE, type, TOKEN_SECONDS[type])
}

function clearSession(): void {
  setSession(undefined, undefined)
  writeCookie(ROUTING_COOKIE, '', 0)
}

/** Signs out everywhere: the device at once, the server as soon as it can be told (decision 9). */
export async function logOut(): Promise<void> {
  const wasAdmin = $userType.get() === 'admin'
  // The call takes the token along before it is forgotten.
  const revocation = revokeOnServer()
  clearSession()
  await Promise.race([revocation, new Promise(resolve => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))])
  // The hint may have come back with a slow answer of before.
  if ($session.get() === null) writeCookie(ROUTING_COOKIE, '', 0)
  toastAfterNavigation('success', wasAdmin ? adminLoggedOut : loggedOut)
  goTo(wasAdmin ? PATHS.adminSignIn : PATHS.auth)
}

/** What the server does not hear now, the next page tells it. */
async function revokeOnServer(): Promise<void> {
  if (IS_EXTERNAL_BACKEND) return
  $unrevoked.set($token.get())
  if (await revokeToken($token.get(), 'same-origin')) $unrevoked.set(undefined)
}

/** A 401 ends the session, unless another sign-in has replaced the token that was refused. */
function endRejectedSession(rejectedToken: string): void {
  if ($token.get() !== rejectedToken) return
  const target = $userType.get() === 'admin' ? PATHS.adminSignIn : redirectFor(null, currentPath())
  clearSession()
  toastAfterNavigation('error', sessionEnded)
  replaceWith(target ?? PATHS.auth)
}
unauthorisedListener.notify = endRejectedSession

/**
 * Cookie and storage can disagree: one was cleared, or another tab signed in. Storage is right; the cookie follows,
 * and the visitor goes where the guard sends him, in at most one redirect. Answers whether the page may stay.
 */
export function syncSession(): boolean {
  if (!isVerified && isRenderedForOtherSession()) {
    void discardForeignPage()
    return false
  }
  isVerified = true
  const session = $session.get()
  if (readCookie(ROUTING_COOKIE) !== session)
    writeCookie(ROUTING_COOKIE, session ?? '', session ? TOKEN_SECONDS[session] : 0)
  const target = redirectFor(session, currentPath(), queryParam('next'))
  // A browser that does not take the cookie would be sent straight back, for ever.
  if (target !== null && readCookie(ROUTING_COOKIE) === session) replaceWith(target)
  return target === null
}

/** Once the page has been found to be this device's, what it was drawn for says nothing of the cookies any more. */
let isVerified = false

/** The page holds what another session may see: the device's cookie and its storage disagree on whose it is. */
function isRenderedForOtherSession(): boolean {
  const rendered = renderedSession()
  return rendered !== undefined && rendered !== $token.get()?.split('.')[1]
}

/** Nothing of the page is seen; the cookie's session ends, and the device's own, if it has one, goes on. */
async function discardForeignPage(): Promise<void> {
  abandonPage()
  const hasEnded = await revokeToken(undefined, 'same-origin')
  const session = $session.get()
  writeCookie(ROUTING_COOKIE, session ?? '', session ? TOKEN_SECONDS[session] : 0)
  const target = redirectFor(session, currentPath())
  if (target !== null) replaceWith(target)
  else if (hasEnded) reload()
}

/** Calls back when another tab, or another page of this one, has changed who is signed in; answers how to stop. */
export function whenSessionChanges(task: () => void): () => void {
  const retryRevoke = () => void revokePending()
  retryRevoke()
  const stops = [$sessionKey.listen(() => isOwnChange || task()), whenOnline(retryRevoke)]
  return () => {
    for (const stop of stops) stop()
  }
}

let isWatching = false
/** The token that the page was opened with, or that its account has taken in that one's place. */
let pageToken: string | undefined

/** With another token of its own account, as after a new password here or in another tab, the page goes on. */
function isSameAccount(): boolean {
  const token = $token.get()
  if (token && pageToken && accountId(token) === accountId(pageToken)) pageToken = token
  return token === pageToken && $session.get() !== null
}

/** What a page shows belongs to the session it was opened with: once that is another, nothing of it is seen any more. */
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

/** For a page that has come with its data, and may never come alive: it belongs to its session all the same. */
export function guardPage(): void {
  if (isProtected(currentPath()) && syncSession()) watchSession()
}

type Store = Parameters<typeof onMount>[0]
type MountHandler = () => (() => void) | undefined

/** Runs once somebody listens; not on the server, which mounts the stores of the page it draws, and has no visitor. */
export function whenMounted(store: Store, onMounted: MountHandler): void {
  onMount(store, () => (typeof location === 'undefined' ? undefined : onMounted()))
}

/** Runs a screen's first load once somebody listens, and only on a page its visitor may see. */
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
