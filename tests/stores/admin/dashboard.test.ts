// @vitest-environment jsdom
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAudits } from '#contract/admin/audits.ts'
import { getStats } from '#contract/admin/stats.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { deletePlan } from '#contract/catalogue/pricing-plans.admin.ts'
import { createProperty, listAllProperties } from '#contract/catalogue/properties.admin.ts'
import { listAllScooters } from '#contract/catalogue/scooters.admin.ts'
import { HAS_MORE } from '#contract/kit/has-more.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { FRESH_PAGE_MS, RECENT_BOOKINGS } from '#domain/constants.ts'
import { offline, sessionEnded } from '#messages/common.ts'
import { dashboardLoadFailed } from '#messages/portal.ts'
import type { FirstLists } from '#stores/admin/dashboard-lists.ts'
import {
  callAnotherBackend,
  carried,
  clearTheScene,
  draw,
  openPage,
  places,
  said,
  server,
  setTheScene,
  settled,
  until
} from '../wire/scene.ts'
import {
  addressOf,
  answerWell,
  booking,
  counts,
  LISTS,
  lake,
  namesOf,
  openTab,
  palm,
  SEVEN,
  scooter,
  stats
} from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

const WORDS = { body: { detail: 'The database is away' }, kind: 'answers', status: 500 } as const

describe('the dashboard on our own backend', () => {
  test('begins with the stats, the five latest bookings and the scooters', async () => {
    const { lists } = await openTab('overview')
    expect(lists.$stats.get()).toEqual(stats)
    expect(server.sentTo(listAllBookings).map(({ query }) => query)).toEqual([
      { page: '1', per_page: String(RECENT_BOOKINGS) }
    ])
    expect(lists.$recent.get()).toHaveLength(1)
    expect(lists.$fleet.get()).toHaveLength(1)
    for (const endpoint of [LISTS.users, LISTS.plans, LISTS.pricing]) expect(server.askedFor(endpoint)).toBe(0)
  })

  test('counts no scooter of a deleted property among those that riders can take', async () => {
    openPage('/admin', 'admin')
    answerWell()
    server.answer(listAllScooters, [scooter, { ...scooter, id: 8, property_deleted: true }], { [HAS_MORE]: 'false' })
    const { $stats } = await import('#stores/admin/dashboard-lists.ts')
    const { $fleetByStatus } = await import('#stores/admin/overview.ts')
    await import('#stores/admin/dashboard.ts')
    draw($stats, $fleetByStatus)
    await settled(null)
    expect($fleetByStatus.get()).toEqual({ Available: 1, Booked: 0, Maintenance: 0 })
  })

  test('opens the tab of its address, and puts the next one there', async () => {
    const dashboard = await openTab('users')
    expect(dashboard.$tab.get()).toBe('users')
    expect(server.askedFor(LISTS.users)).toBe(1)
    const pushed = vi.spyOn(history, 'pushState').mockReturnValue(undefined)
    dashboard.openTab('plans')
    dashboard.openTab('plans')
    await settled(null)
    expect(pushed.mock.calls.map(([, , path]) => path)).toEqual(['/admin?tab=plans'])
    expect([dashboard.$tab.get(), server.askedFor(LISTS.plans)]).toEqual(['plans', 1])
  })

  test('opens the view of its address, puts the next one there, and keeps it while another tab is open', async () => {
    const dashboard = await openTab('payments')
    expect([dashboard.$tab.get(), dashboard.$view.get()]).toEqual(['bookings', 'payments'])
    expect([server.askedFor(listRefunds), server.askedFor(listAllBookings)]).toEqual([2, 0])
    const pushed = vi.spyOn(history, 'pushState').mockReturnValue(undefined)
    dashboard.openView('all')
    dashboard.openView('all')
    dashboard.openView('payments')
    dashboard.openTab('users')
    dashboard.openTab('bookings')
    await settled(null)
    const bookings = '/admin?tab=bookings'
    expect(pushed.mock.calls.map(([, , path]) => path)).toEqual([
      bookings,
      `${bookings}&view=payments`,
      '/admin?tab=users',
      `${bookings}&view=payments`
    ])
    expect(dashboard.$view.get()).toBe('payments')
  })

  test('opens the log of what admins did beside the overview, at an address of its own, and leaves it by any tab', async () => {
    const dashboard = await openTab('overview')
    const pushed = vi.spyOn(history, 'pushState').mockReturnValue(undefined)
    dashboard.openActivity(true)
    await settled(null)
    expect([dashboard.$tab.get(), dashboard.$showsActivity.get(), server.askedFor(listAudits)]).toEqual([
      'overview',
      true,
      1
    ])
    dashboard.openTab('overview')
    dashboard.openActivity(true)
    dashboard.openTab('users')
    dashboard.openTab('overview')
    await settled(null)
    expect(dashboard.$showsActivity.get()).toBe(false)
    const log = '/admin?view=activity'
    expect(pushed.mock.calls.map(([, , path]) => path)).toEqual([log, '/admin', log, '/admin?tab=users', '/admin'])
  })

  test('opens the log at its address', async () => {
    const dashboard = await openTab('activity')
    expect([dashboard.$tab.get(), dashboard.$showsActivity.get()]).toEqual(['overview', true])
    expect([server.askedFor(listAudits), server.askedFor(listAllScooters)]).toEqual([1, 0])
  })

  test('follows the address to a view when it goes back', async () => {
    const dashboard = await openTab('bookings')
    openPage('/admin?tab=bookings&view=payments', 'admin')
    dispatchEvent(new Event('popstate'))
    await settled(null)
    expect([dashboard.$view.get(), server.askedFor(listRefunds)]).toEqual(['payments', 3])
  })

  test('says one thing when several lists fail, in the words of the server that has some', async () => {
    openPage('/admin?tab=plans', 'admin')
    answerWell()
    server.fail(getStats, { kind: 'plain' })
    server.fail(LISTS.plans, WORDS)
    server.fail(listAllProperties, { kind: 'plain' })
    const { $stats } = await import('#stores/admin/dashboard-lists.ts')
    const { $tab, retry } = await import('#stores/admin/dashboard.ts')
    const stops = [$stats.listen(() => undefined), $tab.listen(() => undefined)]
    await settled(null)
    expect(await said()).toEqual(['The database is away'])
    expect($stats.get()).toBe('failed')
    server.mend()
    retry()
    expect($stats.get()).toBe('loading')
    await settled(null)
    expect($stats.get()).toEqual(stats)
    for (const stop of stops) stop()
  })

  test("says 'Failed to load dashboard data' where the server has no words, and that the device is offline", async () => {
    const { lists } = await openTab('overview')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    for (const endpoint of SEVEN) server.fail(endpoint, { kind: 'offline' })
    await settled(lists.loadStart('overview'))
    expect(await said()).toEqual([dashboardLoadFailed, offline])
    expect(lists.$stats.get()).toEqual(stats)
  })

  test('says the end of the session and nothing else, whatever fails beside it', async () => {
    const { lists } = await openTab('overview')
    server.fail(getStats, { kind: 'plain' })
    server.fail(listAllScooters, { body: { detail: 'Not authenticated' }, kind: 'answers', status: 401 })
    await settled(lists.loadStart('overview'))
    expect([await said(), carried(), places]).toEqual([[], [sessionEnded], ['/admin/auth']])
  })

  test('shows the newest stats and bookings, whichever answer comes last', async () => {
    const { lists } = await openTab('overview')
    server.answerTo(getStats, ({ number }) => ({ body: { ...stats, total_users: number } }))
    server.answerTo(listAllBookings, ({ number }) => ({ body: [{ ...booking, id: number }] }))
    for (const endpoint of [getStats, listAllBookings]) server.fail(endpoint, { kind: 'slow' }, 1)
    const shown = () => [(lists.$stats.get() as typeof stats).total_users, lists.$recent.get()?.[0]?.id]
    void lists.loadStart('overview')
    await until(() => server.askedFor(getStats) === 2 && server.askedFor(listAllBookings) === 2)
    void lists.loadStart('overview')
    await until(() => shown()[0] === 3 && shown()[1] === '3')
    server.release()
    await settled(null)
    expect(shown()).toEqual([3, '3'])
  })

  test('asks after a change for what is on screen and can have changed', async () => {
    const { lists } = await openTab('plans')
    const before = counts()
    await settled(lists.reloadAfter('plans'))
    const again = SEVEN.filter((_, place) => (counts()[place] ?? 0) > (before[place] ?? 0))
    expect(again).toEqual(expect.arrayContaining([getStats, LISTS.plans]))
    expect(again).not.toContain(LISTS.users)
    expect(again).not.toContain(LISTS.pricing)
  })

  test('asks again when it is seen again, and keeps what is on screen', async () => {
    const { lists } = await openTab('overview')
    server.fail(getStats, { kind: 'slow' })
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => server.isWaitedFor())
    expect(lists.$stats.get()).toEqual(stats)
    server.release()
    await settled(null)
  })
})

describe('a dashboard that came with its data', () => {
  const scooters = { has_more: false, rows: v.parse(listAllScooters.output, [scooter]) }
  const places = v.parse(listAllProperties.output, [palm, lake])

  /** The scooters' tab, as it was drawn so long ago. */
  async function cameWith(lists: FirstLists, ago_ms = 0) {
    openPage(addressOf('scooters'), 'admin')
    answerWell()
    const { $tab, dashboardEntries } = await import('#stores/admin/dashboard.ts')
    const { $places, $stats, reloadAfter, scooters: list } = await import('#stores/admin/dashboard-lists.ts')
    const { fill } = await import('#stores/kit/ssr-values.ts')
    const drawnAt = new Date(Date.now() - ago_ms)
    fill(dashboardEntries({ lists, now: drawnAt.toISOString(), screen: 'scooters', stats }), drawnAt)
    draw($stats, $tab, $places, list.$drawn)
    await settled(null)
    return { $places, list, reloadAfter }
  }
  const asked = () => SEVEN.filter(endpoint => server.askedFor(endpoint) > 0)

  test('shows the rows of its tab and asks for none of them, until it is seen again', async () => {
    const { list } = await cameWith({ places, scooters })
    expect(namesOf(list.$drawn.get())).toEqual(['Ather'])
    expect(asked()).toEqual([])
    document.dispatchEvent(new Event('visibilitychange'))
    await settled(null)
    expect(asked()).toEqual([getStats, LISTS.properties, LISTS.scooters])
  })

  test('asks for what was too long for the page, and for nothing else', async () => {
    const { $places } = await cameWith({ places: null, scooters })
    expect(asked()).toEqual([LISTS.properties])
    expect($places.get()).toHaveLength(2)
  })

  test('asks for its list after a change, as for one that it has asked for', async () => {
    const { reloadAfter } = await cameWith({ places, scooters })
    await settled(reloadAfter('scooters'))
    expect(asked()).toContain(LISTS.scooters)
  })

  test('asks at once where it is old', async () => {
    await cameWith({ places, scooters }, FRESH_PAGE_MS + 1000)
    expect(asked()).toEqual([getStats, LISTS.properties, LISTS.scooters])
  })
})

describe('the dashboard on another backend', () => {
  beforeEach(callAnotherBackend)

  test('loads all seven lists together, whatever tab is open, and each once', async () => {
    const { lists, openTab: open } = await openTab('users', { pages: false })
    expect(counts()).toEqual(SEVEN.map(() => 1))
    open('bookings')
    await settled(null)
    expect(counts()).toEqual(SEVEN.map(() => 1))
    expect(lists.$places.get()).toHaveLength(2)
    expect(lists.$unpriced.get()).toEqual([expect.objectContaining({ name: 'Lake View' })])
  })

  test('shows the five latest of all bookings', async () => {
    const { lists } = await openTab('overview', { pages: false })
    server.answer(
      listAllBookings,
      Array.from({ length: 8 }, (_, id) => ({ ...booking, id }))
    )
    await settled(lists.loadStart('overview'))
    expect(lists.$recent.get()?.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
  })

  test('loads all of them again after every change', async () => {
    const { lists } = await openTab('overview', { pages: false })
    server.answer(createProperty, { message: 'created' } as never)
    server.answer(deletePlan, { message: 'deleted' })
    const { crud } = await import('#stores/admin/catalogue/properties.ts')
    crud.add()
    crud.typeInto('name', 'Hill House')
    crud.typeInto('location', 'Ooty')
    server.answer(listAllProperties, [{ ...lake, name: 'Hill House' }, palm])
    await settled(crud.save())
    expect(counts()).toEqual(SEVEN.map(() => 2))
    expect(lists.$places.get()?.[0]?.name).toBe('Hill House')
    const plans = await import('#stores/admin/catalogue/plans.ts')
    const drawn = lists.plans.$drawn.get()
    if (typeof drawn === 'string' || !drawn.rows[0]) throw new Error('no plan has loaded')
    plans.crud.askToDelete(drawn.rows[0])
    await settled(plans.crud.deleteNow())
    expect(counts()).toEqual(SEVEN.map(() => 3))
  })

  test('asks for what the pages of the lists leave out, where it knows pages', async () => {
    const { lists } = await openTab('overview', { pages: true })
    expect([lists.$places.get()?.length, lists.$recent.get()?.length, lists.$fleet.get()?.length]).toEqual([2, 1, 1])
    expect(lists.$unpriced.get()?.map(({ name }) => name)).toEqual(['Lake View'])
  })

  test('says one thing when nothing of the seven comes', async () => {
    const { lists } = await openTab('overview', { pages: false })
    for (const endpoint of SEVEN) server.fail(endpoint, { kind: 'offline' })
    await settled(lists.loadStart('overview'))
    expect(await said()).toEqual([dashboardLoadFailed])
  })
})
