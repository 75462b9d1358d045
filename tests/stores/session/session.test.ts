// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { signOut as revocation } from '#contract/auth/sign-in.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { SIGN_OUT_TIMEOUT_MS } from '#domain/constants.ts'
import { redirectFor, type SessionType } from '#domain/routes.ts'
import * as appShellText from '#messages/app-shell.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import {
  advanceTime,
  carriedToasts,
  fillStorage,
  finish,
  onLeave,
  saveOnDevice,
  server,
  visitedUrls,
  withKind
} from '#tests/stores/browser-tab.ts'
import { onDevice, open, revocations, setUpSession } from './page.ts'

setUpSession()

const USER_TYPES = [null, 'user', 'admin'] as const

const PAGES = ['/', '/my-bookings', '/booking/7', '/profile', '/auth', '/auth?next=/booking/7', '/admin', '/admin/auth']

const hint = () => /userType=(\w+)/.exec(document.cookie)?.[1] ?? null

describe('a cookie and a storage that disagree', () => {
  const cases = USER_TYPES.flatMap(cookie =>
    USER_TYPES.flatMap(storage => PAGES.map(page => ({ cookie, page, storage })))
  )

  test.each(cases)('are repaired in one redirect: cookie $cookie, storage $storage, at $page', async testCase => {
    onDevice(testCase.storage, testCase.cookie)
    let address = testCase.page
    let repairs = 0
    for (let page = 0; page < 3; page += 1) {
      address = served(address)
      visitedUrls.length = 0
      const { syncSession } = await open(address)
      if (syncSession()) break
      const [url] = visitedUrls
      if (url === undefined) throw new Error('neither stays nor goes')
      repairs += 1
      address = url
    }
    expect(repairs).toBeLessThanOrEqual(1)
    expect(hint()).toBe(testCase.storage)
    const { pathname } = new URL(address, 'http://localhost')
    expect(redirectFor(testCase.storage, pathname)).toBeNull()
  })

  /** The URL after all redirects of the server. */
  function served(address: string): string {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const url = redirectFor(hint() as SessionType | null, pathname, { next: searchParams.get('next') })
    if (url === null) return address
    expect(redirectFor(hint() as SessionType | null, new URL(url, 'http://localhost').pathname)).toBeNull()
    return url
  }

  test('are left as they are when the browser blocks cookies, to avoid a redirect loop', async () => {
    onDevice('user', null)
    vi.spyOn(document, 'cookie', 'set').mockReturnValue(undefined)
    const { syncSession } = await open('/auth')
    expect(syncSession()).toBe(false)
    expect(visitedUrls).toEqual([])
  })
})

describe('an invalid storage', () => {
  test.each([
    ['undefined', 'user'],
    ['null', 'user'],
    ['', 'user'],
    ['two\nlines', 'user'],
    ['tökén', 'user'],
    ['token', 'undefined'],
    ['token', 'null'],
    ['token', ''],
    ['token', 'rider'],
    ['token', '"user"']
  ])('counts as signed out: token %j, type %j', async (token, type) => {
    onDevice(null, 'user')
    localStorage.setItem('token', token)
    localStorage.setItem('userType', type)
    const { $screen, $session } = await open('/')
    expect($session.get()).toBeNull()
    expect($screen.get()).toBe('empty')
    expect(visitedUrls).toEqual(['/auth'])
    expect(hint()).toBeNull()
  })

  test.each([
    ['is null', () => null],
    [
      'is refused',
      () => {
        throw new DOMException('denied', 'SecurityError')
      }
    ]
  ])('counts as signed out when it %s', async (_, get) => {
    onDevice(null, 'user')
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
    try {
      const { $session, saveSession } = await open('/my-bookings')
      expect($session.get()).toBeNull()
      expect(visitedUrls).toEqual(['/auth?next=/my-bookings'])
      saveSession('token', 'user')
      expect($session.get()).toBe('user')
    } finally {
      if (before) Object.defineProperty(globalThis, 'localStorage', before)
    }
  })
})

describe('signing out', () => {
  test.each([
    ['user', '/profile', '/auth', appShellText.loggedOut],
    ['admin', '/admin', '/admin/auth', appShellText.adminLoggedOut]
  ] as const)(
    'as %s revokes the session and shows a message on the sign-in page',
    async (account, from, to, sentence) => {
      onDevice(account)
      const { signOut } = await open(from)
      await signOut()
      expect(server.requestedPaths()).toEqual(['/api/auth/logout'])
      expect(revocations()).toEqual([`Bearer ${account}-token`])
      expect([visitedUrls, hint(), { ...localStorage }]).toEqual([[to], null, {}])
      expect(carriedToasts(withKind)).toEqual([`success: ${sentence}`])
    }
  )

  test('works with a full storage', async () => {
    onDevice('user')
    const { signOut } = await open('/profile')
    fillStorage()
    await signOut()
    expect([revocations(), visitedUrls, localStorage.getItem('token')]).toEqual([
      ['Bearer user-token'],
      ['/auth'],
      null
    ])
  })

  test('offline clears the device at once, and later pages revoke the session when online', async () => {
    onDevice('user')
    server.fail(revocation, { kind: 'offline' })
    const { signOut } = await open('/profile')
    const done = signOut()
    expect([localStorage.getItem('token'), localStorage.getItem('userType'), hint()]).toEqual([null, null, null])
    await done
    expect(visitedUrls).toEqual(['/auth'])
    expect(localStorage.getItem('unrevoked')).toBe('user-token')

    const next = await open('/auth')
    onLeave(next.whenSessionChanges(next.syncSession))
    await advanceTime(0)
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    server.fail(revocation, { kind: 'html' })
    window.dispatchEvent(new Event('online'))
    await advanceTime(0)
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    server.clearFaults()
    window.dispatchEvent(new Event('online'))
    await advanceTime(0)
    expect({ ...localStorage }).toEqual({})
    expect(revocations()).toEqual(Array(4).fill('Bearer user-token'))
    window.dispatchEvent(new Event('online'))
    expect(revocations()).toHaveLength(4)
  })

  test.each([200, 204, 401])('has ended on the server after a %i', async status => {
    onDevice('user')
    server.fail(revocation, { kind: 'answers', status })
    const { signOut } = await open('/profile')
    await signOut()
    expect(localStorage.getItem('unrevoked')).toBeNull()
  })

  test.each([403, 404, 405, 408, 429, 500])('is repeated by the next page after a %i', async status => {
    onDevice('user')
    server.fail(revocation, { kind: 'answers', status })
    const { signOut } = await open('/profile')
    await signOut()
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    server.clearFaults()
    const next = await open('/auth')
    onLeave(next.whenSessionChanges(next.syncSession))
    await advanceTime(0)
    expect(localStorage.getItem('unrevoked')).toBeNull()
    expect(revocations()).toEqual(Array(2).fill('Bearer user-token'))
  })

  test('of several sessions offline revokes each of them later', async () => {
    server.fail(revocation, { kind: 'offline' })
    for (const storage of ['user', 'admin'] as const) {
      saveOnDevice(storage)
      const { signOut } = await open('/profile')
      await signOut()
    }
    server.forgetRequests()
    server.clearFaults()
    const next = await open('/auth')
    onLeave(next.whenSessionChanges(next.syncSession))
    await advanceTime(0)
    expect(revocations()).toEqual(['Bearer user-token', 'Bearer admin-token'])
    expect(localStorage.getItem('unrevoked')).toBeNull()
  })

  test('does not wait for a server that does not respond', async () => {
    onDevice('user')
    server.fail(revocation, { kind: 'hangs' })
    const { signOut } = await open('/profile')
    await finish(signOut(), SIGN_OUT_TIMEOUT_MS)
    expect(visitedUrls).toEqual(['/auth'])
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
  })
})

describe('a rejected token', () => {
  async function readProfile() {
    const { call } = await import('#client/http/api.ts')
    await expect(call(getProfile)).rejects.toThrow(appShellText.sessionEnded)
  }

  test.each([
    ['/booking/7', '/auth?next=/booking/7'],
    ['/', '/auth']
  ])('at %s redirects to %s with a message', async (page, url) => {
    onDevice('user')
    await open(page)
    server.fail(getProfile, errorFault(appShellText.sessionEnded, 401))
    await readProfile()
    expect([visitedUrls, hint()]).toEqual([[url], null])
    expect(carriedToasts(withKind)).toEqual([`error: ${appShellText.sessionEnded}`])
  })

  test('does not end the session of a newer token', async () => {
    onDevice('user')
    const { $session, saveSession } = await open('/')
    server.answerTo(getProfile, () => {
      saveSession('a newer one', 'user')
      return errorFault(appShellText.sessionEnded, 401)
    })
    await readProfile()
    expect([$session.get(), visitedUrls]).toEqual(['user', []])
  })
})
