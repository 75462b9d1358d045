// @vitest-environment jsdom
import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SIGN_OUT_TIMEOUT_MS } from '#domain/constants.ts'
import { redirectFor, type SessionType } from '#domain/routes.ts'
import { loggedOut, sessionEnded } from '#messages/account/session.ts'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import { advanceTime, hangingReply, json, offline, startApiServer } from '#tests/helpers/servers/api-server.ts'

const USER_TYPES = [null, 'user', 'admin'] as const
const PAGES = ['/', '/my-bookings', '/booking/7', '/profile', '/auth', '/auth?next=/booking/7', '/admin', '/admin/auth']

let visitedUrls: string[]
let reloads: number
let answer: () => Promise<Response> | Response
let sent: { authorization: string | undefined; path: string }[]
let leave: () => void

startApiServer(({ authorization, path }) => {
  sent.push({ authorization, path })
  return answer()
})

const hint = () => /userType=(\w+)/.exec(document.cookie)?.[1] ?? null
const carried = () => JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as { kind: string; sentence: string }[]
const isConcealed = () => document.documentElement.style.visibility === 'hidden'

function onDevice(storage: SessionType | null, cookie: SessionType | null = storage): void {
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = cookie ? `userType=${cookie}; Path=/` : 'userType=; Path=/; Max-Age=0'
  if (!storage) return
  localStorage.setItem('token', `${storage}-token`)
  localStorage.setItem('userType', storage)
}

function at(address: string): void {
  const { pathname, search } = new URL(address, 'http://localhost')
  vi.stubGlobal('location', {
    assign: (url: string) => void visitedUrls.push(url),
    pathname,
    protocol: 'http:',
    reload: () => {
      reloads += 1
    },
    replace: (url: string) => void visitedUrls.push(url),
    search
  })
}

/** Opens a page with a screen whose first load waits for the session. */
async function open(address: string) {
  leave()
  // A store stays mounted for a second after its last listener.
  await advanceTime(1000)
  at(address)
  vi.resetModules()
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
  leave = $screen.listen(() => undefined)
  return { ...session, $screen }
}

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

beforeEach(() => {
  startFakeClock(new Date())
  setPersistentEngine(localStorage, windowPersistentEvents)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  sessionStorage.clear()
  document.documentElement.style.visibility = ''
  delete document.documentElement.dataset.session
  visitedUrls = []
  reloads = 0
  sent = []
  leave = () => undefined
  answer = () => json({ message: loggedOut })
})

afterEach(() => {
  leave()
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
})

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
      visitedUrls = []
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
    const url = redirectFor(hint() as SessionType | null, pathname, searchParams.get('next'))
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

  test('with an invalid cookie counts as signed out', async () => {
    onDevice(null)
    // biome-ignore lint/suspicious/noDocumentCookie: an invalid value
    document.cookie = 'userType=%; Path=/'
    await open('/')
    expect(visitedUrls).toEqual(['/auth'])
  })
})

describe('another tab', () => {
  test('that signs out signs this page out with a message', async () => {
    onDevice('user')
    const { $screen } = await open('/my-bookings')
    expect($screen.get()).toBe('drawn')
    changeInAnotherTab({ token: null, userType: null })
    expect(isConcealed()).toBe(true)
    expect(visitedUrls).toEqual(['/auth?next=/my-bookings'])
    expect(carried()).toEqual([{ kind: 'info', sentence: sessionEnded }])
  })

  test('in which another rider signs in reloads this page', async () => {
    onDevice('user')
    await open('/my-bookings')
    changeInAnotherTab({ token: 'another', userType: 'user' })
    expect([isConcealed(), reloads, visitedUrls, carried()]).toEqual([true, 1, [], []])
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
    expect([isConcealed(), reloads, visitedUrls]).toEqual([false, 0, []])
  })
})

/** A token with an account and a version. */
const tokenOf = (account: string, version: number) =>
  `head.${btoa(JSON.stringify({ sub: account, ver: version }))}.sign`
const [OLD, NEW] = [tokenOf('asha', 1), tokenOf('asha', 2)]
const renderFor = (token: string) => {
  document.documentElement.dataset.session = token.split('.')[1]
}

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
    expect([isConcealed(), reloads, visitedUrls, sent]).toEqual([false, 0, [], []])
  })

  test('keeps the pages of the other tabs', async () => {
    const { $session, syncSession } = await openWith('/my-bookings')
    changeInAnotherTab({ token: NEW })
    expect(syncSession()).toBe(true)
    expect([isConcealed(), reloads, visitedUrls, sent, $session.get()]).toEqual([false, 0, [], [], 'user'])
    changeInAnotherTab({ token: null, userType: null })
    expect([isConcealed(), visitedUrls]).toEqual([true, ['/auth?next=/my-bookings']])
  })
})

describe('a page with initial data', () => {
  test('revokes no session when another rider signs in on another tab', async () => {
    onDevice('user')
    localStorage.setItem('token', OLD)
    renderFor(OLD)
    await open('/profile')
    // The sign-in has replaced the cookies as well.
    changeInAnotherTab({ token: tokenOf('nila', 1) })
    expect([isConcealed(), reloads, visitedUrls, sent]).toEqual([true, 1, [], []])
  })
})

describe('a page in the back/forward cache', () => {
  test('is hidden when it is left, until its session is checked', async () => {
    onDevice('user')
    await open('/my-bookings')
    transition('pagehide')
    expect(isConcealed()).toBe(true)
    transition('pageshow')
    expect([isConcealed(), reloads, visitedUrls]).toEqual([false, 0, []])
  })

  test('stays hidden after a sign-out, and redirects to the sign-in', async () => {
    onDevice('user')
    await open('/my-bookings')
    transition('pagehide')
    onDevice(null)
    transition('pageshow')
    expect([isConcealed(), reloads, visitedUrls]).toEqual([true, 0, ['/auth?next=/my-bookings']])
  })

  test('stays hidden and reloads when another rider has signed in', async () => {
    onDevice('user')
    await open('/')
    transition('pagehide')
    localStorage.setItem('token', 'another')
    transition('pageshow')
    expect([isConcealed(), reloads, visitedUrls]).toEqual([true, 1, []])
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

describe('signing out', () => {
  const revoked = () => sent.map(({ authorization, path }) => `${path} ${authorization}`)

  test('revokes the session and shows a message on the sign-in page', async () => {
    onDevice('user')
    const { signOut } = await open('/profile')
    await signOut()
    expect(revoked()).toEqual(['/api/auth/logout Bearer user-token'])
    expect([visitedUrls, hint(), { ...localStorage }]).toEqual([['/auth'], null, {}])
    expect(carried()).toEqual([{ kind: 'success', sentence: loggedOut }])
  })

  test('offline clears the device at once, and later pages revoke the session when online', async () => {
    onDevice('user')
    answer = offline
    const { signOut } = await open('/profile')
    const done = signOut()
    expect([localStorage.getItem('token'), localStorage.getItem('userType'), hint()]).toEqual([null, null, null])
    await done
    expect(visitedUrls).toEqual(['/auth'])
    expect(localStorage.getItem('unrevoked')).toBe('user-token')

    const next = await open('/auth')
    leave = next.whenSessionChanges(next.syncSession)
    await advanceTime(0)
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    answer = async () => new Response('<h1>502</h1>', { status: 502 })
    window.dispatchEvent(new Event('online'))
    await advanceTime(0)
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    answer = async () => new Response('{}', { status: 200 })
    window.dispatchEvent(new Event('online'))
    await advanceTime(0)
    expect({ ...localStorage }).toEqual({})
    expect(revoked()).toEqual(Array(4).fill('/api/auth/logout Bearer user-token'))
    window.dispatchEvent(new Event('online'))
    expect(sent).toHaveLength(4)
  })

  test('does not wait for a server that does not respond', async () => {
    onDevice('user')
    answer = hangingReply
    const { signOut } = await open('/profile')
    const done = signOut()
    await advanceTime(SIGN_OUT_TIMEOUT_MS)
    await done
    expect(visitedUrls).toEqual(['/auth'])
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
  })
})

describe('a rejected token', () => {
  test.each([
    ['/booking/7', '/auth?next=/booking/7'],
    ['/', '/auth']
  ])('at %s redirects to %s with a message', async (page, url) => {
    onDevice('user')
    await open(page)
    const { unauthorisedListener } = await import('#client/http/problem.ts')
    unauthorisedListener.notify('user-token')
    expect([visitedUrls, reloads, hint()]).toEqual([[url], 0, null])
    expect(carried()).toEqual([{ kind: 'error', sentence: sessionEnded }])
  })

  test('does not end the session of a newer token', async () => {
    onDevice('user')
    const { $session } = await open('/')
    const { unauthorisedListener } = await import('#client/http/problem.ts')
    unauthorisedListener.notify('an older one')
    expect([$session.get(), visitedUrls]).toEqual(['user', []])
  })
})
