// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const RENDERER = '#islands/ui/feedback/toasts.tsx'

beforeEach(() => {
  vi.resetModules()
  // The script of an earlier test watches its own body.
  document.body = document.createElement('body')
  document.body.innerHTML = '<div data-toasts></div>'
})
afterEach(() => {
  vi.doUnmock(RENDERER)
  vi.useRealTimers()
})

async function showToast(sentence: string): Promise<void> {
  await import('#layouts/scripts/toasts.ts')
  const { toast } = await import('#stores/app/toasts.ts')
  toast('info', sentence)
}

test('a toast whose code fails to load is shown as plain text, and the failure is logged', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.doMock(RENDERER, () => {
    throw new TypeError('Failed to fetch')
  })
  await showToast('Saved')
  await vi.dynamicImportSettled()
  await vi.waitFor(() => expect(document.body.textContent).toBe('Saved'))
  expect(console.error).toHaveBeenCalledOnce()
})

test('a toast whose code does not come is shown as plain text until it does', async () => {
  const code = Promise.withResolvers<{ renderToasts: (element: HTMLElement) => void }>()
  vi.doMock(RENDERER, () => code.promise)
  vi.useFakeTimers({ toFake: ['clearTimeout', 'setTimeout'] })
  await showToast('Failed to save')
  expect(document.body.textContent).toBe('')
  await vi.advanceTimersByTimeAsync(3000)
  expect(document.body.textContent).toBe('Failed to save')
  code.resolve({ renderToasts: element => element.append('rendered') })
  await vi.waitFor(() => expect(document.body.textContent).toBe('rendered'))
})
