// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

/** The store as a page that has just been opened has it. */
async function newPage() {
  vi.resetModules()
  return import('#stores/app/toasts.ts')
}

beforeEach(() => sessionStorage.clear())

describe('a toast said before a navigation', () => {
  test('is shown by the next page, once', async () => {
    const before = await newPage()
    before.toastAfterNavigation('success', 'Welcome back!')
    const after = await newPage()
    after.showStoredToasts()
    expect(after.$toasts.get()).toEqual([{ kind: 'success', sentence: 'Welcome back!' }])
    const reloaded = await newPage()
    reloaded.showStoredToasts()
    expect(reloaded.$toasts.get()).toEqual([])
  })

  test('is not swallowed by the page that said it, should its own corner come to life only then', async () => {
    const before = await newPage()
    before.toastAfterNavigation('success', 'Account created successfully!')
    const leaving = await newPage()
    leaving.toastAfterNavigation('error', 'Scooter not found')
    leaving.showStoredToasts()
    expect(leaving.$toasts.get()).toEqual([{ kind: 'success', sentence: 'Account created successfully!' }])
    const after = await newPage()
    after.showStoredToasts()
    expect(after.$toasts.get()).toEqual([{ kind: 'error', sentence: 'Scooter not found' }])
  })
})
