// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

/** The store of a newly opened page. */
async function newPage() {
  vi.resetModules()
  return import('#stores/app/toasts.ts')
}

beforeEach(() => sessionStorage.clear())

describe('a toast created before a navigation', () => {
  test('is shown once by the next page', async () => {
    const before = await newPage()
    before.toastAfterNavigation('success', 'Welcome back!')
    const after = await newPage()
    after.showStoredToasts()
    expect(after.$toasts.get()).toEqual([{ kind: 'success', sentence: 'Welcome back!' }])
    const reloaded = await newPage()
    reloaded.showStoredToasts()
    expect(reloaded.$toasts.get()).toEqual([])
  })

  test('is not consumed by the page that created it, even if that page hydrates its toasts later', async () => {
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

test('an unreadable toast is dropped, and the others are shown', async () => {
  const readable = { kind: 'success', sentence: 'Welcome back!' }
  sessionStorage.setItem('toasts', JSON.stringify([null, { kind: 'warning', sentence: 'old' }, readable]))
  const page = await newPage()
  page.toastAfterNavigation('info', 'later')
  page.showStoredToasts()
  expect(page.$toasts.get()).toEqual([readable])
  const next = await newPage()
  next.showStoredToasts()
  expect(next.$toasts.get()).toEqual([{ kind: 'info', sentence: 'later' }])
})
