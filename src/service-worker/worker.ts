import { ignoreFailure } from '#domain/kit/failures.ts'
import {
  CACHE_LIMITS,
  cacheStrategyFor,
  FILES_CACHE,
  isCacheable,
  isFromHistory,
  notificationOf,
  OFFLINE_SHELL,
  offlineShellFor,
  outdatedCaches,
  PICTURES_CACHE,
  parsePushMessage,
  type RequestInfoLike,
  SKIP_WAITING_MESSAGE,
  shellsCache,
  windowAt
} from './events.ts'

// The service worker types used here, because the pages' types do not include them.

interface ExtendableEvent {
  waitUntil: (work: Promise<unknown>) => void
}

interface FetchEvent extends ExtendableEvent {
  request: RequestInfoLike & Request
  respondWith: (response: Promise<Response>) => void
}

interface ServiceWorkerEvents {
  activate: ExtendableEvent
  fetch: FetchEvent
  install: ExtendableEvent
  message: { data: unknown }
  notificationclick: ExtendableEvent & { notification: { close: () => void; data: { path: string } } }
  push: ExtendableEvent & { data: { json: () => unknown } | null }
}

interface ServiceWorker {
  addEventListener: <Name extends keyof ServiceWorkerEvents>(
    name: Name,
    task: (event: ServiceWorkerEvents[Name]) => void
  ) => void
  clients: {
    matchAll: (filter: {
      includeUncontrolled: true
      type: 'window'
    }) => Promise<{ focus: () => Promise<unknown>; url: string }[]>
    openWindow: (path: string) => Promise<unknown>
  }
  location: Location
  registration: {
    navigationPreload?: { disable: () => Promise<void> }
    showNotification: (...notification: ReturnType<typeof notificationOf>) => Promise<void>
  }
  /**
   * Written by the build (scripts/build/offline.ts): the files the shells need, and a hash of their content as version.
   */
  shells: { files: readonly string[]; version: string }
  skipWaiting: () => Promise<void>
}

const worker = self as unknown as ServiceWorker
const { files, version } = worker.shells

async function cacheShells(): Promise<void> {
  const cache = await caches.open(shellsCache(version))
  await cache.addAll(files.map(file => new Request(file, { cache: file.endsWith('/') ? 'reload' : 'default' })))
}

async function deleteOutdatedCaches(): Promise<void> {
  // In Firefox, a navigation whose preload fails shows the browser's error page, whatever this worker answers.
  await worker.registration.navigationPreload?.disable()
  const outdated = outdatedCaches(await caches.keys(), version)
  await Promise.all(outdated.map(name => caches.delete(name)))
}

/** If the install fails, the previous worker stays active and the browser retries later. */
worker.addEventListener('install', event => event.waitUntil(cacheShells()))
worker.addEventListener('activate', event => event.waitUntil(deleteOutdatedCaches()))
// A new version waits for the rider's consent, because a page of the old one may be in use.
worker.addEventListener('message', ({ data }) => {
  if (data === SKIP_WAITING_MESSAGE) void worker.skipWaiting()
})

async function putInCache(name: keyof typeof CACHE_LIMITS, request: Request, response: Response): Promise<void> {
  const cache = await caches.open(name)
  await cache.put(request, response)
  const keys = await cache.keys()
  const oldest = keys.slice(0, Math.max(0, keys.length - CACHE_LIMITS[name]))
  await Promise.all(oldest.map(file => cache.delete(file)))
}

async function cacheFirst(name: keyof typeof CACHE_LIMITS, event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  // Ignore a failed cache write, for example on a full device.
  if (isCacheable(response)) event.waitUntil(ignoreFailure(putInCache(name, request, response.clone())))
  return response
}

function fromNetwork(request: FetchEvent['request']): Promise<Response> {
  if (!isFromHistory(request)) return fetch(request)
  return fetch(request.url, { cache: 'no-cache', headers: request.headers, redirect: 'manual' })
}

/** Responds from the network, else with the page's shell. Without a cached shell the browser shows its own error. */
async function pageResponse(event: FetchEvent): Promise<Response> {
  const { path, timeoutMs } = offlineShellFor(event.request.url)
  const network = fromNetwork(event.request)
  const cached = (shell: string) => caches.match(shell, { ignoreVary: true })
  const networkOrShell = network.catch(async (error: unknown) => {
    const cachedShell = (await cached(path)) ?? (await cached(OFFLINE_SHELL))
    if (cachedShell) return cachedShell
    throw error
  })
  if (timeoutMs === null) return networkOrShell
  const timeout = new Promise<undefined>(resolve => setTimeout(resolve, timeoutMs))
  return (await Promise.race([networkOrShell, timeout])) ?? (await cached(path)) ?? networkOrShell
}

worker.addEventListener('fetch', event => {
  const strategy = cacheStrategyFor(event.request, worker.location.origin)
  if (strategy === 'page') event.respondWith(pageResponse(event))
  else if (strategy === 'fixed') event.respondWith(cacheFirst(FILES_CACHE, event))
  else if (strategy === 'picture') event.respondWith(cacheFirst(PICTURES_CACHE, event))
})

worker.addEventListener('push', event => {
  event.waitUntil(worker.registration.showNotification(...notificationOf(parsePushMessage(event.data))))
})

async function openPage(path: string): Promise<unknown> {
  const windows = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' })
  const open = windowAt(windows, new URL(path, worker.location.origin))
  return open ? open.focus() : worker.clients.openWindow(path)
}

worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})
