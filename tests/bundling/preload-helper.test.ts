// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { __vitePreload } from '../../src/bundling/preload-helper.ts'

let requests: string[]
let imported: number

const load = async () => {
  imported += 1
  return 'calendar'
}

beforeEach(() => {
  requests = []
  imported = 0
  document.head.innerHTML = '<link href="/_astro/react.1.js" rel="modulepreload">'
  vi.stubGlobal('fetch', async (file: string) => {
    requests.push(file)
    return new Response()
  })
})

describe('a chunk that is loaded on demand', () => {
  test('is fetched with those imports that the page has not preloaded', async () => {
    expect(await __vitePreload(load, ['_astro/calendar.2.js', '_astro/react.1.js'])).toBe('calendar')
    expect(requests).toEqual(['/_astro/calendar.2.js'])
  })

  test.each([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server fails', async () => new Response(null, { status: 503 })]
  ])(
    'is not imported while %s, because older browsers remember the failure, and loads afterwards',
    async (_, failing) => {
      vi.stubGlobal('fetch', failing)
      await expect(__vitePreload(load, ['_astro/calendar.2.js'])).rejects.toThrow()
      expect(imported).toBe(0)
      vi.stubGlobal('fetch', async () => new Response())
      expect(await __vitePreload(load, ['_astro/calendar.2.js'])).toBe('calendar')
    }
  )
})
