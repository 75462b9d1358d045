import * as page from '#client/device/page.ts'
import { readCookie } from '#client/device/storage.ts'
import { $token, accountId, revokeToken } from '#client/session/token.ts'
import { HAS_FLEET_RECORDS } from '#domain/backend.ts'
import { isProtected, redirectFor, SESSION_TYPE_KEY } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import { toastAfterNavigation } from '#stores/app/toasts.ts'
import { type MountedStore, type MountHandler, stopAll, whenMounted } from '#stores/kit/ssr-values.ts'
import { $session, whenSessionChanges, writeRoutingCookie } from './session.ts'

// A page belongs to the session that opened it. It redirects a visitor who may not see it, and is left when the session
// changes.

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
  if (readCookie(SESSION_TYPE_KEY) !== session) writeRoutingCookie(session)
  const target = redirectFor(session, location.pathname, {
    hasStickers: HAS_FLEET_RECORDS,
    next: page.queryParam('next')
  })
  // If the browser rejects the cookie, a redirect would cause an endless loop.
  if (target !== null && readCookie(SESSION_TYPE_KEY) === session) location.replace(target)
  return target === null
}

/** After the first check, the session in the rendered HTML no longer reflects the cookie. */
let isVerified = false

/** What pages that are rendered for this session say of it; undefined without one. */
export const sessionOnPages = (): string | undefined => $token.get()?.split('.')[1]

/** True if HTML was rendered for another session: the cookie and the storage belong to different sessions. */
export function isRenderedForOtherSession(rendered = page.renderedSession()): boolean {
  return rendered !== undefined && rendered !== sessionOnPages()
}

/** True if Back or Forward led to the page, so its HTML may be from the browser's cache. */
export const isFromHistory = (): boolean => page.navigationType() === 'back_forward'

/**
 * Hides the page. Back or a restored tab may show HTML that is older than the cookie, so reload it first. If the new
 * HTML is foreign too, end the cookie's session. The session in this device's storage, if any, continues.
 */
async function discardForeignPage(): Promise<void> {
  page.abandonPage()
  if (page.navigationType() !== 'reload') return location.reload()
  const hasEnded = await revokeToken(undefined, 'same-origin')
  const session = $session.get()
  writeRoutingCookie(session)
  const target = redirectFor(session, location.pathname, { hasStickers: HAS_FLEET_RECORDS })
  if (target !== null) location.replace(target)
  else if (hasEnded) location.reload()
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
    page.abandonPage()
    if ($session.get() === null) toastAfterNavigation('info', appShellText.sessionEnded)
    if (syncSession()) location.reload()
  }
  return stopAll([
    () => {
      isWatching = false
    },
    whenSessionChanges(abandonIfChanged),
    page.whenRestored(() => {
      abandonIfChanged()
      return !isAbandoned
    })
  ])
}

/** For a page rendered with data whose islands may never hydrate: it still has to match the session. */
export function guardPage(): void {
  if (isProtected(location.pathname) && syncSession()) watchSession()
}

/** Runs a screen's first load when the store mounts, if the visitor may see the page. */
export function whenMountedSignedIn(store: MountedStore, onMounted: MountHandler): void {
  whenMounted(store, () => {
    if (!isProtected(location.pathname)) return onMounted()
    if (!syncSession()) return
    return stopAll([watchSession(), onMounted()])
  })
}

/** Asks before the page is left with unsaved changes, except by a sign-out. Returns how to stop it. */
export function confirmUnsaved(isUnsaved: () => boolean): () => void {
  return page.confirmBeforeUnload(() => isUnsaved() && $session.get() !== null)
}
