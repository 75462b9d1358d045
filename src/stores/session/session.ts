import { onMount } from 'nanostores'
import {
  abandonPage,
  asked,
  cookie,
  currentPath,
  drawnSession,
  goTo,
  reload,
  replaceWith,
  whenOnline,
  whenReturning,
  writeCookie
} from '#client/device/browser.ts'
import { accountOf, savedText } from '#client/device/saved-bookings.ts'
import { IS_EXTERNAL_BACKEND } from '#client/http/config.ts'
import { unauthorised } from '#client/http/problem.ts'
import { knownText } from '#client/session/known-profile.ts'
import { revoke, revokeRemembered } from '#client/session/revoke.ts'
import { $token, $unrevoked, $userType } from '#client/session/token.ts'
import { ADMIN_TOKEN_SECONDS, RIDER_TOKEN_SECONDS, SIGN_OUT_PATIENCE_MS } from '#domain/constants.ts'
import { isGuarded, PATHS, redirectFor, type SessionType } from '#domain/routes.ts'
import { loggedOut as adminLoggedOut } from '#messages/admin-sign-in.ts'
import { loggedOut, sessionEnded } from '#messages/common.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { computed } from '#stores/kit/ssr-values.ts'

const HINT = 'userType'
const SECONDS: Record<SessionType, number> = { admin: ADMIN_TOKEN_SECONDS, user: RIDER_TOKEN_SECONDS }

/** Who is signed in on this device, or null. */
export const $session = computed([$token, $userType], (token, type): SessionType | null =>
  token && type ? type : null
)

const $whose = computed([$token, $userType], (token, type) => `${type} ${token}`)

let isOwnChange = false

function change(token: string | undefined, type: SessionType | undefined): void {
  isOwnChange = true
  $token.set(token)
  $userType.set(type)
  isOwnChange = false
  knownText.forget()
  savedText.forget()
}

/** Keeps a new sign-in. The embedded API has set the routing cookie already; for another backend we set it. */
export function keepSession(access_token: string, type: SessionType): void {
  change(access_token, type)
  if (IS_EXTERNAL_BACKEND) writeCookie(HINT, type, SECONDS[type])
}

function forgetSession(): void {
  change(undefined, undefined)
  writeCookie(HINT, '', 0)
}

/** Signs out everywhere: the device at once, the server as soon as it can be told (decision 9). */
export async function logOut(): Promise<void> {
  const wasAdmin = $userType.get() === 'admin'
  // The call takes the token along before it is forgotten.
  const told = tellServer()
  forgetSession()
  await Promise.race([told, new Promise(resolve => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))])
  // The hint may have come back with a slow answer of before.
  if ($session.get() === null) writeCookie(HINT, '', 0)
  toastAfterNavigation('success', wasAdmin ? adminLoggedOut : loggedOut)
  goTo(wasAdmin ? PATHS.adminSignIn : PATHS.auth)
}

/** What the server does not hear now, the next page tells it. */
async function tellServer(): Promise<void> {
  if (IS_EXTERNAL_BACKEND) return
  $unrevoked.set($token.get())
  if (await revoke($token.get(), 'same-origin')) $unrevoked.set(undefined)
}

/** A 401 ends the session, unless another sign-in has replaced the token that was refused. */
function endRefused(refused: string): void {
  if ($token.get() !== refused) return
  const place = $userType.get() === 'admin' ? PATHS.adminSignIn : redirectFor(null, currentPath())
  forgetSession()
  toastAfterNavigation('error', sessionEnded)
  replaceWith(place ?? PATHS.auth)
}
unauthorised.tell = endRefused

/**
 * Cookie and storage can disagree: one was cleared, or another tab signed in. Storage is right; the cookie follows,
 * and the visitor goes where the guard sends him, in at most one redirect. Answers whether the page may stay.
 */
export function repairSession(): boolean {
  if (!isRight && isDrawnForAnother()) {
    void giveBack()
    return false
  }
  isRight = true
  const session = $session.get()
  if (cookie(HINT) !== session) writeCookie(HINT, session ?? '', session ? SECONDS[session] : 0)
  const place = redirectFor(session, currentPath(), asked('next'))
  // A browser that does not take the cookie would be sent straight back, for ever.
  if (place !== null && cookie(HINT) === session) replaceWith(place)
  return place === null
}

/** Once the page has been found to be this device's, what it was drawn for says nothing of the cookies any more. */
let isRight = false

/** The page holds what another session may see: the device's cookie and its storage disagree on whose it is. */
function isDrawnForAnother(): boolean {
  const drawn = drawnSession()
  return drawn !== undefined && drawn !== $token.get()?.split('.')[1]
}

/** Nothing of the page is seen; the cookie's session ends, and the device's own, if it has one, goes on. */
async function giveBack(): Promise<void> {
  abandonPage()
  const hasEnded = await revoke(undefined, 'same-origin')
  const session = $session.get()
  writeCookie(HINT, session ?? '', session ? SECONDS[session] : 0)
  const place = redirectFor(session, currentPath())
  if (place !== null) replaceWith(place)
  else if (hasEnded) reload()
}

/** Calls back when another tab, or another page of this one, has changed who is signed in; answers how to stop. */
export function whenSessionChanges(task: () => void): () => void {
  const tell = () => void revokeRemembered()
  tell()
  const stops = [$whose.listen(() => isOwnChange || task()), whenOnline(tell)]
  return () => {
    for (const stop of stops) stop()
  }
}

let isKept = false
/** The token that the page was opened with, or that its account has taken in that one's place. */
let tokenOfPage: string | undefined

/** With another token of its own account, as after a new password here or in another tab, the page goes on. */
function isStillOurs(): boolean {
  const token = $token.get()
  if (token && tokenOfPage && accountOf(token) === accountOf(tokenOfPage)) tokenOfPage = token
  return token === tokenOfPage && $session.get() !== null
}

/** What a page shows belongs to the session it was opened with: once that is another, nothing of it is seen any more. */
function keepToSession(): () => void {
  if (isKept) return () => undefined
  isKept = true
  tokenOfPage = $token.get()
  let isGivenUp = false
  const giveWay = () => {
    if (isGivenUp || isStillOurs()) return
    isGivenUp = true
    abandonPage()
    if ($session.get() === null) toastAfterNavigation('info', sessionEnded)
    if (repairSession()) reload()
  }
  const stops = [
    whenSessionChanges(giveWay),
    whenReturning(() => {
      giveWay()
      return !isGivenUp
    })
  ]
  return () => {
    isKept = false
    for (const stop of stops) stop()
  }
}

/** For a page that has come with its data, and may never come alive: it belongs to its session all the same. */
export function keepPage(): void {
  if (isGuarded(currentPath()) && repairSession()) keepToSession()
}

type Store = Parameters<typeof onMount>[0]
type Start = () => (() => void) | undefined

/** Runs once somebody listens; not on the server, which mounts the stores of the page it draws, and has no visitor. */
export function whenOnScreen(store: Store, start: Start): void {
  onMount(store, () => (typeof location === 'undefined' ? undefined : start()))
}

/** Runs a screen's first load once somebody listens, and only on a page its visitor may see. */
export function whenSignedIn(store: Store, start: Start): void {
  whenOnScreen(store, () => {
    if (!isGuarded(currentPath())) return start()
    if (!repairSession()) return
    const stops = [keepToSession(), start()]
    return () => {
      for (const stop of stops) stop?.()
    }
  })
}
