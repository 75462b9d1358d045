import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepTodayShell } from '#client/device/today-shell.ts'

// The caches of a browser, with their entries by path.
const stored = new Map<string, string[]>()
let version: string
let isReachable: boolean

const pathOf = (request: Request | string) => (typeof request === 'string' ? request : new URL(request.url).pathname)

function openCache(name: string) {
  stored.set(name, stored.get(name) ?? [])
  return {
    addAll: async (requests: (Request | string)[]) => {
      if (!isReachable) throw new TypeError('Failed to fetch')
      stored.set(name, requests.map(pathOf))
    },
    match: async (path: string) => stored.get(name)?.find(each => each === path)
  }
}

beforeEach(() => {
  stored.clear()
  version = 'one'
  isReachable = true
  const workers = { serviceWorker: { ready: Promise.resolve() } }
  vi.stubGlobal('navigator', workers)
  vi.stubGlobal('caches', {
    delete: async (name: string) => stored.delete(name),
    keys: async () => [...stored.keys()],
    open: async (name: string) => openCache(name)
  })
  vi.stubGlobal(
    'Request',
    class {
      url: string
      constructor(path: string) {
        this.url = `https://site.example.test${path}`
      }
    }
  )
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ files: [`/_astro/today.${version}.js`], version })))
})
afterEach(() => vi.unstubAllGlobals())

describe('the offline page of Today', () => {
  test('is kept with its files once for each version, and the one before goes', async () => {
    stored.set('shells-1', ['/offline/'])
    await keepTodayShell()
    expect(stored.get('today-one')).toEqual(['/offline/today/', '/_astro/today.one.js'])
    stored.set('today-one', ['/offline/today/', 'as it was kept'])
    await keepTodayShell()
    expect(stored.get('today-one')).toContain('as it was kept')
    version = 'two'
    await keepTodayShell()
    expect([...stored.keys()].sort()).toEqual(['shells-1', 'today-two'])
  })

  test('stays as it was if the network fails, and the next visit tries again', async () => {
    await keepTodayShell()
    version = 'two'
    isReachable = false
    await expect(keepTodayShell()).rejects.toThrow('Failed to fetch')
    expect(stored.get('today-one')).toContain('/_astro/today.one.js')
    isReachable = true
    await keepTodayShell()
    expect([...stored.keys()]).toEqual(['today-two'])
  })

  test('is not kept where no service worker could serve it', async () => {
    vi.stubGlobal('navigator', {})
    await keepTodayShell()
    expect(stored.size).toBe(0)
  })
})
