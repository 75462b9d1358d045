// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as appShellText from '#messages/app-shell.ts'

// A press on a button of the account dialogs loads their code.

const DIALOGS = '#islands/account/account-dialogs.tsx'
const failure = new TypeError('Failed to fetch')

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  document.body.innerHTML = '<button data-account="password">Change password</button>'
})
afterEach(() => vi.doUnmock(DIALOGS))

/** Presses the button. Returns the toasts that it leads to. */
async function press() {
  await import('#layouts/scripts/account-buttons.ts')
  const { $toasts } = await import('#stores/app/toasts.ts')
  document.querySelector('button')?.click()
  await vi.dynamicImportSettled()
  await new Promise(resolve => setTimeout(resolve))
  return $toasts.get().map(({ sentence }) => sentence)
}

test('opens the dialog of the button', async () => {
  const renderAccountDialog = vi.fn()
  vi.doMock(DIALOGS, () => ({ renderAccountDialog }))
  expect(await press()).toEqual([])
  expect(renderAccountDialog.mock.calls).toEqual([['password']])
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
    renderAccountDialog: () => {
      throw new Error('faulty dialog')
    }
  }))
  expect(await press()).toEqual([])
  await vi.waitFor(() => expect(rejected).toHaveBeenCalled())
  process.off('unhandledRejection', rejected)
})
