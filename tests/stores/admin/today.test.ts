// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { getMe } from '#contract/staff/me.ts'
import { getToday } from '#contract/staff/today.ts'
import { type Screen, screenPath } from '#domain/admin/screens.ts'
import { DAY_MS } from '#domain/time/time-units.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import {
  advanceTime,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask
} from '#tests/stores/browser-tab.ts'
import { answerNormally, me, openTab } from './page.ts'

setUpBrowserTab()

test.each<[Screen, readonly string[]]>([
  ['overview', []],
  ['team', [dashboardText.askOwner]],
  ['payments', [dashboardText.askOwner]]
])(
  'a caretaker who opens the page of %s comes to Today, and reads why unless the address names no page',
  async (tab, toasts) => {
    const { $screen } = await openTab(tab, { role: 'caretaker' })
    expect($screen.get()).toBe('today')
    expect(await shownToasts()).toEqual(toasts)
  }
)

const dayQueries = () => server.requestsTo(getToday).map(({ query }) => query)

test('the chosen property is in the address, also after another screen', async () => {
  const { openScreen } = await openTab('today')
  const { showProperty } = await import('#stores/admin/staff/today.ts')
  const [pushed, replaced] = [
    vi.spyOn(history, 'pushState').mockReturnValue(undefined),
    vi.spyOn(history, 'replaceState').mockReturnValue(undefined)
  ]
  showProperty('2')
  await waitForTask(null)
  expect(replaced).toHaveBeenLastCalledWith(history.state, '', screenPath('today', '2'))
  openScreen('pins')
  openScreen('today')
  await waitForTask(null)
  expect(pushed).toHaveBeenLastCalledWith(null, '', screenPath('today', '2'))
})

test('a page whose address names a property asks for its day', async () => {
  openPage(screenPath('today', '2'), 'admin')
  answerNormally()
  await import('#stores/admin/dashboard.ts')
  mountStores((await import('#tests/stores/admin/lists.ts')).$stats)
  await waitForTask(null)
  expect(dayQueries()).toEqual([{ property_id: '2' }])
})

test('over midnight an open page loads the new day, also where tomorrow was chosen the day before', async () => {
  await openTab('today')
  const { showDay } = await import('#stores/admin/staff/today.ts')
  showDay('tomorrow')
  await waitForTask(null)
  expect(dayQueries()).toEqual([{ all: 'true' }, { all: 'true', day: '2026-06-16' }])
  await advanceTime(DAY_MS)
  expect(dayQueries().slice(2)).toEqual([{ all: 'true' }])
  await advanceTime(DAY_MS)
  expect(dayQueries().slice(3)).toEqual([{ all: 'true' }])
})

test('a property that is taken from the account while its day is open is not asked for again', async () => {
  await openTab('today')
  const { showProperty } = await import('#stores/admin/staff/today.ts')
  showProperty('2')
  await waitForTask(null)
  server.answer(getMe, { ...me, properties: me.properties.slice(0, 1) })
  document.dispatchEvent(new Event('visibilitychange'))
  await waitForTask(null)
  expect(server.requestsTo(getToday).map(({ query }) => query)).toEqual([
    { all: 'true' },
    { property_id: '2' },
    { all: 'true' }
  ])
})
