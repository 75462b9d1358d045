// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { getMe } from '#contract/staff/me.ts'
import { getToday } from '#contract/staff/today.ts'
import { askOwner } from '#messages/admin/dashboard.ts'
import { server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'
import { me, openTab, type Tab } from './page.ts'

setUpBrowserTab()

test.each<[Tab, readonly string[]]>([
  ['overview', []],
  ['team', [askOwner]],
  ['payments', [askOwner]]
])(
  'a caretaker who opens the page of %s comes to Today, and reads why unless the address names no page',
  async (tab, toasts) => {
    const { $screen } = await openTab(tab, { role: 'caretaker' })
    expect($screen.get()).toBe('today')
    expect(await shownToasts()).toEqual(toasts)
  }
)

test('a property that is taken from the account while its day is open is not asked for again', async () => {
  await openTab('today')
  const { showProperty } = await import('#stores/admin/staff/today.ts')
  showProperty('2')
  await waitForTask(null)
  server.answer(getMe, { ...me, properties: me.properties.slice(0, 1) })
  document.dispatchEvent(new Event('visibilitychange'))
  await waitForTask(null)
  expect(server.requestsTo(getToday).map(({ query }) => query)).toEqual([{}, { property_id: '2' }, {}])
})
