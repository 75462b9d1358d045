// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import { addProblem, listRidesInside } from '#contract/problems/problems.ts'
import { RIDES_PER_BLOCK_MAX } from '#domain/problems/problems.ts'
import * as adminProblemsText from '#messages/admin/admin-problems.ts'
import * as commonText from '#messages/common.ts'
import * as problemsText from '#messages/problems.ts'
import { openTab, problem, scooter } from '#tests/stores/admin/page.ts'
import { mountStores, server, setUpBrowserTab, shownToasts, waitForTask } from '#tests/stores/browser-tab.ts'

setUpBrowserTab()

const [BLUE, GREEN] = [
  { id: 's2', name: 'Blue 2' },
  { id: 's3', name: 'Green 3' }
]

const rideAt = (id: string, from: string, to: string, changes: object = {}) => ({
  end_time: `2099-06-15T${to}:00Z`,
  id,
  owed: 0,
  refund: 140,
  start_time: `2099-06-15T${from}:00Z`,
  targets: [BLUE],
  user_name: `Rider ${id}`,
  ...changes
})

async function opened(inside: ReturnType<typeof rideAt>[]) {
  await openTab('problems')
  server.answer(listAllScooters, [{ ...scooter, id: 's1', name: 'Red 1' }], { 'x-has-more': 'false' })
  server.answer(listRidesInside, inside)
  server.answer(addProblem, { hits: [], problem: { ...problem, scooter_name: 'Red 1' } })
  const store = await import('#stores/admin/problems/block-scooter.ts')
  mountStores(
    store.$scooters,
    store.$ridesInside,
    store.$choices,
    store.$leftOver,
    store.$toldCount,
    store.blockForm.$fields
  )
  await waitForTask(store.openBlock())
  store.blockForm.setField('from', '2099-06-15')
  store.blockForm.setField('to', '2099-06-16')
  await waitForTask(store.loadRidesInside())
  store.blockForm.setField('note', ' New brakes ')
  return store
}

const ridesOf = (index: number) =>
  (server.requestsTo(addProblem)[index]?.body as { rides?: unknown } | undefined)?.rides

describe('the choices for the rides in a window', () => {
  test('are a scooter that is not used twice at a time, else the money; a ride under way or disputed stays', async () => {
    const { $choices, $toldCount, block } = await opened([
      rideAt('under_way', '08:00', '10:00', { start_time: '2020-01-01T08:00:00Z' }),
      rideAt('a', '10:00', '12:00'),
      rideAt('b', '11:00', '13:00', { targets: [BLUE, GREEN] }),
      rideAt('c', '11:30', '12:30'),
      rideAt('d', '12:00', '14:00'),
      rideAt('e', '12:00', '14:00', { refund: null, targets: [] })
    ])
    expect($choices.get()).toEqual({ a: 's2', b: 's3', c: 'refund', d: 's2', e: 'leave', under_way: 'leave' })
    expect($toldCount.get()).toBe(4)
    await waitForTask(block())
    expect(ridesOf(0)).toEqual([
      { id: 'a', move_to: 's2' },
      { id: 'b', move_to: 's3' },
      { amount: 140, id: 'c', owed: 0 },
      { id: 'd', move_to: 's2' }
    ])
    expect(server.requestsTo(addProblem)[0]?.body).toMatchObject({ note: 'New brakes', scooter_id: 's1' })
    expect(await shownToasts()).toEqual([adminProblemsText.scooterBlocked('Red 1')])
  })
})

describe('a window that is blocked', () => {
  test('decides about many rides in several calls, each as large as one may be', async () => {
    const rides = Array.from({ length: RIDES_PER_BLOCK_MAX + 1 }, (_, index) =>
      rideAt(`r${index}`, '10:00', '12:00', { targets: [] })
    )
    const { block } = await opened(rides)
    await waitForTask(block())
    expect([ridesOf(0), ridesOf(1), ridesOf(2)]).toMatchObject([
      { length: RIDES_PER_BLOCK_MAX },
      { length: 1 },
      undefined
    ])
    const [first, second] = server.requestsTo(addProblem).map(({ body }) => (body as { id: string }).id)
    expect(second).toBe(first)
    expect(await shownToasts()).toEqual([adminProblemsText.scooterBlocked('Red 1')])
  })

  test('stays open for rides that were booked meanwhile or have changed, and the same window is sent again', async () => {
    const { $ridesInside, $leftOver, $scooters, block, choose } = await opened([
      rideAt('a', '10:00', '12:00'),
      rideAt('b', '12:00', '14:00')
    ])
    choose('b', 'leave')
    const [changed, left, booked] = [
      rideAt('a', '10:00', '12:00', { targets: [] }),
      rideAt('b', '12:00', '14:00'),
      rideAt('c', '14:00', '16:00')
    ]
    server.answer(addProblem, { hits: [changed, left, booked], problem })
    await waitForTask(block())
    expect($leftOver.get()).toBe(adminProblemsText.ridesLeftOver(['Rider c'], ['Rider a']))
    expect($ridesInside.get()).toHaveLength(3)
    server.answer(addProblem, { hits: [left], problem })
    await waitForTask(block())
    expect(ridesOf(1)).toEqual([
      { amount: 140, id: 'a', owed: 0 },
      { id: 'c', move_to: 's2' }
    ])
    const [first, second] = server.requestsTo(addProblem).map(({ body }) => (body as { id: string }).id)
    expect(second).toBe(first)
    expect($scooters.get()).toBeNull()
  })
})

describe('the form of a window', () => {
  /** The form from 16 June, 8:00 am, until then. */
  async function openedUntil(day: string, time: string) {
    const store = await opened([])
    const { setField } = store.blockForm
    setField('from', '2026-06-16')
    setField('from_time', '08:00')
    setField('to', day)
    setField('to_time', time)
    return store
  }

  const timesOf = ({ blockForm }: Awaited<ReturnType<typeof opened>>) => {
    const { from, from_time, to, to_time } = blockForm.$fields.get()
    return [`${from} ${from_time}`, `${to} ${to_time}`]
  }

  test.each([
    ['keeps the end after a start that moves before it', '2026-06-15', '2026-06-17 10:00'],
    ['moves the end with a start that moves past it', '2026-06-18', '2026-06-19 10:00']
  ])('%s', async (_, from, to) => {
    const store = await openedUntil('2026-06-17', '10:00')
    const { setField } = store.blockForm
    // As a person types the year.
    for (const year of ['0002', '0020', '0202', '2026']) setField('from', from.replace('2026', year))
    setField('from_time', '10:00')
    expect(timesOf(store)).toEqual([`${from} 10:00`, to])
  })

  test('asks for a reason and for times, and sends nothing', async () => {
    const { block, blockForm } = await opened([])
    blockForm.setField('note', ' ')
    await waitForTask(block())
    expect(blockForm.$errors.get()).toEqual({ note: commonText.whyMissing })
    blockForm.setField('note', 'x')
    blockForm.setField('from', '')
    await waitForTask(block())
    expect(blockForm.$errors.get()).toEqual({ from: problemsText.windowInvalid })
    expect(server.requestsTo(addProblem)).toEqual([])
  })
})
