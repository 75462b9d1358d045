// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { whoRode } from '#contract/catalogue/who-rode.ts'
import { invalidTime } from '#messages/admin/who-rode.ts'
import { refusalFault } from '#tests/helpers/servers/fault-server.ts'
import {
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  visitedUrls,
  waitForTask
} from '#tests/stores/browser-tab.ts'

// The page that says who had a scooter at a time.

setUpBrowserTab()

async function openAnswer() {
  openPage('/admin/who-rode/7?at=2026-06-15T14:14:00.000Z', 'admin')
  const { $whoRode } = await import('#stores/admin/catalogue/who-rode.ts')
  mountStores($whoRode)
  await waitForTask(null)
  return $whoRode
}

test('hides the rider when the admin signs out in another tab', async () => {
  server.answer(whoRode, { around: [], registration_number: null, rides: [], scooter_name: 'Ather' })
  expect((await openAnswer()).get()).toMatchObject({ scooter_name: 'Ather' })
  localStorage.clear()
  for (const key of ['token', 'userType']) window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
  expect(document.documentElement.style.visibility).toBe('hidden')
  expect(visitedUrls).toEqual(['/auth'])
})

test('says that the time of its address is wrong', async () => {
  server.fail(whoRode, refusalFault('invalid_input', invalidTime))
  expect((await openAnswer()).get()).toBe('invalid_time')
  expect(await shownToasts()).toEqual([])
})
