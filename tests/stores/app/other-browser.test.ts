// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as appShellText from '#messages/app-shell.ts'

// The browser of a chat app.

const ADDRESS = 'https://wa.me/919845012345?text=Hi'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const openStore = async () => ({
  ...(await import('#stores/app/app-shell.ts')),
  ...(await import('#stores/app/toasts.ts'))
})

describe('a link that opens beside the page', () => {
  async function press(happen: () => void) {
    const { $toasts, offerAddressIfIgnored } = await openStore()
    offerAddressIfIgnored(ADDRESS)
    happen()
    vi.advanceTimersByTime(2000)
    return $toasts
  }

  test.each([
    [appShellText.addressCopied, async () => undefined],
    [appShellText.addressToCopy(ADDRESS), () => Promise.reject(new DOMException('denied', 'NotAllowedError'))]
  ])('offers its address if it did nothing: %s', async (said, writeText) => {
    const copied = vi.fn(writeText)
    vi.stubGlobal('navigator', { clipboard: { writeText: copied } })
    const $toasts = await press(() => undefined)
    expect($toasts.get()).toMatchObject([
      { action: { label: appShellText.copyAddress }, sentence: appShellText.linkIgnored }
    ])
    $toasts.get()[0]?.action?.onPress()
    await vi.waitFor(() => expect($toasts.get().at(-1)?.sentence).toBe(said))
    expect(copied).toHaveBeenCalledWith(ADDRESS)
  })

  test.each(['blur', 'pagehide', 'visibilitychange'])('offers nothing after %s', async leaving => {
    const $toasts = await press(() => dispatchEvent(new Event(leaving)))
    expect($toasts.get()).toEqual([])
  })
})

test('a browser that refuses cookies is told when the page opens, with the way into Chrome', async () => {
  const { $addressForOtherBrowser, chromeLink } = await openStore()
  $addressForOtherBrowser.listen(() => undefined)
  expect($addressForOtherBrowser.get()).toBeNull()

  vi.spyOn(Document.prototype, 'cookie', 'set').mockReturnValue(undefined)
  vi.resetModules()
  const refused = (await openStore()).$addressForOtherBrowser
  refused.listen(() => undefined)
  expect(refused.get()).toBe(location.href)

  const address = 'https://scootstay.example/auth/reset?portal=1#token'
  expect(chromeLink(address)).toBeNull()
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 10; wv)' })
  expect(chromeLink(address)).toBe(
    'intent://scootstay.example/auth/reset?portal=1#token#Intent;scheme=https;package=com.android.chrome;end'
  )
})
