import { describe, expect, test, vi } from 'vitest'
import { PROVIDER_TIMEOUT_MS } from '#domain/constants.ts'
import type { Call, Fault } from '#tests/fakes/razorpay/faults.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { type InjectedFault, type Step, stopFaults } from '#tests/helpers/servers/fault-injection.ts'
import { expireTimeouts } from '#tests/model/harness/clock.ts'
import {
  applied,
  failSteps,
  INTERNAL,
  LOST,
  notApplied,
  OVERLOADED,
  RESET,
  STOPPED
} from '#tests/model/harness/errors.ts'
import {
  bank,
  cronAfter,
  faults,
  findBrokenInvariants,
  startHarness,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// Each outgoing call with each possible fault. The calls of the harness check every answer against the contract.

startHarness()

interface Scenario {
  /** The state before the fault. */
  prepare: () => Promise<SampleBooking>
  /** The call during which the fault occurs; returns the status of its answer. */
  run: (sample: SampleBooking) => Promise<number | null>
  /** Checks the state of the payment at the end. */
  expectEnd: (sample: SampleBooking) => void
  /** What the rider or admin does next. */
  followUp?: (sample: SampleBooking) => Promise<unknown>
}

/** Runs the cron, which has no answer and so no status. */
async function runCronAfter(minutes: number): Promise<null> {
  await cronAfter(minutes)
  return null
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

async function sentRefundSample(): Promise<SampleBooking> {
  const sample = await samples.cancelledSample()
  await cronAfter(1)
  for (const { id } of bank().refundsOf(samples.paymentIn(sample).id)) bank().processRefund(id)
  // The order is too old to be checked, so only the refund itself can be.
  rows('UPDATE bookings SET next_check_at = NULL')
  return sample
}

const SCENARIOS: Partial<Record<Call, Scenario>> = {
  capture: {
    prepare: () => samples.paidSample({ outcome: 'authorized' }),
    expectEnd: samples.expectConfirmedRide,
    run: sample => statusOf(samples.reportPayment(sample))
  },
  createOrder: {
    prepare: samples.emptySample,
    expectEnd: samples.expectConfirmedRide,
    run: () => statusOf(samples.bookBy()),
    followUp: samples.bookAndPay
  },
  fetchPayment: {
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    run: sample => statusOf(samples.reportPayment(sample))
  },
  fetchRefund: { prepare: sentRefundSample, expectEnd: samples.expectRefunded, run: () => runCronAfter(3) },
  orderPayments: { prepare: samples.paidSample, expectEnd: samples.expectConfirmedRide, run: () => runCronAfter(1) },
  paymentRefunds: {
    prepare: samples.dashboardRefundSample,
    expectEnd: samples.expectRefunded,
    run: () => runCronAfter(1)
  },
  refund: { prepare: samples.dueRefundSample, expectEnd: samples.expectRefunded, run: () => runCronAfter(1) }
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

async function runScenario({ call, fault, scenario }: Cell): Promise<SampleBooking> {
  const sample = await scenario.prepare()
  faults().fail(call, fault)
  const status = await callWithFault(sample, { call, fault, scenario })
  expect([null, 200, 400, 502]).toContain(status)
  expect(await findBrokenInvariants()).toEqual([])
  expect(faults().requestsOf(call).length, 'the fault was met').toBeGreaterThan(0)
  faults().clear()
  faults().release()
  await scenario.followUp?.(sample)
  await samples.runRecovery()
  return sample
}

/** Without an answer, the timeout ends the call. */
async function callWithFault(sample: SampleBooking, { call, fault, scenario }: Cell): Promise<number | null> {
  const already = faults().requestsOf(call).length
  const answer = scenario.run(sample)
  if (fault === 'slow' || fault === 'timeout') {
    await vi.waitFor(() => expect(faults().requestsOf(call).length).toBeGreaterThan(already))
    expect(AbortSignal.timeout).toHaveBeenLastCalledWith(PROVIDER_TIMEOUT_MS)
    expireTimeouts()
  }
  return answer
}

describe('the provider’s calls and their faults', () => {
  test.each(brokenAnswers)(
    '$call, $fault: the booking and its money are right after two runs of the cron',
    async cell => {
      cell.scenario.expectEnd(await runScenario(cell))
    }
  )

  test.each(wrongAnswers)('$call, $fault: a wrong answer loses no payment', async cell => {
    const sample = await runScenario(cell)
    const { id } = samples.paymentIn(sample)
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
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    run: sample => statusOf(samples.reportPayment(sample))
  },
  reserve: {
    prepare: samples.emptySample,
    expectEnd: samples.expectConfirmedRide,
    run: () => statusOf(samples.bookBy()),
    followUp: samples.bookAndPay
  },
  settle: {
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    run: sample => statusOf(samples.reportPayment(sample))
  },
  'the order is kept': {
    prepare: samples.emptySample,
    expectEnd: samples.expectConfirmedRide,
    run: () => statusOf(samples.bookBy()),
    followUp: samples.bookAndPay
  },
  'the refund is kept': {
    prepare: samples.dueRefundSample,
    expectEnd: samples.expectRefunded,
    run: () => runCronAfter(1)
  },
  'the refunds are leased': {
    prepare: samples.dueRefundSample,
    expectEnd: samples.expectRefunded,
    run: () => runCronAfter(1)
  }
}

const inDatabase = Object.keys(IN_DATABASE).flatMap(call => Object.keys(FAILURES).map(failure => ({ call, failure })))

describe('the database’s calls and their faults', () => {
  test.each(inDatabase)(
    '$call, $failure: is answered in time, and the booking and its money are right after two runs of the cron',
    async ({ call, failure }) => {
      const { prepare, expectEnd, run, followUp } = DATABASE_SCENARIOS[call] as Scenario
      const { times, injected } = FAILURES[failure] as (typeof FAILURES)[string]
      const sample = await prepare()
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
      const status = await run(sample)
      if (status !== null) expect(Date.now() - startedAt).toBeLessThan(3000)
      expect(status).toSatisfy(
        (code: number | null) => code === null || code === (times === 1 ? 200 : failure === 'a bug' ? 500 : 503)
      )
      expect(wasInjected).toBe(true)
      stopFaults()
      expect(await findBrokenInvariants()).toEqual([])
      await followUp?.(sample)
      await samples.runRecovery()
      expectEnd(sample)
    }
  )
})
