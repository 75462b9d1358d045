// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { server, setUpBrowserTab, waitForTask } from '#tests/stores/browser-tab.ts'
import { lake, openTab, palm, scooter } from '../page.ts'

setUpBrowserTab()

const fleet = (property: { id: number; name: string }, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...scooter,
    id: `${property.id}-${index + 1}`,
    name: `Ather ${index + 1}`,
    property_id: property.id,
    property_name: property.name
  }))

test('thirteen scooters of two properties are two sheets, by property and in the order of their numbers', async () => {
  const { lists } = await openTab('stickers')
  expect(server.requestsTo(listAllScooters).map(({ query }) => query)).toEqual([{}])
  server.answer(listAllScooters, [...fleet(palm, 2), ...fleet(lake, 11)].reverse())
  await waitForTask(lists.stickers.load())
  const names = () => lists.$sheets.get()?.map(sheet => sheet.map(({ id }) => id))
  const ofLake = Array.from({ length: 11 }, (_, index) => `2-${index + 1}`)
  expect(names()).toEqual([[...ofLake, '1-1'], ['1-2']])

  const requests = server.requestCount(listAllScooters)
  lists.stickers.setFilter('property_id', '1')
  await waitForTask(null)
  expect([names(), server.requestCount(listAllScooters)]).toEqual([[['1-1', '1-2']], requests])
  lists.stickers.setFilter('property_id', '3')
  expect(names()).toEqual([])
})
