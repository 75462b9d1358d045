// The API client loads ofetch with the first call. Load it now, because fake timers would not wait for a file read.
import 'ofetch'
import { afterAll, vi } from 'vitest'

// The files of a worker share one process and one document, because starting them takes longer than most files. Each
// starts with modules of its own and an empty document, and leaves no timer, listener or global behind.

vi.resetModules()

const pending = new Set<ReturnType<typeof setTimeout>>()
const real = { setInterval, setTimeout }

// A nanostores store unmounts one second after its last listener, and scripts of pages count seconds.
function tracked<Start extends typeof setInterval | typeof setTimeout>(start: Start): Start {
  const startTracked = (...of: Parameters<typeof setTimeout>) => {
    const timer = start(...of)
    pending.add(timer)
    return timer
  }
  return Object.assign(startTracked, start)
}

globalThis.setInterval = tracked(setInterval)
globalThis.setTimeout = tracked(setTimeout)

const removals: (() => void)[] = []

function trackListeners(target: EventTarget): void {
  const add = target.addEventListener
  target.addEventListener = (...listener: Parameters<EventTarget['addEventListener']>) => {
    removals.push(() => target.removeEventListener(...listener))
    add.apply(target, listener)
  }
  removals.push(() => {
    target.addEventListener = add
  })
}

const hasDocument = 'document' in globalThis
if (hasDocument) for (const target of [window, document]) trackListeners(target)

afterAll(() => {
  for (const timer of pending) clearTimeout(timer)
  Object.assign(globalThis, real)
  for (const remove of removals) remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (!hasDocument) return
  document.documentElement.replaceWith(document.implementation.createHTMLDocument().documentElement)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`
})
