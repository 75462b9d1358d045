import { setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { afterEach, beforeEach, vi } from 'vitest'
import type { SessionType } from '#domain/routes.ts'
import { loggedOut } from '#messages/app-shell.ts'
import { startFakeClock } from '#tests/helpers/browser/fake-clock.ts'
import { advanceTime, json, startApiServer } from '#tests/helpers/servers/api-server.ts'

// A page that reads the session of the device, and a server that answers it.

export let visitedUrls: string[]

export let reloads: number

let answer: () => Promise<Response> | Response

export let sent: { authorization: string | undefined; path: string }[]

let leave: () => void

startApiServer(({ authorization, path }) => {
  sent.push({ authorization, path })
  return answer()
})

/** The server's next responses. */
export function answerWith(reply: typeof answer): void {
  answer = reply
}

/** Calls this after the test. */
export function leaveBy(stop: () => void): void {
  leave = stop
}

export const carried = () =>
  JSON.parse(sessionStorage.getItem('toasts') ?? '[]') as { kind: string; sentence: string }[]

export function onDevice(storage: SessionType | null, cookie: SessionType | null = storage): void {
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = cookie ? `userType=${cookie}; Path=/` : 'userType=; Path=/; Max-Age=0'
  if (!storage) return
  localStorage.setItem('token', `${storage}-token`)
  localStorage.setItem('userType', storage)
}

function at(address: string): void {
  const { hash, pathname, search } = new URL(address, 'http://localhost')
  vi.stubGlobal('location', {
    assign: (url: string) => void visitedUrls.push(url),
    hash,
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
export async function open(address: string) {
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

/** Starts with an empty device before each test of the file, and leaves the page after it. */
export function setUpSession(): void {
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
}
