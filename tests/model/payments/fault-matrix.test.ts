import { describe, expect, test, vi } from 'vitest'
import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import { type InjectedFault, type Step, stopFaults } from '#tests/helpers/browser/steps.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { expireTimeouts } from '#tests/model/world/clock.ts'
import {
  applied,
  failSteps,
  INTERNAL,
  LOST,
  notApplied,
  OVERLOADED,
  RESET,
  STOPPED
} from '#tests/model/world/errors.ts'
import type { Scene } from '#tests/model/world/scenes.ts'
import * as scenes from '#tests/model/world/scenes.ts'
import {
  advanceTime,
  bank,
  cron,
  faults,
  findBrokenInvariants,
  resetWorld,
  startWorld,
  storedBookings,
  storedRefunds
} from '#tests/model/world/world.ts'
import type { Call, Fault } from '#tests/razorpay/faults.ts'

// Each outgoing call with each possible fault. The calls of the world check every answer against the contract.

startWorld()

interface Story {
  /** The state before the fault. */
  begin: () => Promise<Scene>
  /** The call that meets the fault; returns the status of its answer. */
  meet: (scene: Scene) => Promise<number | null>
  /** Where the payment must be in the end. */
  expectEnd: (scene: Scene) => void
  /** What the person does next. */
  afterwards?: (scene: Scene) => Promise<unknown>
}

async function cronInTime(minutes: number): Promise<null> {
  advanceTime(minutes)
  await cron()
  return null
}

/** Nothing was paid and nothing is held: the rider books again, and pays. */
async function bookedAgain(scene: Scene): Promise<void> {
  scene.order = await scenes.booked()
  scene.receipt = bank().pay(scene.order.razorpay_order_id)
  expect((await scenes.reportPayment(scene)).status).toBe(200)
}

async function nothing(): Promise<Scene> {
  await resetWorld()
  return {} as Scene
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

async function sent(): Promise<Scene> {
  const scene = await scenes.cancelledScene()
  await cronInTime(1)
  for (const { id } of bank().refundsOf(scenes.paymentIn(scene).id)) bank().processRefund(id)
  // The order is too old to be checked, so only the refund itself can be.
  rows('UPDATE bookings SET next_check_at = NULL')
  return scene
}

async function givenBackAtTheDesk(): Promise<Scene> {
  const scene = await scenes.confirmedScene()
  bank().processRefund(bank().refundInDashboard(scenes.paymentIn(scene).id).id)
  return scene
}

async function due(): Promise<Scene> {
  const scene = await scenes.cancelledScene()
  bank().refunds_at_once = true
  return scene
}

const STORIES: Partial<Record<Call, Story>> = {
  capture: {
    begin: () => scenes.paidScene({ outcome: 'authorized' }),
    expectEnd: scenes.expectConfirmedRide,
    meet: scene => statusOf(scenes.reportPayment(scene))
  },
  createOrder: {
    begin: nothing,
    expectEnd: scenes.expectConfirmedRide,
    meet: () => statusOf(scenes.bookBy()),
    afterwards: bookedAgain
  },
  fetchPayment: {
    begin: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    meet: scene => statusOf(scenes.reportPayment(scene))
  },
  fetchRefund: { begin: sent, expectEnd: scenes.expectRefunded, meet: () => cronInTime(3) },
  orderPayments: { begin: scenes.paidScene, expectEnd: scenes.expectConfirmedRide, meet: () => cronInTime(1) },
  paymentRefunds: { begin: givenBackAtTheDesk, expectEnd: scenes.expectRefunded, meet: () => cronInTime(1) },
  refund: { begin: due, expectEnd: scenes.expectRefunded, meet: () => cronInTime(1) }
}

const BREAKING = ['busy', 'error', 'garbled', 'html', 'lost', 'reset', 'slow', 'strange', 'timeout'] as const
/** A readable answer that is wrong. An admin can undo its effect. */
const LIES: Partial<Record<Call, readonly Fault[]>> = {
  capture: ['wrong_amount', 'wrong_currency'],
  createOrder: ['wrong_amount', 'wrong_currency'],
  fetchPayment: ['wrong_amount', 'wrong_currency', 'wrong_order'],
  orderPayments: ['wrong_amount', 'wrong_currency']
}

const stories = Object.entries(STORIES) as [Call, Story][]
const breaking = stories.flatMap(([call, story]) => BREAKING.map(fault => ({ call, fault, story })))
const lying = stories.flatMap(([call, story]) => (LIES[call] ?? []).map(fault => ({ call, fault, story })))

interface Cell {
  call: Call
  fault: Fault
  story: Story
}

async function met({ call, fault, story }: Cell): Promise<Scene> {
  const scene = await story.begin()
  faults().fail(call, fault)
  const status = await metInTime(scene, { call, fault, story })
  expect([null, 200, 400, 502]).toContain(status)
  expect(await findBrokenInvariants()).toEqual([])
  expect(faults().asked(call).length, 'the fault was met').toBeGreaterThan(0)
  faults().mend()
  faults().release()
  await story.afterwards?.(scene)
  await scenes.runRecovery()
  return scene
}

/** Without an answer, the timeout ends the call. */
async function metInTime(scene: Scene, { call, fault, story }: Cell): Promise<number | null> {
  const already = faults().asked(call).length
  const answer = story.meet(scene)
  if (fault === 'slow' || fault === 'timeout') {
    await vi.waitFor(() => expect(faults().asked(call).length).toBeGreaterThan(already))
    expect(AbortSignal.timeout).toHaveBeenLastCalledWith(PROVIDER_TIMEOUT_MS)
    expireTimeouts()
  }
  return answer
}

describe('the provider’s calls and their faults', () => {
  test.each(breaking)('$call, $fault: is healed within two runs of the cron', async cell => {
    cell.story.expectEnd(await met(cell))
  })

  test.each(lying)('$call, $fault: a wrong answer loses no payment', async cell => {
    const scene = await met(cell)
    const { id } = scenes.paymentIn(scene)
    const inReview = storedRefunds().filter(({ payment_id, status }) => payment_id === id && status === 'review')
    const rides = storedBookings().filter(({ payment_id, state }) => payment_id === id && state === 'confirmed')
    expect(inReview.length + rides.length).toBe(1)
    expect(bank().payment(id)).toMatchObject({ amount_refunded: 0, captured: true })
  })
})

const IN_DATABASE: Record<string, (step: Step) => boolean> = {
  read: ({ what }) => /^\s*select/i.test(what) && what.includes('bookings'),
  reserve: ({ what }) => what.includes('INSERT INTO bookings'),
  settle: ({ what }) => what.includes("SET state = 'confirmed'"),
  'the order is kept': ({ what }) => what.includes('SET order_id'),
  'the refund is kept': ({ what }) => what.includes("SET status = 'processed'"),
  'the refunds are leased': ({ what }) => what.includes('lease_until = ?1 +')
}

const FAILURES: Record<string, { times?: number; trouble: InjectedFault }> = {
  'a bug': { trouble: notApplied(STOPPED) },
  'done and lost': { trouble: applied(LOST) },
  'done and lost once': { times: 1, trouble: applied(LOST) },
  'done and silent': { trouble: applied(null) },
  internal: { trouble: notApplied(INTERNAL) },
  lost: { trouble: notApplied(LOST) },
  'lost once': { times: 1, trouble: notApplied(LOST) },
  overloaded: { trouble: notApplied(OVERLOADED) },
  reset: { trouble: notApplied(RESET) },
  silent: { trouble: notApplied(null) }
}

const MEETING: Record<string, Story> = {
  read: {
    begin: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    meet: scene => statusOf(scenes.reportPayment(scene))
  },
  reserve: {
    begin: nothing,
    expectEnd: scenes.expectConfirmedRide,
    meet: () => statusOf(scenes.bookBy()),
    afterwards: bookedAgain
  },
  settle: {
    begin: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    meet: scene => statusOf(scenes.reportPayment(scene))
  },
  'the order is kept': {
    begin: nothing,
    expectEnd: scenes.expectConfirmedRide,
    meet: () => statusOf(scenes.bookBy()),
    afterwards: bookedAgain
  },
  'the refund is kept': { begin: due, expectEnd: scenes.expectRefunded, meet: () => cronInTime(1) },
  'the refunds are leased': { begin: due, expectEnd: scenes.expectRefunded, meet: () => cronInTime(1) }
}

const inDatabase = Object.keys(IN_DATABASE).flatMap(call => Object.keys(FAILURES).map(failure => ({ call, failure })))

describe('the database’s calls and their faults', () => {
  test.each(inDatabase)(
    '$call, $failure: is answered in time, and healed within two runs of the cron',
    async ({ call, failure }) => {
      const { begin, expectEnd, meet, afterwards } = MEETING[call] as Story
      const { times, trouble } = FAILURES[failure] as (typeof FAILURES)[string]
      const scene = await begin()
      let wasMet = false
      failSteps(
        step => {
          const isMeant = IN_DATABASE[call]?.(step) ?? false
          wasMet ||= isMeant
          return isMeant
        },
        trouble,
        times
      )
      const began = Date.now()
      const status = await meet(scene)
      if (status !== null) expect(Date.now() - began).toBeLessThan(3000)
      expect(status).toSatisfy(
        (told: number | null) => told === null || told === (times === 1 ? 200 : failure === 'a bug' ? 500 : 503)
      )
      expect(wasMet).toBe(true)
      stopFaults()
      expect(await findBrokenInvariants()).toEqual([])
      await afterwards?.(scene)
      await scenes.runRecovery()
      expectEnd(scene)
    }
  )
})
