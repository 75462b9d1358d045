// @vitest-environment jsdom

import { afterEach, expect, test, vi } from 'vitest'

const RENDERER = '#islands/ui/feedback/toasts.tsx'

afterEach(() => vi.doUnmock(RENDERER))

test('a toast whose code fails to load is shown as plain text, and the failure is logged', async () => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.doMock(RENDERER, () => {
    throw new TypeError('Failed to fetch')
  })
  document.body.innerHTML = '<div data-toasts></div>'
  await import('#layouts/scripts/toasts.ts')
  const { toast } = await import('#stores/app/toasts.ts')
  toast('info', 'Saved')
  await vi.dynamicImportSettled()
  await vi.waitFor(() => expect(document.body.textContent).toBe('Saved'))
  expect(console.error).toHaveBeenCalledOnce()
})
