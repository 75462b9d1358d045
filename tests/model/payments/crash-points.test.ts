import { describe, expect, test } from 'vitest'
import {
  FAULT_OUTCOMES,
  type FaultOutcome,
  type InjectedFault,
  injectFaults,
  stopFaults
} from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { STOPPED } from '#tests/model/harness/errors.ts'
import type { Fixture } from '#tests/model/harness/fixtures.ts'
import * as fixtures from '#tests/model/harness/fixtures.ts'
import {
  advanceTime,
  bank,
  cronAfter,
  findBrokenInvariants,
  startHarness,
  storedBookings
} from '#tests/model/harness/harness.ts'

// The Worker stops at every outgoing call of every payment operation: before the call is done and after it.

startHarness()

interface Scenario {
  prepare: () => Promise<Fixture>
  work: (fixture: Fixture) => Promise<unknown>
  /** What the rider or admin does next, if there is one. */
  again?: (fixture: Fixture) => Promise<unknown>
  expectEnd: (fixture: Fixture) => Promise<void> | void
}

async function bookedAndPaid(fixture: Fixture): Promise<void> {
  advanceTime(1)
  await fixtures.bookAndPay(fixture)
}

async function resumedAndPaid(fixture: Fixture): Promise<void> {
  advanceTime(1)
  const answer = await calls.resume('r0', fixture.order.session_id)
  expect(answer).toMatchObject({ body: { razorpay_order_id: fixture.order.razorpay_order_id } })
  await fixtures.payOrder(fixture)
}

/** The hold expires, a rival takes the slot, and then the payment arrives. */
async function paidTooLate(): Promise<Fixture> {
  const fixture = await fixtures.heldFixture()
  advanceTime(16)
  await fixtures.booked('r1')
  bank().refunds_at_once = true
  return { ...fixture, receipt: bank().pay(fixture.order.razorpay_order_id) }
}

const flush = () => bank().webhooks.flush(calls.receiveWebhook)

/** An admin repeats the call until it succeeds. */
async function cancelRepeatedly(fixture: Fixture): Promise<void> {
  bank().refunds_at_once = true
  await fixtures.cancel(fixture)
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
      const fixture = await fixtures.cancelledFixture()
      await cronAfter(1)
      return fixture
    },
    expectEnd: fixtures.expectRefunded,
    work: async () => {
      await processed()
      await cronAfter(2)
    }
  },
  'a refund is sent': {
    prepare: fixtures.dueRefundFixture,
    expectEnd: fixtures.expectRefunded,
    work: () => cronAfter(1)
  },
  'a rider books': {
    again: bookedAndPaid,
    prepare: fixtures.emptyFixture,
    expectEnd: fixtures.expectConfirmedRide,
    work: () => fixtures.bookBy()
  },
  'a rider pays late': {
    prepare: paidTooLate,
    expectEnd: fixtures.expectRefunded,
    work: fixture => fixtures.reportPayment(fixture)
  },
  'a rider resumes a hold': {
    again: resumedAndPaid,
    prepare: fixtures.heldFixture,
    expectEnd: fixtures.expectConfirmedRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'a rider resumes a paid booking': {
    prepare: fixtures.paidFixture,
    expectEnd: fixtures.expectConfirmedRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'an admin cancels': {
    again: cancelRepeatedly,
    prepare: fixtures.confirmedFixture,
    expectEnd: fixtures.expectRefunded,
    work: fixture => fixtures.cancel(fixture)
  },
  'the browser reports a payment': {
    prepare: fixtures.paidFixture,
    expectEnd: fixtures.expectConfirmedRide,
    work: fixture => fixtures.reportPayment(fixture)
  },
  'the browser reports an authorised payment': {
    prepare: () => fixtures.paidFixture({ outcome: 'authorized' }),
    expectEnd: fixtures.expectConfirmedRide,
    work: fixture => fixtures.reportPayment(fixture)
  },
  'the cron reconciles': {
    prepare: fixtures.paidFixture,
    expectEnd: fixtures.expectConfirmedRide,
    work: () => cronAfter(1)
  },
  'the provider sends a payment event': {
    again: flush,
    prepare: fixtures.paidFixture,
    expectEnd: fixtures.expectConfirmedRide,
    work: flush
  },
  'the provider sends a refund event': {
    again: flush,
    prepare: fixtures.dashboardRefundFixture,
    expectEnd: fixtures.expectRefunded,
    work: flush
  }
}

/** Stops at the k-th call; returns false if there is none. */
async function endsAt(k: number, end: FaultOutcome, { again, prepare, expectEnd, work }: Scenario): Promise<boolean> {
  const { isDone, isForGood } = FAULT_OUTCOMES[end]
  const fixture = await prepare()
  const fault: InjectedFault = { error: STOPPED, isDone }
  const crashed: InjectedFault = { error: STOPPED, isDone: false }
  injectFaults(({ number }) => (number === k ? fault : isForGood && number > k ? crashed : null))
  await work(fixture)
  const isReached = stopFaults().length >= k
  expect(await findBrokenInvariants()).toEqual([])
  await again?.(fixture)
  await fixtures.runRecovery()
  await expectEnd(fixture)
  return isReached
}

const cells = Object.entries(SCENARIOS).flatMap(([name, scenario]) =>
  (Object.keys(FAULT_OUTCOMES) as FaultOutcome[]).map(end => ({ end, name, scenario }))
)

let points = 0

describe('a Worker that stops', () => {
  test.each(cells)(
    'while $name, $end: the booking and its money are right after two runs of the cron',
    async ({ end, scenario }) => {
      let k = 1
      while (await endsAt(k, end, scenario)) k += 1
      expect(k, 'it has calls to end at').toBeGreaterThan(1)
      points += k - 1
    }
  )

  test('is stopped at more than a hundred points', () => {
    expect(points).toBeGreaterThan(100)
  })
})
