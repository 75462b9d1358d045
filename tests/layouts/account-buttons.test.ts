// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as appShellText from '#messages/app-shell.ts'

// A press on a button of the account dialogs loads their code.

const DIALOGS = '#islands/account/account-dialogs.tsx'
const failure = new TypeError('Failed to fetch')

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  document.body.innerHTML =
    '<button data-account="password">Change password</button><p data-own-data><button data-account="download" data-busy-label="Preparing...">Download</button></p>'
})
afterEach(() => vi.doUnmock(DIALOGS))

const download = () => document.querySelector<HTMLButtonElement>('[data-own-data] button')

/** Presses the button of the password. Returns the toasts that it leads to. */
async function press() {
  await import('#layouts/scripts/account-buttons.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  document.querySelector('button')?.click()
  await vi.dynamicImportSettled()
  await new Promise(resolve => setTimeout(resolve))
  return $toasts.get().map(({ sentence }) => sentence)
}

test('opens the dialog of the button', async () => {
  const pressAccountButton = vi.fn()
  vi.doMock(DIALOGS, () => ({ pressAccountButton }))
  expect(await press()).toEqual([])
  expect(pressAccountButton.mock.calls).toEqual([['password']])
})

test('shows and logs code that did not load', async () => {
  vi.doMock(DIALOGS, () => {
    throw failure
  })
  expect(await press()).toEqual([appShellText.checkConnection])
  expect(console.error).toHaveBeenCalledTimes(1)
})

test('does not blame the connection for an error of the dialog', async () => {
  const rejected = vi.fn()
  process.on('unhandledRejection', rejected)
  vi.doMock(DIALOGS, () => ({
    pressAccountButton: () => {
      throw new Error('faulty dialog')
    }
  }))
  expect(await press()).toEqual([])
  await vi.waitFor(() => expect(rejected).toHaveBeenCalled())
  process.off('unhandledRejection', rejected)
})

test('says that a download is being prepared until it is, and starts one only', async () => {
  const prepared = Promise.withResolvers<void>()
  const pressAccountButton = vi.fn(() => prepared.promise)
  vi.doMock(DIALOGS, () => ({ pressAccountButton }))
  await import('#layouts/scripts/account-buttons.ts')
  for (let count = 0; count < 2; count++) download()?.click()
  await vi.waitFor(() => expect(pressAccountButton).toHaveBeenCalledExactlyOnceWith('download'))
  expect([download()?.textContent, download()?.ariaBusy]).toEqual(['Preparing...', 'true'])
  prepared.resolve()
  await vi.waitFor(() => expect(download()?.textContent).toBe('Download'))
  expect(download()?.hasAttribute('aria-busy')).toBe(false)
})

test('offers no download without a network', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await import('#layouts/scripts/account-buttons.ts')
  expect(download()?.disabled).toBe(true)
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(download()?.disabled).toBe(false)
})
