// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { getNeeds, type Need } from '#contract/overview/needs.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { openTab } from '#tests/stores/admin/page.ts'
import { advanceTime, mountStores, server, setUpBrowserTab, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const answer = (rows: readonly Need[]) => server.answer(getNeeds, { has_more: false, next: null, rows: [...rows] })

async function openNeeds(rows: readonly Need[]) {
  await openTab('overview')
  answer(rows)
  const stores = await import('#stores/admin/overview/needs.ts')
  mountStores(stores.$needs, stores.$needsLoadedAt)
  await waitForTask(stores.needs.load())
  return stores
}

const refund = (id: string): Need => ({ amount: 50, id, kind: 'refund' })

test('it loads again each minute while the page is visible, and after two failures says how old the rows are', async () => {
  const { $needs, $needsLoadedAt } = await openNeeds([refund('1')])
  const shown = $needs.get()
  const loadedAt = Date.now()
  const requests = () => server.requestCount(getNeeds)
  const before = requests()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await advanceTime(MINUTE_MS)
  visibility.mockReturnValue('visible')
  expect(requests()).toBe(before)
  server.fail(getNeeds, { kind: 'offline' })
  // With the repetitions of the failed request.
  await advanceTime(1.5 * MINUTE_MS)
  expect([requests() > before, $needsLoadedAt.get()]).toEqual([true, null])
  await advanceTime(MINUTE_MS)
  expect($needsLoadedAt.get()?.getTime()).toBe(loadedAt)
  expect($needs.get()).toBe(shown)
  server.clearFaults()
  answer([])
  await advanceTime(MINUTE_MS)
  expect($needsLoadedAt.get()).toBe(null)
  expect($needs.get()).toMatchObject({ rows: [] })
})
