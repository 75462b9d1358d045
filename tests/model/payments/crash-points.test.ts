import { describe, expect, test } from 'vitest'
import { ENDS, type End, endTrouble, planTrouble, type Trouble } from '#tests/helpers/browser/steps.ts'
import * as calls from '#tests/model/world/calls.ts'
import { STOPPED } from '#tests/model/world/errors.ts'
import type { Scene } from '#tests/model/world/scenes.ts'
import * as scenes from '#tests/model/world/scenes.ts'
import { bank, broken, cron, keptBookings, newWorld, pass, startWorld } from '#tests/model/world/world.ts'

// B-F2: the Worker ends at every call that leaves it, of every operation of money; before the call is done and after it.

startWorld()

interface Story {
  begin: () => Promise<Scene>
  work: (scene: Scene) => Promise<unknown>
  /** What the person who was there does about it, if anybody was. */
  again?: (scene: Scene) => Promise<unknown>
  expectEnd: (scene: Scene) => Promise<void> | void
}

/** Whatever became of the first asking, the rider has his ride in the end, and one order was enough. */
async function bookedAndPaid(scene: Scene): Promise<void> {
  pass(1)
  scene.order = await scenes.booked()
  scene.receipt = bank().pay(scene.order.razorpay_order_id)
  expect(await scenes.tell(scene)).toMatchObject({ body: { success: true } })
}

async function resumedAndPaid(scene: Scene): Promise<void> {
  pass(1)
  const answer = await calls.resume('r0', scene.order.session_id)
  expect(answer).toMatchObject({ body: { razorpay_order_id: scene.order.razorpay_order_id } })
  scene.receipt = bank().pay(scene.order.razorpay_order_id)
  expect(await scenes.tell(scene)).toMatchObject({ body: { success: true } })
}

async function dueAtOnce(): Promise<Scene> {
  const scene = await scenes.cancelled()
  bank().refunds_at_once = true
  return scene
}

/** The hold ends, a rival has the slot, and then the money comes. */
async function paidTooLate(): Promise<Scene> {
  const scene = await scenes.held()
  pass(16)
  await scenes.booked('r1')
  bank().refunds_at_once = true
  return { ...scene, receipt: bank().pay(scene.order.razorpay_order_id) }
}

const flush = () => bank().webhooks.flush(calls.takeDelivery)

async function aMinute(): Promise<void> {
  pass(1)
  await cron()
}

/** As often as the operator asks, which is until he sees that it is done. */
async function cancelledAgain(scene: Scene): Promise<void> {
  bank().refunds_at_once = true
  await scenes.cancel(scene)
  expect(keptBookings()).toMatchObject([{ state: 'cancelled' }])
}

async function processed(): Promise<void> {
  for (const order of bank().orders()) {
    for (const { id } of bank().paymentsOf(order.id)) {
      for (const refund of bank().refundsOf(id)) if (refund.status === 'pending') bank().processRefund(refund.id)
    }
  }
}

const STORIES: Record<string, Story> = {
  'a refund is asked after': {
    again: processed,
    begin: async () => {
      const scene = await scenes.cancelled()
      await aMinute()
      return scene
    },
    expectEnd: scenes.expectGivenBack,
    work: async () => {
      await processed()
      pass(2)
      await cron()
    }
  },
  'a refund is sent': { begin: dueAtOnce, expectEnd: scenes.expectGivenBack, work: aMinute },
  'a rider books': {
    again: bookedAndPaid,
    begin: async () => {
      await newWorld()
      return {} as Scene
    },
    expectEnd: scenes.expectRide,
    work: () => scenes.bookBy()
  },
  'a rider pays late': { begin: paidTooLate, expectEnd: scenes.expectGivenBack, work: scene => scenes.tell(scene) },
  'a rider resumes': {
    again: resumedAndPaid,
    begin: scenes.held,
    expectEnd: scenes.expectRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'a rider resumes what is paid': {
    begin: scenes.paid,
    expectEnd: scenes.expectRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'an admin cancels': {
    again: cancelledAgain,
    begin: scenes.confirmed,
    expectEnd: scenes.expectGivenBack,
    work: scene => scenes.cancel(scene)
  },
  'the browser tells': { begin: scenes.paid, expectEnd: scenes.expectRide, work: scene => scenes.tell(scene) },
  'the browser tells of a promise': {
    begin: () => scenes.paid({ outcome: 'authorized' }),
    expectEnd: scenes.expectRide,
    work: scene => scenes.tell(scene)
  },
  'the cron asks': { begin: scenes.paid, expectEnd: scenes.expectRide, work: aMinute },
  'the provider tells': { again: flush, begin: scenes.paid, expectEnd: scenes.expectRide, work: flush },
  'the provider tells of what it gave back': {
    again: flush,
    begin: async () => {
      const scene = await scenes.confirmed()
      bank().processRefund(bank().refundInDashboard(scenes.paymentIn(scene).id).id)
      return scene
    },
    expectEnd: scenes.expectGivenBack,
    work: flush
  }
}

/** Ends at the k-th call; false when there is none. */
async function endsAt(k: number, end: End, { again, begin, expectEnd, work }: Story): Promise<boolean> {
  const { isDone, isForGood } = ENDS[end]
  const scene = await begin()
  const trouble: Trouble = { error: STOPPED, isDone }
  const gone: Trouble = { error: STOPPED, isDone: false }
  planTrouble(({ number }) => (number === k ? trouble : isForGood && number > k ? gone : null))
  await work(scene)
  const isReached = endTrouble().length >= k
  expect(await broken()).toEqual([])
  await again?.(scene)
  await scenes.heal()
  await expectEnd(scene)
  return isReached
}

const cells = Object.entries(STORIES).flatMap(([name, story]) =>
  (Object.keys(ENDS) as End[]).map(end => ({ end, name, story }))
)

let points = 0

describe('the Worker ends', () => {
  test.each(cells)('while $name, $end: healed within two turns of the cron (B-F2)', async ({ end, story }) => {
    let k = 1
    while (await endsAt(k, end, story)) k += 1
    expect(k, 'it has calls to end at').toBeGreaterThan(1)
    points += k - 1
  })

  test('at more than a hundred points in all', () => {
    expect(points).toBeGreaterThan(100)
  })
})
