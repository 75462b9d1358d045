// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import * as appShellText from '#messages/app-shell.ts'
import { advanceTime, carriedToasts, server, tokenOf, visitedUrls, withKind } from '#tests/stores/browser-tab.ts'
import { onDevice, open, revocations, setUpSession } from './page.ts'

// A session that changes outside of the page: in another tab, or while the page is in a cache.

setUpSession()

const isConcealed = () => document.documentElement.style.visibility === 'hidden'

/** Simulates another tab's change of the storage. */
function changeInAnotherTab(change: Record<string, string | null>): void {
  for (const [key, value] of Object.entries(change)) {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
  }
}

function transition(type: 'pagehide' | 'pageshow'): void {
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
}

const [OLD, NEW] = [tokenOf('asha', 1), tokenOf('asha', 2)]

const renderFor = (token: string) => {
  document.documentElement.dataset.session = token.split('.')[1]
}

describe('another tab', () => {
  test('that signs out signs this page out with a message', async () => {
    onDevice('user')
    const { $screen } = await open('/my-bookings')
    expect($screen.get()).toBe('drawn')
    changeInAnotherTab({ token: null, userType: null })
    expect(isConcealed()).toBe(true)
    expect(visitedUrls).toEqual(['/auth?next=/my-bookings'])
    expect(carriedToasts(withKind)).toEqual([`info: ${appShellText.sessionEnded}`])
  })

  test('in which another rider signs in reloads this page', async () => {
    onDevice('user')
    await open('/my-bookings')
    changeInAnotherTab({ token: 'another', userType: 'user' })
    expect([isConcealed(), visitedUrls, carriedToasts()]).toEqual([true, ['reload'], []])
  })

  test('that signs in opens the page that required the sign-in', async () => {
    onDevice(null)
    const { syncSession, whenSessionChanges } = await open('/auth?next=/booking/7')
    const stop = whenSessionChanges(syncSession)
    changeInAnotherTab({ token: 'mine' })
    expect(visitedUrls).toEqual([])
    changeInAnotherTab({ userType: 'user' })
    expect(visitedUrls).toEqual(['/booking/7'])
    stop()
  })

  test('that changes another key has no effect here', async () => {
    onDevice('user')
    await open('/my-bookings')
    changeInAnotherTab({ theme: 'dark' })
    expect([isConcealed(), visitedUrls]).toEqual([false, []])
  })
})

describe('a session with a renewed token', () => {
  async function openWith(address = '/profile') {
    onDevice('user')
    localStorage.setItem('token', OLD)
    localStorage.setItem('savedBookings', 'rides of Asha')
    renderFor(OLD)
    return open(address)
  }

  test('keeps the page, the saved data and the screens that open on it later', async () => {
    const { syncSession } = await openWith()
    const { $token } = await import('#client/session/token.ts')
    $token.set(NEW)
    expect([localStorage.getItem('token'), localStorage.getItem('userType')]).toEqual([NEW, 'user'])
    expect(localStorage.getItem('savedBookings')).toBe('rides of Asha')
    expect(syncSession()).toBe(true)
    transition('pagehide')
    transition('pageshow')
    expect([isConcealed(), visitedUrls, server.requestedPaths()]).toEqual([false, [], []])
  })

  test('keeps the pages of the other tabs', async () => {
    const { $session, syncSession } = await openWith('/my-bookings')
    changeInAnotherTab({ token: NEW })
    expect(syncSession()).toBe(true)
    expect([isConcealed(), visitedUrls, server.requestedPaths(), $session.get()]).toEqual([false, [], [], 'user'])
    changeInAnotherTab({ token: null, userType: null })
    expect([isConcealed(), visitedUrls]).toEqual([true, ['/auth?next=/my-bookings']])
  })
})

describe('a page with initial data', () => {
  /** Opens HTML that was rendered for the old token on a device that has the new one. */
  async function openOldPage(navigation: NavigationTimingType) {
    onDevice('user')
    localStorage.setItem('token', NEW)
    renderFor(OLD)
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type: navigation }], now: () => 0 })
    await open('/profile')
    await advanceTime(0)
  }

  test.each(['back_forward', 'navigate'] as const)(
    'of an earlier session is reloaded without ending the new session: %s',
    async navigation => {
      await openOldPage(navigation)
      expect([isConcealed(), visitedUrls, server.requestedPaths()]).toEqual([true, ['reload'], []])
    }
  )

  test("that is foreign after a reload too ends the cookie's session", async () => {
    await openOldPage('reload')
    expect([isConcealed(), visitedUrls]).toEqual([true, ['reload']])
    expect(server.requestedPaths()).toEqual(['/api/auth/logout'])
    expect(revocations()).toEqual([undefined])
  })

  test('revokes no session when another rider signs in on another tab', async () => {
    onDevice('user')
    localStorage.setItem('token', OLD)
    renderFor(OLD)
    await open('/profile')
    // The sign-in has replaced the cookies as well.
    changeInAnotherTab({ token: tokenOf('nila', 1) })
    expect([isConcealed(), visitedUrls, server.requestedPaths()]).toEqual([true, ['reload'], []])
  })
})

describe('a page in the back/forward cache', () => {
  test('is hidden when it is left, until its session is checked', async () => {
    onDevice('user')
    await open('/my-bookings')
    transition('pagehide')
    expect(isConcealed()).toBe(true)
    transition('pageshow')
    expect([isConcealed(), visitedUrls]).toEqual([false, []])
  })

  test('stays hidden after a sign-out, and redirects to the sign-in', async () => {
    onDevice('user')
    await open('/my-bookings')
    transition('pagehide')
    onDevice(null)
    transition('pageshow')
    expect([isConcealed(), visitedUrls]).toEqual([true, ['/auth?next=/my-bookings']])
  })

  test('stays hidden and reloads when another rider has signed in', async () => {
    onDevice('user')
    await open('/')
    transition('pagehide')
    localStorage.setItem('token', 'another')
    transition('pageshow')
    expect([isConcealed(), visitedUrls]).toEqual([true, ['reload']])
  })

  test('stays hidden after a sign-out that started on it', async () => {
    onDevice('user')
    const { signOut } = await open('/my-bookings')
    await signOut()
    transition('pagehide')
    transition('pageshow')
    expect(isConcealed()).toBe(true)
    expect(visitedUrls).toEqual(['/auth', '/auth?next=/my-bookings'])
  })
})
