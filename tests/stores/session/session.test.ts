// @vitest-environment jsdom
import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SIGN_OUT_TIMEOUT_MS } from '#domain/constants.ts'
import { redirectFor, type SessionType } from '#domain/routes.ts'
import { loggedOut, sessionEnded } from '#messages/common.ts'

const WHO = [null, 'user', 'admin'] as const
const PAGES = ['/', '/my-bookings', '/booking/7', '/profile', '/auth', '/auth?next=/booking/7', '/admin', '/admin/auth']

let places: string[]
let reloads: number
let answer: () => Promise<Response>
let sent: { authorization: string | undefined; path: string }[]
let leave: () => void

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
    assign: (place: string) => void places.push(place),
    pathname,
    protocol: 'http:',
    reload: () => {
      reloads += 1
    },
    replace: (place: string) => void places.push(place),
    search
  })
}

/** A page that has just been opened, with a screen whose first load waits for its visitor. */
async function open(address: string) {
  leave()
  // A store outlives its last listener by a second.
  await vi.advanceTimersByTimeAsync(1000)
  at(address)
  vi.resetModules()
  const session = await import('#stores/session/session.ts')
  const { atom } = await import('nanostores')
  const $screen = atom<'drawn' | 'empty'>('empty')
  session.whenMountedSignedIn($screen, () => {
    $screen.set('drawn')
    return undefined
  })
  leave = $screen.listen(() => undefined)
  return { ...session, $screen }
}

/** What another tab wrote, as this one hears of it. */
function elsewhere(change: Record<string, string | null>): void {
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
  vi.useFakeTimers()
  setPersistentEngine(localStorage, windowPersistentEvents)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  sessionStorage.clear()
  document.documentElement.style.visibility = ''
  delete document.documentElement.dataset.session
  places = []
  reloads = 0
  sent = []
  leave = () => undefined
  answer = async () => Response.json({ message: loggedOut })
  vi.stubGlobal('fetch', (path: string, { headers }: RequestInit) => {
    sent.push({ authorization: new Headers(headers).get('authorization') ?? undefined, path })
    return answer()
  })
})

afterEach(() => {
  leave()
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
})

describe('cookie and storage that disagree', () => {
  const cases = WHO.flatMap(cookie => WHO.flatMap(storage => PAGES.map(page => ({ cookie, page, storage }))))

  test.each(cases)('are repaired in one redirect: cookie $cookie, storage $storage, at $page', async story => {
    onDevice(story.storage, story.cookie)
    let address = story.page
    let repairs = 0
    for (let page = 0; page < 3; page += 1) {
      address = served(address)
      places = []
      const { syncSession } = await open(address)
      if (syncSession()) break
      const [place] = places
      if (place === undefined) throw new Error('neither stays nor goes')
      repairs += 1
      address = place
    }
    expect(repairs).toBeLessThanOrEqual(1)
    expect(hint()).toBe(story.storage)
    const { pathname } = new URL(address, 'http://localhost')
    expect(redirectFor(story.storage, pathname)).toBeNull()
  })

  /** Where the server's redirects end. */
  function served(address: string): string {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const place = redirectFor(hint() as SessionType | null, pathname, searchParams.get('next'))
    if (place === null) return address
    expect(redirectFor(hint() as SessionType | null, new URL(place, 'http://localhost').pathname)).toBeNull()
    return place
  }

  test('are left where the browser takes no cookie: better a page than a loop', async () => {
    onDevice('user', null)
    vi.spyOn(document, 'cookie', 'set').mockReturnValue(undefined)
    const { syncSession } = await open('/auth')
    expect(syncSession()).toBe(false)
    expect(places).toEqual([])
  })
})

describe('a storage with nonsense in it', () => {
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
    expect(places).toEqual(['/auth'])
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
  ])('as one that %s', async (_, get) => {
    onDevice(null, 'user')
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
    try {
      const { $session, saveSession } = await open('/my-bookings')
      expect($session.get()).toBeNull()
      expect(places).toEqual(['/auth?next=/my-bookings'])
      saveSession('token', 'user')
      expect($session.get()).toBe('user')
    } finally {
      if (before) Object.defineProperty(globalThis, 'localStorage', before)
    }
  })

  test('a cookie that cannot be read is none', async () => {
    onDevice(null)
    // biome-ignore lint/suspicious/noDocumentCookie: as somebody broke it
    document.cookie = 'userType=%; Path=/'
    await open('/')
    expect(places).toEqual(['/auth'])
  })
})

describe('another tab', () => {
  test('that signs out takes this page along, and says so', async () => {
    onDevice('user')
    const { $screen } = await open('/my-bookings')
    expect($screen.get()).toBe('drawn')
    elsewhere({ token: null, userType: null })
    expect(isConcealed()).toBe(true)
    expect(places).toEqual(['/auth?next=/my-bookings'])
    expect(carried()).toEqual([{ kind: 'info', sentence: sessionEnded }])
  })

  test('in which another rider signs in leaves nothing of the first', async () => {
    onDevice('user')
    await open('/my-bookings')
    elsewhere({ token: 'another', userType: 'user' })
    expect([isConcealed(), reloads, places, carried()]).toEqual([true, 1, [], []])
  })

  test('that signs in opens the page a sign-in was for', async () => {
    onDevice(null)
    const { syncSession, whenSessionChanges } = await open('/auth?next=/booking/7')
    const stop = whenSessionChanges(syncSession)
    elsewhere({ token: 'mine' })
    expect(places).toEqual([])
    elsewhere({ userType: 'user' })
    expect(places).toEqual(['/booking/7'])
    stop()
  })

  test('that changes something else changes nothing here', async () => {
    onDevice('user')
    await open('/my-bookings')
    elsewhere({ theme: 'dark' })
    expect([isConcealed(), reloads, places]).toEqual([false, 0, []])
  })
})

/** A token that tells whose it is, and one that its account takes in its place. */
const tokenOf = (account: string, version: number) =>
  `head.${btoa(JSON.stringify({ sub: account, ver: version }))}.sign`
const [OLD, NEW] = [tokenOf('asha', 1), tokenOf('asha', 2)]
const drawnFor = (token: string) => {
  document.documentElement.dataset.session = token.split('.')[1]
}

describe('a session that goes on with another token', () => {
  async function openWith(address = '/profile') {
    onDevice('user')
    localStorage.setItem('token', OLD)
    localStorage.setItem('savedBookings', 'rides of Asha')
    drawnFor(OLD)
    return open(address)
  }

  test('keeps the page, what the device has saved, and every screen that is opened on it later', async () => {
    const { syncSession } = await openWith()
    const { $token } = await import('#client/session/token.ts')
    $token.set(NEW)
    expect([localStorage.getItem('token'), localStorage.getItem('userType')]).toEqual([NEW, 'user'])
    expect(localStorage.getItem('savedBookings')).toBe('rides of Asha')
    expect(syncSession()).toBe(true)
    transition('pagehide')
    transition('pageshow')
    expect([isConcealed(), reloads, places, sent]).toEqual([false, 0, [], []])
  })

  test('keeps the pages of the other tabs', async () => {
    const { $session, syncSession } = await openWith('/my-bookings')
    elsewhere({ token: NEW })
    expect(syncSession()).toBe(true)
    expect([isConcealed(), reloads, places, sent, $session.get()]).toEqual([false, 0, [], [], 'user'])
    elsewhere({ token: null, userType: null })
    expect([isConcealed(), places]).toEqual([true, ['/auth?next=/my-bookings']])
  })
})

describe('a page that came with its data', () => {
  test('ends nobody’s session when another tab signs in as somebody else', async () => {
    onDevice('user')
    localStorage.setItem('token', OLD)
    drawnFor(OLD)
    await open('/profile')
    // As the sign-in does it: the cookies are the other's by now.
    elsewhere({ token: tokenOf('nila', 1) })
    expect([isConcealed(), reloads, places, sent]).toEqual([true, 1, [], []])
  })
})

describe('a page that comes back out of the back/forward cache', () => {
  test('is concealed from when it is left until it is known to be his', async () => {
    onDevice('user')
    await open('/my-bookings')
    transition('pagehide')
    expect(isConcealed()).toBe(true)
    transition('pageshow')
    expect([isConcealed(), reloads, places]).toEqual([false, 0, []])
  })

  test('stays concealed after a sign-out, and leads to the sign-in', async () => {
    onDevice('user')
    await open('/my-bookings')
    transition('pagehide')
    onDevice(null)
    transition('pageshow')
    expect([isConcealed(), reloads, places]).toEqual([true, 0, ['/auth?next=/my-bookings']])
  })

  test('stays concealed when another rider has signed in, and is loaded anew', async () => {
    onDevice('user')
    await open('/')
    transition('pagehide')
    localStorage.setItem('token', 'another')
    transition('pageshow')
    expect([isConcealed(), reloads, places]).toEqual([true, 1, []])
  })

  test('knows the sign-out that was made on it', async () => {
    onDevice('user')
    const { logOut } = await open('/my-bookings')
    await logOut()
    transition('pagehide')
    transition('pageshow')
    expect(isConcealed()).toBe(true)
    expect(places).toEqual(['/auth', '/auth?next=/my-bookings'])
  })
})

describe('signing out', () => {
  const revoked = () => sent.map(({ authorization, path }) => `${path} ${authorization}`)

  test('tells the server and says so on the sign-in page', async () => {
    onDevice('user')
    const { logOut } = await open('/profile')
    await logOut()
    expect(revoked()).toEqual(['/api/auth/logout Bearer user-token'])
    expect([places, hint(), { ...localStorage }]).toEqual([['/auth'], null, {}])
    expect(carried()).toEqual([{ kind: 'success', sentence: loggedOut }])
  })

  test('offline wipes the device at once, and tells the server from the next page on, until it has heard', async () => {
    onDevice('user')
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const { logOut } = await open('/profile')
    const done = logOut()
    expect([localStorage.getItem('token'), localStorage.getItem('userType'), hint()]).toEqual([null, null, null])
    await done
    expect(places).toEqual(['/auth'])
    expect(localStorage.getItem('unrevoked')).toBe('user-token')

    const next = await open('/auth')
    leave = next.whenSessionChanges(next.syncSession)
    await vi.advanceTimersByTimeAsync(0)
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    answer = async () => new Response('<h1>502</h1>', { status: 502 })
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
    answer = async () => new Response('{}', { status: 200 })
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect({ ...localStorage }).toEqual({})
    expect(revoked()).toEqual(Array(4).fill('/api/auth/logout Bearer user-token'))
    window.dispatchEvent(new Event('online'))
    expect(sent).toHaveLength(4)
  })

  test('does not wait for a server that does not answer', async () => {
    onDevice('user')
    answer = () => new Promise(() => undefined)
    const { logOut } = await open('/profile')
    const done = logOut()
    await vi.advanceTimersByTimeAsync(SIGN_OUT_TIMEOUT_MS)
    await done
    expect(places).toEqual(['/auth'])
    expect(localStorage.getItem('unrevoked')).toBe('user-token')
  })
})

describe('a token that is refused', () => {
  test.each([
    ['/booking/7', '/auth?next=/booking/7'],
    ['/', '/auth']
  ])('at %s leads to %s, and says why', async (page, place) => {
    onDevice('user')
    await open(page)
    const { unauthorisedListener } = await import('#client/http/problem.ts')
    unauthorisedListener.notify('user-token')
    expect([places, reloads, hint()]).toEqual([[place], 0, null])
    expect(carried()).toEqual([{ kind: 'error', sentence: sessionEnded }])
  })

  test('leaves the one that replaced it', async () => {
    onDevice('user')
    const { $session } = await open('/')
    const { unauthorisedListener } = await import('#client/http/problem.ts')
    unauthorisedListener.notify('an older one')
    expect([$session.get(), places]).toEqual(['user', []])
  })
})
