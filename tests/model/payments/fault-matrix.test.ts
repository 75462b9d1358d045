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

interface Scenario {
  /** The state before the fault. */
  prepare: () => Promise<Scene>
  /** The call that meets the fault; returns the status of its answer. */
  run: (scene: Scene) => Promise<number | null>
  /** Where the payment must be in the end. */
  expectEnd: (scene: Scene) => void
  /** What the person does next. */
  followUp?: (scene: Scene) => Promise<unknown>
}

async function cronInTime(minutes: number): Promise<null> {
  advanceTime(minutes)
  await cron()
  return null
}

/** Nothing was paid and nothing is held: the rider books again, and pays. */
async function bookAndPayAgain(scene: Scene): Promise<void> {
  scene.order = await scenes.booked()
  scene.receipt = bank().pay(scene.order.razorpay_order_id)
  expect((await scenes.reportPayment(scene)).status).toBe(200)
}

async function emptyScene(): Promise<Scene> {
  await resetWorld()
  return {} as Scene
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

async function sentRefundScene(): Promise<Scene> {
  const scene = await scenes.cancelledScene()
  await cronInTime(1)
  for (const { id } of bank().refundsOf(scenes.paymentIn(scene).id)) bank().processRefund(id)
  // The order is too old to be checked, so only the refund itself can be.
  rows('UPDATE bookings SET next_check_at = NULL')
  return scene
}

async function dashboardRefundScene(): Promise<Scene> {
  const scene = await scenes.confirmedScene()
  bank().processRefund(bank().refundInDashboard(scenes.paymentIn(scene).id).id)
  return scene
}

async function dueRefundScene(): Promise<Scene> {
  const scene = await scenes.cancelledScene()
  bank().refunds_at_once = true
  return scene
}

const SCENARIOS: Partial<Record<Call, Scenario>> = {
  capture: {
    prepare: () => scenes.paidScene({ outcome: 'authorized' }),
    expectEnd: scenes.expectConfirmedRide,
    run: scene => statusOf(scenes.reportPayment(scene))
  },
  createOrder: {
    prepare: emptyScene,
    expectEnd: scenes.expectConfirmedRide,
    run: () => statusOf(scenes.bookBy()),
    followUp: bookAndPayAgain
  },
  fetchPayment: {
    prepare: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    run: scene => statusOf(scenes.reportPayment(scene))
  },
  fetchRefund: { prepare: sentRefundScene, expectEnd: scenes.expectRefunded, run: () => cronInTime(3) },
  orderPayments: { prepare: scenes.paidScene, expectEnd: scenes.expectConfirmedRide, run: () => cronInTime(1) },
  paymentRefunds: { prepare: dashboardRefundScene, expectEnd: scenes.expectRefunded, run: () => cronInTime(1) },
  refund: { prepare: dueRefundScene, expectEnd: scenes.expectRefunded, run: () => cronInTime(1) }
}

const BROKEN_ANSWERS = ['busy', 'error', 'malformed', 'html', 'lost', 'reset', 'slow', 'unexpected', 'timeout'] as const
/** A readable answer that is wrong. An admin can undo its effect. */
const WRONG_ANSWERS: Partial<Record<Call, readonly Fault[]>> = {
  capture: ['wrong_amount', 'wrong_currency'],
  createOrder: ['wrong_amount', 'wrong_currency'],
  fetchPayment: ['wrong_amount', 'wrong_currency', 'wrong_order'],
  orderPayments: ['wrong_amount', 'wrong_currency']
}

const scenarios = Object.entries(SCENARIOS) as [Call, Scenario][]
const brokenAnswers = scenarios.flatMap(([call, scenario]) => BROKEN_ANSWERS.map(fault => ({ call, fault, scenario })))
const wrongAnswers = scenarios.flatMap(([call, scenario]) =>
  (WRONG_ANSWERS[call] ?? []).map(fault => ({ call, fault, scenario }))
)

interface Cell {
  call: Call
  fault: Fault
  scenario: Scenario
}

async function runScenario({ call, fault, scenario }: Cell): Promise<Scene> {
  const scene = await scenario.prepare()
  faults().fail(call, fault)
  const status = await callWithFault(scene, { call, fault, scenario })
  expect([null, 200, 400, 502]).toContain(status)
  expect(await findBrokenInvariants()).toEqual([])
  expect(faults().requestsOf(call).length, 'the fault was met').toBeGreaterThan(0)
  faults().clear()
  faults().release()
  await scenario.followUp?.(scene)
  await scenes.runRecovery()
  return scene
}

/** Without an answer, the timeout ends the call. */
async function callWithFault(scene: Scene, { call, fault, scenario }: Cell): Promise<number | null> {
  const already = faults().requestsOf(call).length
  const answer = scenario.run(scene)
  if (fault === 'slow' || fault === 'timeout') {
    await vi.waitFor(() => expect(faults().requestsOf(call).length).toBeGreaterThan(already))
    expect(AbortSignal.timeout).toHaveBeenLastCalledWith(PROVIDER_TIMEOUT_MS)
    expireTimeouts()
  }
  return answer
}

describe('the provider’s calls and their faults', () => {
  test.each(brokenAnswers)('$call, $fault: is healed within two runs of the cron', async cell => {
    cell.scenario.expectEnd(await runScenario(cell))
  })

  test.each(wrongAnswers)('$call, $fault: a wrong answer loses no payment', async cell => {
    const scene = await runScenario(cell)
    const { id } = scenes.paymentIn(scene)
    const inReview = storedRefunds().filter(({ payment_id, status }) => payment_id === id && status === 'review')
    const rides = storedBookings().filter(({ payment_id, state }) => payment_id === id && state === 'confirmed')
    expect(inReview.length + rides.length).toBe(1)
    expect(bank().payment(id)).toMatchObject({ amount_refunded: 0, captured: true })
  })
})

const IN_DATABASE: Record<string, (step: Step) => boolean> = {
  read: ({ operation }) => /^\s*select/i.test(operation) && operation.includes('bookings'),
  reserve: ({ operation }) => operation.includes('INSERT INTO bookings'),
  settle: ({ operation }) => operation.includes("SET state = 'confirmed'"),
  'the order is kept': ({ operation }) => operation.includes('SET order_id'),
  'the refund is kept': ({ operation }) => operation.includes("SET status = 'processed'"),
  'the refunds are leased': ({ operation }) => operation.includes('lease_until = ?1 +')
}

const FAILURES: Record<string, { times?: number; injected: InjectedFault }> = {
  'a bug': { injected: notApplied(STOPPED) },
  'done and lost': { injected: applied(LOST) },
  'done and lost once': { times: 1, injected: applied(LOST) },
  'done and silent': { injected: applied(null) },
  internal: { injected: notApplied(INTERNAL) },
  lost: { injected: notApplied(LOST) },
  'lost once': { times: 1, injected: notApplied(LOST) },
  overloaded: { injected: notApplied(OVERLOADED) },
  reset: { injected: notApplied(RESET) },
  silent: { injected: notApplied(null) }
}

const DATABASE_SCENARIOS: Record<string, Scenario> = {
  read: {
    prepare: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    run: scene => statusOf(scenes.reportPayment(scene))
  },
  reserve: {
    prepare: emptyScene,
    expectEnd: scenes.expectConfirmedRide,
    run: () => statusOf(scenes.bookBy()),
    followUp: bookAndPayAgain
  },
  settle: {
    prepare: scenes.paidScene,
    expectEnd: scenes.expectConfirmedRide,
    run: scene => statusOf(scenes.reportPayment(scene))
  },
  'the order is kept': {
    prepare: emptyScene,
    expectEnd: scenes.expectConfirmedRide,
    run: () => statusOf(scenes.bookBy()),
    followUp: bookAndPayAgain
  },
  'the refund is kept': { prepare: dueRefundScene, expectEnd: scenes.expectRefunded, run: () => cronInTime(1) },
  'the refunds are leased': { prepare: dueRefundScene, expectEnd: scenes.expectRefunded, run: () => cronInTime(1) }
}

const inDatabase = Object.keys(IN_DATABASE).flatMap(call => Object.keys(FAILURES).map(failure => ({ call, failure })))

describe('the database’s calls and their faults', () => {
  test.each(inDatabase)(
    '$call, $failure: is answered in time, and healed within two runs of the cron',
    async ({ call, failure }) => {
      const { prepare, expectEnd, run, followUp } = DATABASE_SCENARIOS[call] as Scenario
      const { times, injected } = FAILURES[failure] as (typeof FAILURES)[string]
      const scene = await prepare()
      let wasInjected = false
      failSteps(
        step => {
          const isTarget = IN_DATABASE[call]?.(step) ?? false
          wasInjected ||= isTarget
          return isTarget
        },
        injected,
        times
      )
      const startedAt = Date.now()
      const status = await run(scene)
      if (status !== null) expect(Date.now() - startedAt).toBeLessThan(3000)
      expect(status).toSatisfy(
        (code: number | null) => code === null || code === (times === 1 ? 200 : failure === 'a bug' ? 500 : 503)
      )
      expect(wasInjected).toBe(true)
      stopFaults()
      expect(await findBrokenInvariants()).toEqual([])
      await followUp?.(scene)
      await scenes.runRecovery()
      expectEnd(scene)
    }
  )
})
