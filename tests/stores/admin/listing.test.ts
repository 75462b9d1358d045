// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { listAllPlans } from '#contract/catalogue/pricing-plans.admin.ts'
import { listAllProperties } from '#contract/catalogue/properties.admin.ts'
import { listAllScooters } from '#contract/catalogue/scooters.admin.ts'
import { HAS_MORE } from '#contract/kit/has-more.ts'
import { listUsers } from '#contract/riders/users.ts'
import { PAGE_ROWS, SEARCH_MAX_LENGTH, SEARCH_PAUSE_MS } from '#domain/constants.ts'
import { searchTooLong } from '#messages/admin.ts'
import { dashboardLoadFailed } from '#messages/portal.ts'
import { clearTheScene, draw, pass, said, server, setTheScene, settled, until } from '../wire/scene.ts'
import { booking, lake, namesOf, openTab, palm, scooter } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

const lastQuery = (endpoint: typeof listAllProperties | typeof listAllScooters) => server.sentTo(endpoint).at(-1)?.query

async function openProperties(options = {}) {
  const { lists } = await openTab('properties', options)
  draw(lists.properties.$drawn)
  return lists.properties
}

describe('a list on our own backend', () => {
  test('is asked for its first page', async () => {
    const list = await openProperties()
    expect(server.sentTo(listAllProperties).map(({ query }) => query)).toEqual([
      { page: '1', per_page: String(PAGE_ROWS) }
    ])
    expect(namesOf(list.$drawn.get())).toEqual(['Palm Grove', 'Lake View'])
  })

  test('is searched once nobody has typed for a while, from the first page on', async () => {
    const list = await openProperties()
    list.turnTo(3)
    await settled(null)
    for (const typed of ['p', 'pa', 'pal ']) list.search(typed)
    await pass(SEARCH_PAUSE_MS - 100)
    expect(server.askedFor(listAllProperties)).toBe(2)
    await pass(200)
    await settled(null)
    expect(server.askedFor(listAllProperties)).toBe(3)
    expect(lastQuery(listAllProperties)).toMatchObject({ page: '1', q: 'pal' })
    expect(list.$search.get()).toBe('pal ')
  })

  test('is not asked for a search that is too long, which stays as it was typed and is pointed out', async () => {
    const list = await openProperties()
    draw(list.$searchError)
    const longest = 'x'.repeat(SEARCH_MAX_LENGTH)
    list.search(` ${longest} `)
    await pass(SEARCH_PAUSE_MS * 2)
    await settled(null)
    expect(lastQuery(listAllProperties)).toMatchObject({ q: longest })
    expect(list.$searchError.get()).toBeNull()
    list.search(`${longest}x`)
    expect(list.$searchError.get()).toBe(searchTooLong)
    await pass(SEARCH_PAUSE_MS * 2)
    await settled(null)
    expect([server.askedFor(listAllProperties), list.$search.get()]).toEqual([2, `${longest}x`])
    list.search('lake')
    await pass(SEARCH_PAUSE_MS * 2)
    await settled(null)
    expect([lastQuery(listAllProperties), list.$searchError.get()]).toMatchObject([{ q: 'lake' }, null])
  })

  test('is narrowed, sorted and leafed through together', async () => {
    const { lists } = await openTab('scooters')
    lists.scooters.filter('status', 'Booked')
    lists.scooters.filter('property_id', '1')
    lists.scooters.sortBy('-name')
    lists.scooters.turnTo(2)
    await settled(null)
    const wish = { page: '2', property_id: '1', sort: '-name', status: 'Booked' }
    expect(lastQuery(listAllScooters)).toEqual({ ...wish, per_page: String(PAGE_ROWS) })
    lists.scooters.filter('status', '')
    await settled(null)
    expect(lastQuery(listAllScooters)).toEqual({
      page: '1',
      per_page: String(PAGE_ROWS),
      property_id: '1',
      sort: '-name'
    })
  })

  test('is shown whole again, even when a search was about to be sent', async () => {
    const list = await openProperties()
    list.filter('property_id', '1')
    list.search('lake')
    list.clear()
    await pass(SEARCH_PAUSE_MS * 2)
    await settled(null)
    expect(lastQuery(listAllProperties)).toEqual({ page: '1', per_page: String(PAGE_ROWS) })
    expect(list.$search.get()).toBe('')
  })

  test('says whether there is more', async () => {
    const list = await openProperties()
    expect(list.$drawn.get()).toMatchObject({ has_more: false })
    server.answer(listAllProperties, [lake], { [HAS_MORE]: 'true' })
    await settled(list.load())
    expect(list.$drawn.get()).toMatchObject({ has_more: true })
  })

  test('shows the newest answer, whichever comes last, and what there was until then', async () => {
    const list = await openProperties()
    server.answerTo(listAllProperties, ({ query }) => ({
      body: query.q === 'lake' ? [lake] : [palm],
      headers: { [HAS_MORE]: 'false' }
    }))
    server.fail(listAllProperties, { kind: 'slow' }, 1)
    list.search('palm')
    await until(() => server.askedFor(listAllProperties) === 2)
    expect([list.$refreshing.get(), namesOf(list.$drawn.get())]).toEqual([true, ['Palm Grove', 'Lake View']])
    list.search('lake')
    await until(() => !list.$refreshing.get())
    expect(namesOf(list.$drawn.get())).toEqual(['Lake View'])
    server.release()
    await settled(null)
    expect(namesOf(list.$drawn.get())).toEqual(['Lake View'])
  })

  test('that fails at first says so, and is there after another try', async () => {
    const { lists } = await openTab('properties')
    server.fail(listUsers, { body: { detail: 'The database is away' }, kind: 'answers', status: 500 }, 1)
    await settled(lists.users.load().catch(() => undefined))
    expect(lists.users.$drawn.get()).toBe('failed')
    lists.users.retry()
    expect(lists.users.$drawn.get()).toBe('loading')
    await settled(null)
    expect(namesOf(lists.users.$drawn.get())).toEqual(['Asha Rao'])
  })

  test('that fails later keeps what is on screen and what was wished for', async () => {
    const list = await openProperties()
    server.fail(listAllProperties, { kind: 'plain' })
    list.sortBy('name')
    await settled(null)
    expect(await said()).toEqual([dashboardLoadFailed])
    expect([list.$refreshing.get(), namesOf(list.$drawn.get())]).toEqual([false, ['Palm Grove', 'Lake View']])
    expect(list.$wish.get().sort).toBe('name')
  })
})

const many = Array.from({ length: PAGE_ROWS + 5 }, (_, number) => ({
  id: number,
  location: number % 2 ? 'Kochi' : 'Mysuru',
  name: `House ${number}`
}))

describe('a list of a backend that answers with everything', () => {
  test('is cut into pages here', async () => {
    const list = await openProperties({ pages: false })
    server.answer(listAllProperties, many)
    await settled(list.load())
    expect(list.$drawn.get()).toMatchObject({ has_more: true, rows: { length: PAGE_ROWS } })
    list.turnTo(2)
    expect(list.$drawn.get()).toMatchObject({ has_more: false, rows: { length: 5 } })
    expect(server.askedFor(listAllProperties)).toBe(2)
  })

  test('is searched here, in what is written and not in its ids and addresses', async () => {
    const list = await openProperties({ pages: false })
    const names = async (typed: string) => {
      list.search(typed)
      await pass(SEARCH_PAUSE_MS * 2)
      return namesOf(list.$drawn.get())
    }
    expect(await names(' LAKE ')).toEqual(['Lake View'])
    expect(await names('kochi')).toEqual(['Palm Grove'])
    expect(await names('images')).toEqual([])
    expect(await names('')).toEqual(['Palm Grove', 'Lake View'])
    expect(server.askedFor(listAllProperties)).toBe(1)
  })

  test('is sorted here, words as words and numbers as numbers, both ways', async () => {
    const { lists } = await openTab('plans', { pages: false })
    server.answer(
      listAllPlans,
      [9, 10, 100].map(cost => ({ cost, hours: 1, id: cost, name: `Plan ${cost}` }))
    )
    await settled(lists.plans.load())
    lists.plans.sortBy('-cost')
    expect(namesOf(lists.plans.$drawn.get())).toEqual(['Plan 100', 'Plan 10', 'Plan 9'])
    lists.plans.sortBy('name')
    expect(namesOf(lists.plans.$drawn.get())).toEqual(['Plan 10', 'Plan 100', 'Plan 9'])
  })

  test('is narrowed here, by the days in India on which rides begin too', async () => {
    const { lists } = await openTab('bookings', { pages: false })
    const late = { ...booking, id: 10, start_time: '2026-06-15T19:00:00Z', user_name: 'After midnight in India' }
    const pending = { ...booking, id: 11, payment_status: 'Pending', user_name: 'Unpaid' }
    server.answer(listAllBookings, [booking, late, pending])
    await settled(lists.bookings.load())
    const riders = () => {
      const drawn = lists.bookings.$drawn.get()
      return typeof drawn === 'string' ? drawn : drawn.rows.map(({ user_name }) => user_name)
    }
    lists.bookings.filter('to', '2026-06-15')
    expect(riders()).toEqual(['Asha Rao', 'Unpaid'])
    lists.bookings.filter('status', 'Completed')
    expect(riders()).toEqual(['Asha Rao'])
    lists.bookings.filter('to', '')
    lists.bookings.filter('from', '2026-06-16')
    expect(riders()).toEqual(['After midnight in India'])
  })

  test('is narrowed by what is no word as well', async () => {
    const { lists } = await openTab('plans', { pages: false })
    lists.plans.filter('is_active', 'false')
    expect(namesOf(lists.plans.$drawn.get())).toEqual([])
    lists.plans.filter('is_active', 'true')
    expect(namesOf(lists.plans.$drawn.get())).toEqual(['Errand Run'])
    lists.plans.filter('property_id', String(scooter.property_id))
    expect(namesOf(lists.plans.$drawn.get())).toEqual(['Errand Run'])
  })
})
