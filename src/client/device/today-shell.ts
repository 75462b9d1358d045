import * as v from 'valibot'
import { TODAY_CACHE_PREFIX, TODAY_FILES, TODAY_SHELL } from '#service-worker/events.ts'

// The offline page of Today, which only the staff's devices have. The service worker serves it from this cache.

const todayFiles = v.object({ files: v.array(v.string()), version: v.string() })

/** Keeps the page and the files that it needs, once for each version, where a service worker is there to serve them. */
export async function keepTodayShell(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers) return
  await workers.ready
  const response = await fetch(TODAY_FILES, { cache: 'no-cache' })
  const { files, version } = v.parse(todayFiles, await response.json())
  const name = TODAY_CACHE_PREFIX + version
  const cache = await caches.open(name)
  // All files are added, or none.
  if (await cache.match(TODAY_SHELL)) return
  await cache.addAll([new Request(TODAY_SHELL, { cache: 'reload' }), ...files])
  const others = (await caches.keys()).filter(each => each.startsWith(TODAY_CACHE_PREFIX) && each !== name)
  await Promise.all(others.map(each => caches.delete(each)))
}
