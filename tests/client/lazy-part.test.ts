// @vitest-environment jsdom

import { beforeEach, expect, test, vi } from 'vitest'
import { lazyPart, PartError } from '#client/device/lazy-part.ts'

const failure = new TypeError('Failed to fetch dynamically imported module')
const siteAnswers = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  siteAnswers.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', siteAnswers)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
})

/** A part whose first imports fail. */
function part(failures: number) {
  const imported = vi.fn(async () => {
    if (imported.mock.calls.length <= failures) throw failure
    return 'code'
  })
  return { imported, ...lazyPart(imported) }
}

test('code that loads asks for nothing else', async () => {
  expect(await part(0).load()).toBe('code')
  expect(siteAnswers).not.toHaveBeenCalled()
})

test('a failed import is repeated once if the site answers', async () => {
  expect(await part(1).load()).toBe('code')
  await expect(part(2).load()).rejects.toBeInstanceOf(PartError)
})

test.each([
  ['without a network', () => siteAnswers.mockRejectedValue(failure)],
  ['behind a gateway without the site', () => siteAnswers.mockResolvedValue(new Response(null, { status: 502 }))],
  ['on a device that is offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)]
])('%s, the failure is one of the network, and nothing is loaded ahead', async (_, happen) => {
  happen()
  const { imported, load, preload } = part(1)
  preload()
  await vi.waitFor(() => expect(imported).not.toHaveBeenCalled())
  await expect(load()).rejects.toBe(failure)
  expect(imported).toHaveBeenCalledOnce()
  // The network is back.
  siteAnswers.mockResolvedValue(new Response())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  preload()
  preload()
  await vi.waitFor(() => expect(imported).toHaveBeenCalledTimes(2))
})
