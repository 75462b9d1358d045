import { SKIP_WAITING } from './messages.ts'
import {
  type Asked,
  CACHE_LIMITS,
  FILES_CACHE,
  isFromHistory,
  isWorthKeeping,
  outdatedCaches,
  PICTURES_CACHE,
  shellOf,
  shellsCache,
  wayOf
} from './routing.ts'

// What of the service worker's world is used here; the pages' types know nothing of it.

interface LastingEvent {
  waitUntil: (work: Promise<unknown>) => void
}

interface FetchEvent extends LastingEvent {
  preloadResponse: Promise<Response | undefined>
  request: Asked & Request
  respondWith: (answer: Promise<Response>) => void
}

interface ServiceWorkerEvents {
  activate: LastingEvent
  fetch: FetchEvent
  install: LastingEvent
  message: { data: unknown }
}

interface ServiceWorker {
  addEventListener: <Name extends keyof ServiceWorkerEvents>(
    name: Name,
    task: (event: ServiceWorkerEvents[Name]) => void
  ) => void
  location: Location
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  /** Written by the build (scripts/build/offline.ts): the files that the shells need, and one text for all they say. */
  shells: { files: readonly string[]; version: string }
  skipWaiting: () => Promise<void>
}

const worker = self as unknown as ServiceWorker
const { files, version } = worker.shells

async function keepShells(): Promise<void> {
  const cache = await caches.open(shellsCache(version))
  await cache.addAll(files.map(file => new Request(file, { cache: file.endsWith('/') ? 'reload' : 'default' })))
}

async function clearAway(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  const outdated = outdatedCaches(await caches.keys(), version)
  await Promise.all(outdated.map(name => caches.delete(name)))
}

/** A failed one leaves the worker of before in charge, and the browser tries again later. */
worker.addEventListener('install', event => event.waitUntil(keepShells()))
worker.addEventListener('activate', event => event.waitUntil(clearAway()))
// A new version waits until the rider wants it: a page of the old one may be in the middle of something.
worker.addEventListener('message', ({ data }) => {
  if (data === SKIP_WAITING) void worker.skipWaiting()
})

const nothing = () => undefined

async function keep(name: keyof typeof CACHE_LIMITS, request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(request, answer)
  const kept = await cache.keys()
  const oldest = kept.slice(0, Math.max(0, kept.length - CACHE_LIMITS[name]))
  await Promise.all(oldest.map(file => cache.delete(file)))
}

async function keptFirst(name: keyof typeof CACHE_LIMITS, event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  // A device without room for it goes without.
  if (isWorthKeeping(answer)) event.waitUntil(keep(name, request, answer.clone()).catch(nothing))
  return answer
}

async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  if (isFromHistory(request)) {
    return fetch(request.url, { cache: 'no-cache', headers: request.headers, redirect: 'manual' })
  }
  return (await preloadResponse) ?? fetch(request)
}

/** The page as the network has it, else the shell that stands in for it; none kept: what the browser itself says. */
async function page(event: FetchEvent): Promise<Response> {
  const { path, patience_ms } = shellOf(event.request.url)
  const network = fromNetwork(event)
  const shell = () => caches.match(path, { ignoreVary: true })
  const orShell = network.catch(async (error: unknown) => {
    const kept = await shell()
    if (kept) return kept
    throw error
  })
  if (patience_ms === null) return orShell
  const late = new Promise<undefined>(resolve => setTimeout(resolve, patience_ms))
  return (await Promise.race([orShell, late])) ?? (await shell()) ?? orShell
}

worker.addEventListener('fetch', event => {
  const way = wayOf(event.request, worker.location.origin)
  if (way === 'page') event.respondWith(page(event))
  else if (way === 'fixed') event.respondWith(keptFirst(FILES_CACHE, event))
  else if (way === 'picture') event.respondWith(keptFirst(PICTURES_CACHE, event))
})
