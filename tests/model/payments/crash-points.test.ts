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
import {
  advanceTime,
  bank,
  cronAfter,
  findBrokenInvariants,
  startHarness,
  storedBookings
} from '#tests/model/harness/harness.ts'
import type { SampleBooking } from '#tests/model/harness/sample-bookings.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// The Worker stops at every outgoing call of every payment operation: before the call is done and after it.

startHarness()

interface Scenario {
  prepare: () => Promise<SampleBooking>
  work: (sample: SampleBooking) => Promise<unknown>
  /** What the rider or admin does next, if there is one. */
  again?: (sample: SampleBooking) => Promise<unknown>
  expectEnd: (sample: SampleBooking) => Promise<void> | void
}

async function bookedAndPaid(sample: SampleBooking): Promise<void> {
  advanceTime(1)
  await samples.bookAndPay(sample)
}

async function resumedAndPaid(sample: SampleBooking): Promise<void> {
  advanceTime(1)
  const answer = await calls.resume('r0', sample.order.session_id)
  expect(answer).toMatchObject({ body: { razorpay_order_id: sample.order.razorpay_order_id } })
  await samples.payOrder(sample)
}

/** The hold expires, a rival takes the slot, and then the payment arrives. */
async function paidTooLate(): Promise<SampleBooking> {
  const sample = await samples.heldSample()
  advanceTime(16)
  await samples.booked('r1')
  bank().refunds_at_once = true
  return { ...sample, receipt: bank().pay(sample.order.razorpay_order_id) }
}

const flush = () => bank().webhooks.flush(calls.receiveWebhook)

/** An admin repeats the call until it succeeds. */
async function cancelRepeatedly(sample: SampleBooking): Promise<void> {
  bank().refunds_at_once = true
  await samples.cancel(sample)
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
      const sample = await samples.cancelledSample()
      await cronAfter(1)
      return sample
    },
    expectEnd: samples.expectRefunded,
    work: async () => {
      await processed()
      await cronAfter(2)
    }
  },
  'a refund is sent': {
    prepare: samples.dueRefundSample,
    expectEnd: samples.expectRefunded,
    work: () => cronAfter(1)
  },
  'a rider books': {
    again: bookedAndPaid,
    prepare: samples.emptySample,
    expectEnd: samples.expectConfirmedRide,
    work: () => samples.bookBy()
  },
  'a rider pays late': {
    prepare: paidTooLate,
    expectEnd: samples.expectRefunded,
    work: sample => samples.reportPayment(sample)
  },
  'a rider resumes a hold': {
    again: resumedAndPaid,
    prepare: samples.heldSample,
    expectEnd: samples.expectConfirmedRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'a rider resumes a paid booking': {
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    work: ({ order }) => calls.resume('r0', order.session_id)
  },
  'an admin cancels': {
    again: cancelRepeatedly,
    prepare: samples.confirmedSample,
    expectEnd: samples.expectRefunded,
    work: sample => samples.cancel(sample)
  },
  'the browser reports a payment': {
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    work: sample => samples.reportPayment(sample)
  },
  'the browser reports an authorised payment': {
    prepare: () => samples.paidSample({ outcome: 'authorized' }),
    expectEnd: samples.expectConfirmedRide,
    work: sample => samples.reportPayment(sample)
  },
  'the cron reconciles': {
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    work: () => cronAfter(1)
  },
  'the provider sends a payment event': {
    again: flush,
    prepare: samples.paidSample,
    expectEnd: samples.expectConfirmedRide,
    work: flush
  },
  'the provider sends a refund event': {
    again: flush,
    prepare: samples.dashboardRefundSample,
    expectEnd: samples.expectRefunded,
    work: flush
  }
}

/** Stops at the k-th call; returns false if there is none. */
async function endsAt(k: number, end: FaultOutcome, { again, prepare, expectEnd, work }: Scenario): Promise<boolean> {
  const { isDone, isForGood } = FAULT_OUTCOMES[end]
  const sample = await prepare()
  const fault: InjectedFault = { error: STOPPED, isDone }
  const crashed: InjectedFault = { error: STOPPED, isDone: false }
  injectFaults(({ number }) => (number === k ? fault : isForGood && number > k ? crashed : null))
  await work(sample)
  const isReached = stopFaults().length >= k
  expect(await findBrokenInvariants()).toEqual([])
  await again?.(sample)
  await samples.runRecovery()
  await expectEnd(sample)
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
