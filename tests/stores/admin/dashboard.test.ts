// @vitest-environment jsdom
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { deletePlan } from '#contract/catalogue/admin-pricing.ts'
import { createProperty, listAllProperties } from '#contract/catalogue/admin-properties.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { HAS_MORE_HEADER } from '#contract/kit/list-query.ts'
import { getStats } from '#contract/overview/stats.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { screenPath } from '#domain/admin/screens.ts'
import { INITIAL_DATA_FRESH_MS, RECENT_BOOKINGS } from '#domain/constants.ts'
import * as appShellText from '#messages/app-shell.ts'
import type { InitialLists } from '#stores/admin/dashboard-lists.ts'
import { errorFault } from '#tests/helpers/servers/fault-server.ts'
import {
  carriedToasts,
  mountStores,
  openPage,
  server,
  setUpBrowserTab,
  shownToasts,
  useExternalBackend,
  visitedUrls,
  waitForTask,
  waitUntil
} from '#tests/stores/browser-tab.ts'
import {
  answerNormally,
  booking,
  LIST_ENDPOINTS,
  lake,
  loadedRows,
  me,
  openTab,
  palm,
  requestCounts,
  rowNames,
  SPEC_LISTS,
  scooter,
  stats
} from './page.ts'

setUpBrowserTab()

const SERVER_ERROR = errorFault('The database is away', 500)

describe('the dashboard on the embedded backend', () => {
  test('loads the stats, the five latest bookings and the scooters first', async () => {
    const { lists } = await openTab('overview')
    expect(lists.$stats.get()).toEqual(stats)
    expect(server.requestsTo(listAllBookings).map(({ query }) => query)).toEqual([
      { page: '1', per_page: String(RECENT_BOOKINGS) }
    ])
    expect(lists.$recentBookings.get()).toHaveLength(1)
    expect(lists.$fleet.get()).toHaveLength(1)
    for (const endpoint of [LIST_ENDPOINTS.users, LIST_ENDPOINTS.plans, LIST_ENDPOINTS.pricing])
      expect(server.requestCount(endpoint)).toBe(0)
  })

  test('counts a late scooter as Booked, a blocked one as in Maintenance, and none of a deleted property', async () => {
    openPage('/admin', 'admin')
    answerNormally()
    const blocked = { ...scooter, blocked_until: '2026-06-15T14:00:00Z', id: 9 }
    const gone = { ...scooter, id: 10, property_deleted: true }
    server.answer(listAllScooters, [scooter, { ...scooter, id: 8, is_late: true }, blocked, gone], {
      [HAS_MORE_HEADER]: 'false'
    })
    const { $fleetByStatus } = await import('#stores/admin/overview/overview.ts')
    await import('#stores/admin/dashboard.ts')
    mountStores((await import('#tests/stores/admin/lists.ts')).$stats, $fleetByStatus)
    await waitForTask(null)
    expect($fleetByStatus.get()).toEqual({ Available: 1, Booked: 1, Maintenance: 1 })
  })

  test('loads all properties for its selects in pages, however many there are', async () => {
    openPage(screenPath('scooters'), 'admin')
    answerNormally()
    server.answerTo(listAllProperties, ({ query }) => ({
      body: [{ ...palm, id: `p${query.page}` }],
      headers: { [HAS_MORE_HEADER]: String(query.page !== '3') }
    }))
    const { $propertyOptions, $stats } = await import('#tests/stores/admin/lists.ts')
    await import('#stores/admin/dashboard.ts')
    mountStores($stats, $propertyOptions)
    await waitForTask(null)
    expect($propertyOptions.get()?.map(({ id }) => id)).toEqual(['p1', 'p2', 'p3'])
    expect(server.requestsTo(listAllProperties).map(({ query }) => query.per_page)).toEqual(['200', '200', '200'])
  })

  test('opens the view of its URL, puts the next one into the URL, and follows it on Back', async () => {
    const dashboard = await openTab('payments')
    expect([dashboard.$tab.get(), dashboard.$screen.get()]).toEqual(['bookings', 'payments'])
    expect([server.requestCount(listRefunds), server.requestCount(listAllBookings)]).toEqual([2, 0])
    const pushed = vi.spyOn(history, 'pushState').mockReturnValue(undefined)
    dashboard.openScreen('bookings')
    dashboard.openScreen('bookings')
    dashboard.openScreen('payments')
    dashboard.openTab('users')
    dashboard.openTab('bookings')
    await waitForTask(null)
    const bookings = '/admin?tab=bookings'
    expect(pushed.mock.calls.map(([, , path]) => path)).toEqual([
      bookings,
      `${bookings}&view=payments`,
      '/admin?tab=users',
      bookings
    ])
    expect(dashboard.$screen.get()).toBe('bookings')
    openPage('/admin?tab=bookings&view=payments', 'admin')
    dispatchEvent(new Event('popstate'))
    expect(dashboard.$screen.get()).toBe('payments')
  })

  test('asks for a list when the code of its screen has loaded, with the filter of the link that opened it', async () => {
    openPage('/admin', 'admin')
    answerNormally()
    const { $stats } = await import('#stores/admin/dashboard-lists.ts')
    const { openList } = await import('#stores/admin/dashboard.ts')
    mountStores($stats)
    await waitForTask(null)
    openList('users', { filters: { property_id: '1' } })
    await waitForTask(null)
    expect(server.requestCount(LIST_ENDPOINTS.users)).toBe(0)
    const { riders } = await import('#stores/admin/riders/rider-lists.ts')
    await waitForTask(null)
    expect(server.requestsTo(LIST_ENDPOINTS.users).map(({ query }) => query.property_id)).toEqual(['1'])
    expect(rowNames(riders.$listPage.get())).toEqual(['Asha Rao'])
  })

  test("shows one message when several lists fail, with the server's text if one has it", async () => {
    openPage('/admin?tab=plans', 'admin')
    answerNormally()
    server.fail(getStats, { kind: 'plain' })
    server.fail(LIST_ENDPOINTS.plans, SERVER_ERROR)
    server.fail(listAllProperties, { kind: 'plain' })
    const { $stats } = await import('#tests/stores/admin/lists.ts')
    const { $tab, retryDashboard } = await import('#stores/admin/dashboard.ts')
    const stops = [$stats.listen(() => undefined), $tab.listen(() => undefined)]
    await waitForTask(null)
    expect(await shownToasts()).toEqual(['The database is away'])
    expect($stats.get()).toBe('failed')
    server.clearFaults()
    retryDashboard()
    expect($stats.get()).toBe('loading')
    await waitForTask(null)
    expect($stats.get()).toEqual(stats)
    for (const stop of stops) stop()
  })

  test('shows only the ended session, whatever else fails', async () => {
    const { lists } = await openTab('overview')
    server.fail(getStats, { kind: 'plain' })
    server.fail(listAllScooters, errorFault('Not authenticated', 401))
    await waitForTask(lists.loadDashboard('overview'))
    expect([await shownToasts(), carriedToasts(), visitedUrls]).toEqual([
      [],
      [appShellText.sessionEnded],
      ['/admin/auth']
    ])
  })

  test('shows the newest stats and bookings, in whatever order the responses arrive', async () => {
    const { lists } = await openTab('overview')
    server.answerTo(getStats, ({ number }) => ({ body: { ...stats, total_users: number } }))
    server.answerTo(listAllBookings, ({ number }) => ({ body: [{ ...booking, id: number }] }))
    for (const endpoint of [getStats, listAllBookings]) server.fail(endpoint, { kind: 'slow' }, 1)
    const shown = () => [(lists.$stats.get() as typeof stats).total_users, lists.$recentBookings.get()?.[0]?.id]
    void lists.loadDashboard('overview')
    await waitUntil(() => server.requestCount(getStats) === 2 && server.requestCount(listAllBookings) === 2)
    void lists.loadDashboard('overview')
    await waitUntil(() => shown()[0] === 3 && shown()[1] === '3')
    server.release()
    await waitForTask(null)
    expect(shown()).toEqual([3, '3'])
  })

  test('reloads what is on screen and may have changed after a change', async () => {
    const { lists } = await openTab('plans')
    const before = requestCounts()
    await waitForTask(lists.reloadAfter('plans'))
    const again = SPEC_LISTS.filter((_, place) => (requestCounts()[place] ?? 0) > (before[place] ?? 0))
    expect(again).toEqual(expect.arrayContaining([getStats, LIST_ENDPOINTS.plans]))
    expect(again).not.toContain(LIST_ENDPOINTS.users)
    expect(again).not.toContain(LIST_ENDPOINTS.pricing)
  })
})

describe('a dashboard with initial data', () => {
  const scooters = { hasMore: false, rows: v.parse(listAllScooters.output, [scooter]) }
  const propertyOptions = v.parse(listAllProperties.output, [palm, lake])

  /** The scooters tab, rendered this long ago. */
  async function openWithInitialLists(lists: InitialLists, ago_ms = 0) {
    openPage(screenPath('scooters'), 'admin')
    answerNormally()
    const { $tab, dashboardSsrEntries } = await import('#stores/admin/dashboard.ts')
    const {
      $propertyOptions,
      $stats,
      reloadAfterScooter,
      scooters: list
    } = await import('#tests/stores/admin/lists.ts')
    const { applyEntries } = await import('#stores/kit/ssr-values.ts')
    const renderedAt = new Date(Date.now() - ago_ms)
    applyEntries(
      dashboardSsrEntries({ lists, me, now: renderedAt.toISOString(), screen: 'scooters', stats }),
      renderedAt
    )
    mountStores($stats, $tab, $propertyOptions, list.$listPage)
    await waitForTask(null)
    return { $propertyOptions, list, reloadAfterScooter }
  }
  const requestedLists = () => SPEC_LISTS.filter(endpoint => server.requestCount(endpoint) > 0)

  test('shows the rows of its tab without a request until it becomes visible again', async () => {
    const { list } = await openWithInitialLists({ propertyOptions, scooters })
    expect(rowNames(list.$listPage.get())).toEqual(['Ather'])
    expect(requestedLists()).toEqual([])
    document.dispatchEvent(new Event('visibilitychange'))
    await waitForTask(null)
    expect(requestedLists()).toEqual([getStats, LIST_ENDPOINTS.properties, LIST_ENDPOINTS.scooters])
  })

  test('requests only what was too long for the page', async () => {
    const { $propertyOptions } = await openWithInitialLists({ propertyOptions: null, scooters })
    expect(requestedLists()).toEqual([LIST_ENDPOINTS.properties])
    expect($propertyOptions.get()).toHaveLength(2)
  })

  test('reloads at once when its data is old', async () => {
    await openWithInitialLists({ propertyOptions, scooters }, INITIAL_DATA_FRESH_MS + 1000)
    expect(requestedLists()).toEqual([getStats, LIST_ENDPOINTS.properties, LIST_ENDPOINTS.scooters])
  })
})

describe('the dashboard on an external backend', () => {
  beforeEach(useExternalBackend)

  test('loads all seven lists once, whatever tab is open', async () => {
    const { lists, openTab: open } = await openTab('users', { pages: false })
    expect(requestCounts()).toEqual(SPEC_LISTS.map(() => 1))
    open('bookings')
    await waitForTask(null)
    expect(requestCounts()).toEqual(SPEC_LISTS.map(() => 1))
    expect(lists.$propertyOptions.get()).toHaveLength(2)
    expect(lists.$propertiesWithoutRates.get()).toEqual([expect.objectContaining({ name: 'Lake View' })])
  })

  test('shows the five latest of all bookings', async () => {
    const { lists } = await openTab('overview', { pages: false })
    server.answer(
      listAllBookings,
      Array.from({ length: 8 }, (_, id) => ({ ...booking, id }))
    )
    await waitForTask(lists.loadDashboard('overview'))
    expect(lists.$recentBookings.get()?.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
  })

  test('reloads all lists after every change', async () => {
    const { lists } = await openTab('overview', { pages: false })
    server.answer(createProperty, lake)
    server.answer(deletePlan, { message: 'deleted' })
    const { propertyCrud } = await import('#stores/admin/catalogue/properties.ts')
    propertyCrud.add()
    propertyCrud.setField('name', 'Hill House')
    propertyCrud.setField('location', 'Ooty')
    server.answer(listAllProperties, [{ ...lake, name: 'Hill House' }, palm])
    await waitForTask(propertyCrud.save())
    expect(requestCounts()).toEqual(SPEC_LISTS.map(() => 2))
    expect(lists.$propertyOptions.get()?.[0]?.name).toBe('Hill House')
    const plans = await import('#stores/admin/catalogue/pricing.ts')
    const [first] = loadedRows(lists.plans)
    plans.planCrud.requestDelete(first)
    await waitForTask(plans.planCrud.confirmDelete())
    expect(requestCounts()).toEqual(SPEC_LISTS.map(() => 3))
  })

  test('loads the further pages of a backend with paging', async () => {
    const { lists } = await openTab('overview', { pages: true })
    expect([
      lists.$propertyOptions.get()?.length,
      lists.$recentBookings.get()?.length,
      lists.$fleet.get()?.length
    ]).toEqual([2, 1, 1])
    expect(lists.$propertiesWithoutRates.get()?.map(({ name }) => name)).toEqual(['Lake View'])
  })
})
