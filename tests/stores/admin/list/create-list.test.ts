// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listAllPlans } from '#contract/catalogue/admin-pricing.ts'
import { listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS, SEARCH_MAX_LENGTH } from '#domain/constants.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as listsText from '#messages/admin/lists.ts'
import { booking, lake, openTab, palm, rowNames, scooter } from '#tests/stores/admin/page.ts'
import {
  advanceTime,
  mountStores,
  server,
  setUpBrowserTab,
  shownToasts,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const lastQuery = (endpoint: typeof listAllProperties | typeof listAllScooters) =>
  server.requestsTo(endpoint).at(-1)?.query

async function openProperties(options = {}) {
  const { lists } = await openTab('properties', options)
  mountStores(lists.properties.$listPage)
  return lists.properties
}

describe('a list on the embedded backend', () => {
  test('requests its first page', async () => {
    const list = await openProperties()
    expect(server.requestsTo(listAllProperties).map(({ query }) => query)).toEqual([
      { page: '1', per_page: String(PAGE_SIZE) }
    ])
    expect(rowNames(list.$listPage.get())).toEqual(['Palm Grove', 'Lake View'])
  })

  test('searches when typing pauses, starting at the first page', async () => {
    const list = await openProperties()
    list.goToPage(3)
    await waitForTask(null)
    for (const typed of ['p', 'pa', 'pal ']) list.setSearch(typed)
    await advanceTime(SEARCH_DEBOUNCE_MS - 100)
    expect(server.requestCount(listAllProperties)).toBe(2)
    await advanceTime(200)
    await waitForTask(null)
    expect(server.requestCount(listAllProperties)).toBe(3)
    expect(lastQuery(listAllProperties)).toMatchObject({ page: '1', q: 'pal' })
    expect(list.$search.get()).toBe('pal ')
  })

  test('keeps a search that is too long, shows an error and sends no request', async () => {
    const list = await openProperties()
    mountStores(list.$searchError)
    const longest = 'x'.repeat(SEARCH_MAX_LENGTH)
    list.setSearch(` ${longest} `)
    await advanceTime(SEARCH_DEBOUNCE_MS * 2)
    await waitForTask(null)
    expect(lastQuery(listAllProperties)).toMatchObject({ q: longest })
    expect(list.$searchError.get()).toBeNull()
    list.setSearch(`${longest}x`)
    expect(list.$searchError.get()).toBe(listsText.searchTooLong)
    await advanceTime(SEARCH_DEBOUNCE_MS * 2)
    await waitForTask(null)
    expect([server.requestCount(listAllProperties), list.$search.get()]).toEqual([2, `${longest}x`])
    list.setSearch('lake')
    await advanceTime(SEARCH_DEBOUNCE_MS * 2)
    await waitForTask(null)
    expect([lastQuery(listAllProperties), list.$searchError.get()]).toMatchObject([{ q: 'lake' }, null])
  })

  test('combines filters, sort and page in one request', async () => {
    const { lists } = await openTab('scooters')
    lists.scooters.setFilter('status', 'Booked')
    lists.scooters.setFilter('property_id', '1')
    lists.scooters.sortBy('-name')
    lists.scooters.goToPage(2)
    await waitForTask(null)
    const listQuery = { page: '2', property_id: '1', sort: '-name', status: 'Booked' }
    expect(lastQuery(listAllScooters)).toEqual({ ...listQuery, per_page: String(PAGE_SIZE) })
    lists.scooters.setFilter('status', '')
    await waitForTask(null)
    expect(lastQuery(listAllScooters)).toEqual({
      page: '1',
      per_page: String(PAGE_SIZE),
      property_id: '1',
      sort: '-name'
    })
  })

  test('clears search and filters, even when a search is pending', async () => {
    const list = await openProperties()
    list.setFilter('property_id', '1')
    list.setSearch('lake')
    list.reset()
    await advanceTime(SEARCH_DEBOUNCE_MS * 2)
    await waitForTask(null)
    expect(lastQuery(listAllProperties)).toEqual({ page: '1', per_page: String(PAGE_SIZE) })
    expect(list.$search.get()).toBe('')
  })

  test('shows the newest response in whatever order responses arrive, and the old rows until then', async () => {
    const list = await openProperties()
    server.answerTo(listAllProperties, ({ query }) => ({
      body: query.q === 'lake' ? [lake] : [palm],
      headers: { [HAS_MORE_HEADER]: 'false' }
    }))
    server.fail(listAllProperties, { kind: 'slow' }, 1)
    list.setSearch('palm')
    await waitUntil(() => server.requestCount(listAllProperties) === 2)
    expect([list.$isRefreshing.get(), rowNames(list.$listPage.get())]).toEqual([true, ['Palm Grove', 'Lake View']])
    list.setSearch('lake')
    await waitUntil(() => !list.$isRefreshing.get())
    expect(rowNames(list.$listPage.get())).toEqual(['Lake View'])
    server.release()
    await waitForTask(null)
    expect(rowNames(list.$listPage.get())).toEqual(['Lake View'])
  })

  test('goes to the page before when the last row of a page was deleted', async () => {
    const list = await openProperties()
    list.sortBy('-name')
    list.goToPage(9)
    server.answerTo(listAllProperties, ({ query }) => ({
      body: query.page === '1' ? [palm, lake] : [],
      headers: { [HAS_MORE_HEADER]: 'false' }
    }))
    await waitForTask(list.load())
    const pages = server.requestsTo(listAllProperties).map(({ query }) => query.page)
    expect(pages.slice(-3), 'the page, the one before it, and the first one').toEqual(['9', '8', '1'])
    expect(lastQuery(listAllProperties)).toMatchObject({ sort: '-name' })
    expect([list.$query.get().page, rowNames(list.$listPage.get())]).toEqual([1, ['Palm Grove', 'Lake View']])
  })

  test('keeps the rows and their query when the load of another query fails', async () => {
    const list = await openProperties()
    list.sortBy('-name')
    await waitForTask(null)
    server.fail(listAllProperties, { kind: 'plain' })
    list.goToPage(2)
    list.setFilter('status', 'Active')
    await waitForTask(null)
    expect(await shownToasts()).toContain(dashboardText.dashboardLoadFailed)
    expect([list.$isRefreshing.get(), rowNames(list.$listPage.get())]).toEqual([false, ['Palm Grove', 'Lake View']])
    const { filters, page, sort } = list.$query.get()
    expect({ filters, page, sort }).toEqual({ filters: {}, page: 1, sort: '-name' })
  })
})

const many = Array.from({ length: PAGE_SIZE + 5 }, (_, number) => ({
  id: number,
  location: number % 2 ? 'Kochi' : 'Mysuru',
  name: `House ${number}`
}))

describe('a list of a backend that returns all rows', () => {
  test('is paged in the browser', async () => {
    const list = await openProperties({ pages: false })
    server.answer(listAllProperties, many)
    await waitForTask(list.load())
    expect(list.$listPage.get()).toMatchObject({ hasMore: true, rows: { length: PAGE_SIZE } })
    list.goToPage(2)
    expect(list.$listPage.get()).toMatchObject({ hasMore: false, rows: { length: 5 } })
    expect(server.requestCount(listAllProperties)).toBe(2)
  })

  test('goes to the page before when the last row of a page was deleted', async () => {
    const list = await openProperties({ pages: false })
    server.answer(listAllProperties, many)
    await waitForTask(list.load())
    list.goToPage(2)
    server.answer(listAllProperties, [palm])
    await waitForTask(list.load())
    expect([list.$query.get().page, rowNames(list.$listPage.get())]).toEqual([1, ['Palm Grove']])
  })

  test('is searched in the browser by its texts, not by ids and URLs', async () => {
    const list = await openProperties({ pages: false })
    const names = async (typed: string) => {
      list.setSearch(typed)
      await advanceTime(SEARCH_DEBOUNCE_MS * 2)
      return rowNames(list.$listPage.get())
    }
    expect(await names(' LAKE ')).toEqual(['Lake View'])
    expect(await names('kochi')).toEqual(['Palm Grove'])
    expect(await names('images')).toEqual([])
    expect(await names('')).toEqual(['Palm Grove', 'Lake View'])
    expect(server.requestCount(listAllProperties)).toBe(1)
  })

  test('is sorted in the browser in both directions, texts as texts and numbers as numbers', async () => {
    const { lists } = await openTab('plans', { pages: false })
    server.answer(
      listAllPlans,
      [9, 10, 100].map(cost => ({ cost, hours: 1, id: cost, name: `Plan ${cost}` }))
    )
    await waitForTask(lists.plans.load())
    lists.plans.sortBy('-cost')
    expect(rowNames(lists.plans.$listPage.get())).toEqual(['Plan 100', 'Plan 10', 'Plan 9'])
    lists.plans.sortBy('name')
    expect(rowNames(lists.plans.$listPage.get())).toEqual(['Plan 9', 'Plan 10', 'Plan 100'])
  })

  test("is filtered in the browser, by the ride's day in India too", async () => {
    const { lists } = await openTab('bookings', { pages: false })
    const late = { ...booking, id: 10, start_time: '2026-06-15T19:00:00Z', user_name: 'After midnight in India' }
    const pending = { ...booking, id: 11, payment_status: 'Pending' as const, user_name: 'Unpaid' }
    server.answer(listAllBookings, [booking, late, pending])
    await waitForTask(lists.bookings.load())
    const riders = () => {
      const listPage = lists.bookings.$listPage.get()
      return typeof listPage === 'string' ? listPage : listPage.rows.map(({ user_name }) => user_name)
    }
    lists.bookings.setFilter('to', '2026-06-15')
    expect(riders()).toEqual(['Asha Rao', 'Unpaid'])
    lists.bookings.setFilter('status', 'Completed')
    expect(riders()).toEqual(['Asha Rao'])
    lists.bookings.setFilter('to', '')
    lists.bookings.setFilter('from', '2026-06-16')
    expect(riders()).toEqual(['After midnight in India'])
  })

  test('is filtered by values that are not texts', async () => {
    const { lists } = await openTab('plans', { pages: false })
    lists.plans.setFilter('is_active', 'false')
    expect(rowNames(lists.plans.$listPage.get())).toEqual([])
    lists.plans.setFilter('is_active', 'true')
    expect(rowNames(lists.plans.$listPage.get())).toEqual(['Errand Run'])
    lists.plans.setFilter('property_id', String(scooter.property_id))
    expect(rowNames(lists.plans.$listPage.get())).toEqual(['Errand Run'])
  })
})
