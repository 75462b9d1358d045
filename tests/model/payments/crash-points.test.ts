import { describe, expect, test } from 'vitest'
import {
  FAULT_OUTCOMES,
  type FaultOutcome,
  type InjectedFault,
  injectFaults,
  stopFaults
} from '#tests/helpers/browser/steps.ts'
import * as calls from '#tests/model/world/calls.ts'
import { STOPPED } from '#tests/model/world/errors.ts'
import type { Scene } from '#tests/model/world/scenes.ts'
import * as scenes from '#tests/model/world/scenes.ts'
import {
  advanceTime,
  bank,
  cron,
  findBrokenInvariants,
  resetWorld,
  startWorld,
  storedBookings
} from '#tests/model/world/world.ts'

// The Worker stops at every outgoing call of every payment operation: before the call is done and after it.

startWorld()

interface Scenario {
  prepare: () => Promise<Scene>
  work: (scene: Scene) => Promise<unknown>
  /** What the person does next, if there is one. */
  again?: (scene: Scene) => Promise<unknown>
  expectEnd: (scene: Scene) => Promise<void> | void
}

/** After any result of the first request, the rider ends with a ride and a single order. */
async function bookedAndPaid(scene: Scene): Promise<void> {
  advanceTime(1)
  scene.order = await scenes.booked()
  scene.receipt = bank().pay(scene.order.razorpay_order_id)
  expect(await scenes.reportPayment(scene)).toMatchObject({ body: { success: true } })
}

async function resumedAndPaid(scene: Scene): Promise<void> {
  advanceTime(1)
  const answer = await calls.resume('r0', scene.order.session_id)
  expect(answer).toMatchObject({ body: { razorpay_order_id: scene.order.razorpay_order_id } })
  scene.receipt = bank().pay(scene.order.razorpay_order_id)
  expect(await scenes.reportPayment(scene)).toMatchObject({ body: { success: true } })
}

async function dueAtOnce(): Promise<Scene> {
  const scene = await scenes.cancelledScene()
  bank().refunds_at_once = true
  return scene
}

/** The hold expires, a rival takes the slot, and then the payment arrives. */
async function paidTooLate(): Promise<Scene> {
  const scene = await scenes.heldScene()
  advanceTime(16)
  await scenes.booked('r1')
  bank().refunds_at_once = true
  return { ...scene, receipt: bank().pay(scene.order.razorpay_order_id) }
}

const flush = () => bank().webhooks.flush(calls.receiveWebhook)

async function aMinute(): Promise<void> {
  advanceTime(1)
  await cron()
}

/** The operator repeats it until it is done. */
async function cancelRepeatedly(scene: Scene): Promise<void> {
  bank().refunds_at_once = true
  await scenes.cancel(scene)
  expect(storedBookings()).toMatchObject([{ state: 'cancelled' }])
}

async function processed(): Promise<void> {
  for (const order of bank().orders()) {
    for (const { id } of bank().paymentsOf(order.id)) {
      for (const refund of bank().refundsOf(id)) if (refund.status === 'pending') bank().processRefund(refund.id)
    }
  }
}

const SCENARIOS: Record<string, Scenario> = {
  'a refund is checked': {
    again: processed,
    prepare: async () => {
      const scene = await scenes.cancelledScene()
      await aMinute()
      return scene
    },
    expectEnd: scenes.expectRefunded,
    work: async () => {
      await processed()
      advanceTime(2)
      await cron()
    }
  },
  'a refund is sent': { prepare: dueAtOnce, expectEnd: scenes.expectRefunded, work: aMinute },
  'a rider books': {
    again: bookedAndPaid,
    prepare: async () => {
      await resetWorld()
      return {} as Scene
    },
    expectEnd: scenes.expectConfirmedRide,
    work: () => scenes.bookBy()
  },
  'a rider pays late': {
    prepare: paidTooLate,
    expectEnd: scenes.expectRefunded,
    work: scene => scenes.reportPayment(scene)
  },
  'a rider resumes a hold': {
    again: resumedAndPaid,
    prepare: scenes.heldScene,
    expectEnd: scenes.expectConfirmedRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'a rider resumes a paid booking': {
    prepare: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'an admin cancels': {
    again: cancelRepeatedly,
    prepare: scenes.confirmedScene,
    expectEnd: scenes.expectRefunded,
    work: scene => scenes.cancel(scene)
  },
  'the browser reports a payment': {
    prepare: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    work: scene => scenes.reportPayment(scene)
  },
  'the browser reports an authorised payment': {
    prepare: () => scenes.paidScene({ outcome: 'authorized' }),
    expectEnd: scenes.expectConfirmedRide,
    work: scene => scenes.reportPayment(scene)
  },
  'the cron reconciles': { prepare: scenes.paidScene, expectEnd: scenes.expectConfirmedRide, work: aMinute },
  'the provider sends a payment event': {
    again: flush,
    prepare: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    work: flush
  },
  'the provider sends a refund event': {
    again: flush,
    prepare: async () => {
      const scene = await scenes.confirmedScene()
      bank().processRefund(bank().refundInDashboard(scenes.paymentIn(scene).id).id)
      return scene
    },
    expectEnd: scenes.expectRefunded,
    work: flush
  }
}

/** Stops at the k-th call; returns false if there is none. */
async function endsAt(k: number, end: FaultOutcome, { again, prepare, expectEnd, work }: Scenario): Promise<boolean> {
  const { isDone, isForGood } = FAULT_OUTCOMES[end]
  const scene = await prepare()
  const fault: InjectedFault = { error: STOPPED, isDone }
  const crashed: InjectedFault = { error: STOPPED, isDone: false }
  injectFaults(({ number }) => (number === k ? fault : isForGood && number > k ? crashed : null))
  await work(scene)
  const isReached = stopFaults().length >= k
  expect(await findBrokenInvariants()).toEqual([])
  await again?.(scene)
  await scenes.runRecovery()
  await expectEnd(scene)
  return isReached
}

const cells = Object.entries(SCENARIOS).flatMap(([name, scenario]) =>
  (Object.keys(FAULT_OUTCOMES) as FaultOutcome[]).map(end => ({ end, name, scenario }))
)

let points = 0

describe('a Worker that stops', () => {
  test.each(cells)('while $name, $end: is healed within two runs of the cron', async ({ end, scenario }) => {
    let k = 1
    while (await endsAt(k, end, scenario)) k += 1
    expect(k, 'it has calls to end at').toBeGreaterThan(1)
    points += k - 1
  })

  test('is tested at more than a hundred points', () => {
    expect(points).toBeGreaterThan(100)
  })
})
