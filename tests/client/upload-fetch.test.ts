import { expect, test, vi } from 'vitest'
import { fetchWithProgress } from '#client/http/upload-fetch.ts'

test('an upload whose time is over sends nothing', async () => {
  const open = vi.fn()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open = open
    }
  )
  const upload = fetchWithProgress(() => undefined)('/api/upload', { signal: AbortSignal.abort('time is over') })
  await expect(upload).rejects.toBe('time is over')
  expect(open).not.toHaveBeenCalled()
})
