// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkBookingMoney, getBookingMoney, listAllBookings } from '#contract/bookings/admin-bookings.ts'
import * as admin from '#messages/admin.ts'
import { money as text } from '#messages/portal.ts'
import { clearTheScene, draw, said, server, setTheScene, settled, until } from '../wire/scene.ts'
import { openTab } from './portal.ts'

beforeEach(setTheScene)
afterEach(clearTheScene)

const money = (order_id: string) => ({ attempts: [], order_id, refunds: [] })

async function openMoney() {
  const { lists } = await openTab('bookings')
  const store = await import('#stores/admin/bookings/booking-payments.ts')
  draw(store.$looked, store.$money)
  const drawn = lists.bookings.$drawn.get()
  const [first] = typeof drawn === 'string' ? [] : drawn.rows
  if (!first) throw new Error('no booking has loaded')
  server.answerTo(getBookingMoney, ({ path }) => ({ body: money(`order of ${path.split('/').at(-2)}`) }))
  server.answer(checkBookingMoney, money('checked'))
  return { ...store, first, other: { ...first, id: '10' } }
}

describe('the payments of a booking', () => {
  test('are loaded when they are looked at', async () => {
    const { $looked, $money, first, lookAt, lookAway } = await openMoney()
    const looking = lookAt(first)
    expect($money.get()).toBe('loading')
    await settled(looking)
    expect([$looked.get(), $money.get()]).toMatchObject([{ id: '9' }, { order_id: 'order of 9' }])
    lookAway()
    expect($looked.get()).toBeNull()
  })

  test('are those of the booking that was looked at last, whichever answer comes last', async () => {
    const { $money, first, lookAt, other } = await openMoney()
    server.fail(getBookingMoney, { kind: 'slow' }, 1)
    void lookAt(first)
    await until(() => server.isWaitedFor())
    void lookAt(other)
    await until(() => $money.get() !== 'loading')
    server.release()
    await settled(null)
    expect($money.get()).toMatchObject({ order_id: 'order of 10' })
  })

  test('that fail to load say so, and are there after another try', async () => {
    const { $money, first, lookAt, retry } = await openMoney()
    server.fail(getBookingMoney, { body: { detail: 'The database is away' }, kind: 'answers', status: 500 }, 1)
    await settled(lookAt(first))
    expect([$money.get(), await said()]).toEqual(['failed', ['The database is away']])
    await settled(retry())
    expect($money.get()).toMatchObject({ order_id: 'order of 9' })
  })

  test('stay on screen while they are asked for again, and when that fails', async () => {
    const { $money, first, lookAgain, lookAt } = await openMoney()
    await settled(lookAt(first))
    server.fail(getBookingMoney, { kind: 'plain' })
    await settled(lookAgain())
    expect([$money.get(), await said()]).toMatchObject([{ order_id: 'order of 9' }, [text.loadFailed]])
  })

  test('are what the provider says once it is asked, and the bookings follow', async () => {
    const { $money, checkNow, first, lookAt } = await openMoney()
    await settled(checkNow())
    expect(server.askedFor(checkBookingMoney)).toBe(0)
    await settled(lookAt(first))
    const before = server.askedFor(listAllBookings)
    await settled(checkNow())
    expect([$money.get(), await said()]).toMatchObject([{ order_id: 'checked' }, [text.checked]])
    expect(server.askedFor(listAllBookings)).toBeGreaterThan(before)
  })

  test('stay as they are where the provider cannot be asked', async () => {
    const { $checking, $money, checkNow, first, lookAt } = await openMoney()
    await settled(lookAt(first))
    server.fail(checkBookingMoney, { body: { detail: admin.providerSilent }, kind: 'answers', status: 502 })
    await settled(checkNow())
    expect([$money.get(), await said(), $checking.get()]).toMatchObject([
      { order_id: 'order of 9' },
      [admin.providerSilent],
      false
    ])
  })

  test('of one booking are not shown as those of another that is looked at meanwhile', async () => {
    const { $money, checkNow, first, lookAt, other } = await openMoney()
    await settled(lookAt(first))
    server.fail(checkBookingMoney, { kind: 'slow' }, 1)
    const checking = checkNow()
    await until(() => server.isWaitedFor())
    await until(() => server.askedFor(checkBookingMoney) === 1)
    void lookAt(other)
    await until(() => $money.get() !== 'loading')
    server.release()
    await settled(checking)
    expect($money.get()).toMatchObject({ order_id: 'order of 10' })
  })
})
