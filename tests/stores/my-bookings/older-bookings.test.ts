// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Booking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'
import { MY_BOOKINGS_FIRST_LIMIT, MY_BOOKINGS_PAGE_SIZE } from '#domain/constants.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'
import type { ReceivedRequest } from '#tests/helpers/servers/fault-server.ts'
import { advanceTime, finish, server, shownToasts, useExternalBackend } from '#tests/stores/browser-tab.ts'
import { booking, later, NOW } from './bookings.ts'
import { arrive, setUpMyBookings } from './page.ts'

// My Bookings of a rider with more than one page of bookings.

/** A ride of one hour that starts this many hours from now. */
const row = (id: string, hours: number, payment_status: PaymentStatus = 'Completed') =>
  booking(id, later(hours * HOUR_MS).toISOString(), later((hours + 1) * HOUR_MS).toISOString(), { payment_status })

const pastRows = (count: number) => Array.from({ length: count }, (_, i) => row(`past-${i}`, -10 - i * 2))
const failedRows = (count: number) => Array.from({ length: count }, (_, i) => row(`failed-${i}`, 10 + i * -2, 'Failed'))

/** The bookings of the backend, and what it waits for before it answers. */
const backend = {
  before: async (_: URLSearchParams) => undefined as unknown,
  supportsPaging: true,
  rows: [] as Booking[]
}

const newest = (rows: readonly Booking[]) =>
  rows.toSorted((one, other) => other.start_time.localeCompare(one.start_time))

function answerTo(params: URLSearchParams) {
  const limit = Number(params.get('limit'))
  if (!backend.supportsPaging || limit === 0) return { body: newest(backend.rows) }
  const now = new Date().toISOString()
  const past = newest(backend.rows.filter(one => one.payment_status === 'Completed' && one.end_time < now))
  const failed = newest(backend.rows.filter(one => ['Failed', 'Refunded'].includes(one.payment_status)))
  const current = backend.rows.filter(one => ![...past, ...failed].includes(one))
  const after = (rows: Booking[]) => rows.slice(rows.findIndex(({ id }) => id === params.get('before')) + 1)
  const section = params.get('section')
  const lists = section === null ? [past, failed] : [after(section === 'past' ? past : failed)]
  const hasMore = lists.some(rows => rows.length > limit)
  const pages = lists.flatMap(rows => rows.slice(0, limit))
  const owed = failed.filter(one => one.refund_status === 'pending' && !pages.includes(one))
  const rows = [...(section === null ? [...current, ...owed] : []), ...pages]
  return { body: rows, headers: { 'x-has-more': String(hasMore) } }
}

async function answer({ query }: ReceivedRequest) {
  const params = new URLSearchParams(query)
  await backend.before(params)
  return answerTo(params)
}

/** The queries of the requests for the list. */
const listQueries = () => server.requestsTo(listMyBookings).map(({ query }) => `${new URLSearchParams(query)}`)

async function openList() {
  const { sectionsOf } = await import('#stores/my-bookings/bookings.ts')
  const store = await arrive()
  await import('#stores/my-bookings/bookings.ts')
  await advanceTime(2000)
  server.forgetRequests()
  const loaded = () => [...(store.$bookings.get() as readonly Booking[]), ...store.$olderBookings.get()]
  /** The visible bookings of a section, and whether 'Show more' is offered. */
  const screen = (section: 'current' | 'not_completed' | 'past') => {
    const rows = sectionsOf(loaded(), [], new Date())[section]
    const visibleCount = store.$visibleCounts.get()[section]
    return { hasMore: rows.length > visibleCount, ids: rows.slice(0, visibleCount).map(({ id }) => id) }
  }
  const refresh = async () => {
    void store.refreshBookings()
    await advanceTime(1000)
  }
  return { ...store, loaded, refresh, screen }
}

const idsOf = (rows: readonly Booking[]) => rows.map(({ id }) => id)
const isTwice = (ids: readonly string[]) => new Set(ids).size < ids.length

setUpMyBookings()
beforeEach(() => {
  server.answerTo(listMyBookings, answer)
  Object.assign(backend, { before: async () => undefined, supportsPaging: true })
  backend.rows = [row('next', 5), ...pastRows(70), ...failedRows(50)]
})

describe('a list with pages', () => {
  test('shows the current rides and one page of each section with one request', async () => {
    const { refresh, screen } = await openList()
    expect(screen('current')).toEqual({ hasMore: false, ids: ['next'] })
    expect(screen('past')).toEqual({ hasMore: true, ids: idsOf(pastRows(MY_BOOKINGS_PAGE_SIZE)) })
    expect(screen('not_completed')).toEqual({ hasMore: true, ids: idsOf(failedRows(MY_BOOKINGS_PAGE_SIZE)) })
    await refresh()
    expect(listQueries()).toEqual([`limit=${MY_BOOKINGS_FIRST_LIMIT}`])
  })

  test('loads the next page of one section after its last booking', async () => {
    const { screen, showMore } = await openList()
    await showMore('past')
    expect(listQueries()).toEqual(['before=past-20&limit=20&section=past'])
    expect(screen('past')).toEqual({ hasMore: true, ids: idsOf(pastRows(40)) })
    expect(screen('not_completed').ids).toHaveLength(MY_BOOKINGS_PAGE_SIZE)
  })

  test('ends without a superfluous request', async () => {
    const { screen, showMore } = await openList()
    for (let page = 0; page < 3; page += 1) await showMore('past')
    expect(screen('past')).toEqual({ hasMore: false, ids: idsOf(pastRows(70)) })
    expect(listQueries()).toHaveLength(3)
    for (let page = 0; page < 2; page += 1) await showMore('not_completed')
    expect(screen('not_completed')).toEqual({ hasMore: false, ids: idsOf(failedRows(50)) })
    expect(listQueries()).toHaveLength(5)
  })

  test('requests a page once for repeated presses', async () => {
    const { screen, showMore } = await openList()
    await Promise.all([showMore('past'), showMore('past'), showMore('past')])
    expect(screen('past').ids).toEqual(idsOf(pastRows(40)))
    expect(listQueries()).toHaveLength(1)
  })

  test('shows an error when a page fails, stays unchanged, and retries on request', async () => {
    const { screen, showMore } = await openList()
    server.fail(listMyBookings, { kind: 'offline' })
    await finish(showMore('past'), 2000)
    expect(await shownToasts()).toEqual([myBookingsText.loadFailed])
    expect(screen('past').ids).toEqual(idsOf(pastRows(MY_BOOKINGS_PAGE_SIZE)))
    server.clearFaults()
    await showMore('past')
    expect(screen('past').ids).toEqual(idsOf(pastRows(40)))
  })
})

describe('a refresh', () => {
  test('keeps the loaded pages', async () => {
    const { refresh, screen, showMore } = await openList()
    await showMore('past')
    await showMore('not_completed')
    await refresh()
    expect(screen('past')).toEqual({ hasMore: true, ids: idsOf(pastRows(40)) })
    expect(screen('not_completed')).toEqual({ hasMore: true, ids: idsOf(failedRows(40)) })
    await showMore('past')
    expect(screen('past').ids).toEqual(idsOf(pastRows(60)))
  })

  test('shows a ride that has ended meanwhile once, as past, and loses no booking', async () => {
    backend.rows.push(row('riding', -0.5))
    const { loaded, refresh, screen, showMore } = await openList()
    await showMore('past')
    expect(screen('current').ids).toEqual(['riding', 'next'])
    vi.setSystemTime(NOW.getTime() + HOUR_MS)
    const expected = ['riding', ...idsOf(pastRows(39))]
    expect(screen('past').ids).toEqual(expected)
    await refresh()
    expect(screen('current').ids).toEqual(['next'])
    expect(screen('past')).toEqual({ hasMore: true, ids: expected })
    expect(isTwice(idsOf(loaded()))).toBe(false)
    for (let page = 0; page < 2; page += 1) await showMore('past')
    expect(screen('past')).toEqual({ hasMore: false, ids: ['riding', ...idsOf(pastRows(70))] })
  })

  test('shows what has changed in the bookings of later pages', async () => {
    backend.rows.push({ ...row('owed', -55, 'Refunded'), refund: 140, refund_status: 'processed' })
    const { loaded, refresh, screen, showMore } = await openList()
    await showMore('not_completed')
    await showMore('not_completed')
    const { ids } = screen('not_completed')
    expect(ids).toContain('owed')
    for (const one of backend.rows) if (one.id === 'owed') one.refund = 90
    await refresh()
    expect(loaded().find(({ id }) => id === 'owed')).toMatchObject({ refund: 90 })
    expect(screen('not_completed').ids).toEqual(ids)
  })

  test.each([30, 110])('keeps the row %i of a section when its refund is processed', async index => {
    backend.rows = failedRows(130)
    const owed = backend.rows[index]
    Object.assign(owed ?? {}, { payment_status: 'Refunded', refund: 140, refund_status: 'pending' })
    const { loaded, refresh, screen, showMore } = await openList()
    expect(idsOf(loaded())).toContain(`failed-${index}`)
    for (let page = 0; page < 5; page += 1) await showMore('not_completed')
    Object.assign(owed ?? {}, { refund_status: 'processed' })
    await refresh()
    await showMore('not_completed')
    expect(screen('not_completed')).toEqual({ hasMore: false, ids: idsOf(failedRows(130)) })
  })

  test('removes a past booking that was cancelled', async () => {
    const { refresh, screen, showMore } = await openList()
    await showMore('past')
    for (const one of backend.rows) if (one.id === 'past-3') one.payment_status = 'Failed'
    await refresh()
    expect(screen('past').ids).toEqual(idsOf(pastRows(41)).filter(id => id !== 'past-3'))
  })

  test('shows as many rows as before when there are newer ones', async () => {
    const { refresh, screen, showMore } = await openList()
    await showMore('past')
    await showMore('past')
    const since = Array.from({ length: 30 }, (_, i) => row(`since-${i}`, -2 - i * 0.1))
    backend.rows.push(...since)
    await refresh()
    expect(screen('past')).toEqual({ hasMore: true, ids: idsOf([...since, ...pastRows(30)]) })
    for (let page = 0; page < 2; page += 1) await showMore('past')
    expect(screen('past')).toEqual({ hasMore: false, ids: idsOf([...since, ...pastRows(70)]) })
  })

  test('keeps a page that was shown before its answer', async () => {
    const { refresh, screen, showMore } = await openList()
    let deliver = () => {}
    backend.before = params =>
      params.has('section') ? Promise.resolve() : new Promise<void>(resolve => (deliver = resolve))
    await refresh()
    await showMore('past')
    backend.before = async () => undefined
    deliver()
    await advanceTime(1000)
    expect(screen('past')).toEqual({ hasMore: true, ids: idsOf(pastRows(40)) })
  })

  test('leaves no gap when it changes the list during the load of a page', async () => {
    const { refresh, screen, showMore } = await openList()
    let deliver = () => {}
    backend.before = params =>
      params.has('section') ? new Promise<void>(resolve => (deliver = resolve)) : Promise.resolve()
    const more = showMore('past')
    await advanceTime(0)
    const since = Array.from({ length: 30 }, (_, i) => row(`since-${i}`, -2 - i * 0.1))
    backend.rows.push(...since)
    await refresh()
    deliver()
    await more
    backend.before = async () => undefined
    await showMore('past')
    expect(screen('past').ids).toEqual(idsOf([...since, ...pastRows(10)]))
  })

  test('discards the pages when one response contains everything', async () => {
    const { loaded, refresh, screen, showMore } = await openList()
    await showMore('past')
    backend.rows = [row('next', 5), ...pastRows(3)]
    await refresh()
    expect(idsOf(loaded())).toEqual(['next', 'past-0', 'past-1', 'past-2'])
    expect(screen('past').hasMore).toBe(false)
  })
})

describe('a hold that ends', () => {
  test('is reported when its booking has moved to a page that is not loaded', async () => {
    backend.rows = [...Array.from({ length: 30 }, (_, i) => row(`failed-${i}`, 100 + i, 'Failed'))]
    const held = { ...row('held', 3, 'Pending'), expires_at: later(MINUTE_MS).toISOString() }
    backend.rows.push(held)
    await openList()
    held.payment_status = 'Failed'
    await advanceTime(MINUTE_MS)
    expect(await shownToasts()).toHaveLength(1)
  })
})

describe('a backend without paging', () => {
  beforeEach(() => {
    backend.supportsPaging = false
    useExternalBackend()
  })

  test('receives the specified request only, and its list is paged in the browser', async () => {
    backend.rows.push(...Array.from({ length: 30 }, (_, i) => row(`later-${i}`, 20 + i)))
    const { refresh, screen, showMore } = await openList()
    for (const section of ['current', 'past', 'not_completed'] as const) {
      expect([section, screen(section).ids.length, screen(section).hasMore]).toEqual([
        section,
        MY_BOOKINGS_PAGE_SIZE,
        true
      ])
      await showMore(section)
    }
    expect(screen('past').ids).toEqual(idsOf(pastRows(40)))
    expect(screen('current').hasMore).toBe(false)
    expect(listQueries()).toEqual([])
    await refresh()
    expect(listQueries()).toEqual([''])
    expect(screen('past').ids).toEqual(idsOf(pastRows(40)))
  })
})
