import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { beforeEach } from 'vitest'
import { signOut } from '#contract/auth/sign-in.ts'
import type { SessionType } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import {
  clearDevice,
  leavePage,
  mountStores,
  saveOnDevice,
  server,
  setSessionCookie,
  setUpBrowserTab,
  visit
} from '#tests/stores/browser-tab.ts'

// A page that reads the session of the device.

/** The authorization of each request that revokes a session. */
export const revocations = () => server.requestsTo(signOut).map(({ authorization }) => authorization)

export function onDevice(storage: SessionType | null, cookie: SessionType | null = storage): void {
  clearDevice()
  if (storage) saveOnDevice(storage)
  setSessionCookie(cookie)
}

/** Opens a page with a screen whose first load waits for the session. */
export async function open(address: string) {
  leavePage()
  visit(address)
  const session = {
    ...(await import('#stores/session/session.ts')),
    ...(await import('#stores/session/page-guard.ts'))
  }
  const { atom } = await import('nanostores')
  const $screen = atom<'drawn' | 'empty'>('empty')
  session.whenMountedSignedIn($screen, () => {
    $screen.set('drawn')
    return undefined
  })
  mountStores($screen)
  return { ...session, $screen }
}

/** Starts with an empty device before each test of the file, and leaves the page after it. */
export function setUpSession(): void {
  setUpBrowserTab()
  beforeEach(() => {
    setPersistentEngine(localStorage, windowPersistentEvents)
    document.documentElement.style.visibility = ''
    delete document.documentElement.dataset.session
    server.answer(signOut, { message: appShellText.loggedOut })
  })
}
