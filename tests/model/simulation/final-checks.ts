import { expect } from 'vitest'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import {
  advanceTime,
  bank,
  cron,
  findBrokenInvariants,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import type { ExpectedState } from './expected-state.ts'
import { endOutage } from './outages.ts'
import {
  isBlockedByDispute,
  isClosed,
  isFullAmount,
  isOpen,
  isReadable,
  paymentsOf,
  refundedAmount
} from './payments.ts'

// Expects the final state of every run: once the provider answers and the cron has run long enough, no payment, refund
// or hold is left open.

/** Minutes between runs of the cron: frequent at first, for as long as an order is due. */
const CRON_STEPS_MINUTES = [1, 1, 2, 5, 5, 15, 15, 30, 60, 60, 120, 240, 480, 720, 1440, 1440]

export async function finishAndCheck(expected: ExpectedState): Promise<void> {
  endOutage()
  for (const minutes of CRON_STEPS_MINUTES) {
    advanceTime(minutes)
    processRefunds(expected)
    await cron()
    expected.check()
    expect(await findBrokenInvariants()).toEqual([])
    expect(settlingWithoutPayment(expected)).toEqual([])
  }
  expectNothingOpen(expected)
  expectBalancedBooks(expected)
}

/** Holds that still wait although the state of their payments is known, and their order was due in this run. */
const settlingWithoutPayment = ({ rides }: ExpectedState) =>
  rides.filter(
    ride =>
      ride.rideStatus === 'held' &&
      ride.settling &&
      !isPostponed(ride.id) &&
      !paymentsOf(ride).some(payment => isOpen(payment, ride))
  )

/** Its payment could not be read for a while, so the cron asks again within an hour. */
function isPostponed(id: string): boolean {
  const [failing] = rows<{ retry_at: number }>(
    "SELECT retry_at FROM failing_items WHERE list = 'orders' AND id = ?1",
    id
  )
  const secondsLeft = (failing?.retry_at ?? 0) - Math.floor(Date.now() / 1000)
  expect(secondsLeft, 'an order is not asked about for more than an hour').toBeLessThanOrEqual(HOUR_SECONDS)
  return secondsLeft > 0
}

function refundsAt(expected: ExpectedState) {
  return expected.rides.flatMap(paymentsOf).flatMap(({ id }) => bank().refundsOf(id))
}

function processRefunds(expected: ExpectedState): void {
  for (const { id, status } of refundsAt(expected)) if (status === 'pending') bank().processRefund(id)
}

/** A dispute, or the decision of an admin, may stay open for ever. */
function expectNothingOpen(expected: ExpectedState): void {
  const waits = storedBookings().filter(
    ({ payment_id, state }) =>
      state === 'held' ||
      (state === 'refund_due' &&
        expected.outcomeOf(payment_id ?? '') !== 'review' &&
        !isBlockedByDispute(payment_id ?? ''))
  )
  expect(waits).toEqual([])
  const unfinished = storedRefunds().filter(({ status }) => status === 'due' || status === 'sent')
  expect(unfinished.filter(({ payment_id }) => !isBlockedByDispute(payment_id))).toEqual([])
}

/** Each payment belongs to a ride, except for a partial refund; or is refunded; or waits for a decision. */
function expectBalancedBooks(expected: ExpectedState): void {
  for (const ride of expected.rides) {
    for (const payment of paymentsOf(ride).filter(({ captured }) => captured)) {
      const { amount, id } = payment
      const outcome = expected.outcomeOf(id)
      const message = `payment ${id} of ${ride.id} is ${outcome}`
      const refunded = refundedAmount(payment)
      if (!isReadable(payment)) expect(outcome, message).toBe(null)
      else if (outcome === 'refunded' && isClosed(id)) expect(refundedByUs(expected, id), message).toEqual([])
      else if (outcome === 'refunded' && !isRefundDue(id)) expect(refunded, message).toBe(refundOf(id))
      else {
        expect(outcome, message).not.toBe(null)
        expect(refunded, message).toBeLessThan(amount)
        // What its rider took back of it.
        if (outcome === 'ride' && !isRefundDue(id))
          expect(sumOf(refundedByUs(expected, id)), message).toBe(takenPaise(id))
      }
      if (outcome === 'ride') expect(isFullAmount(payment, ride), message).toBe(true)
    }
  }
  expect(rows(WRONG_BOOKS)).toEqual([])
  // What was paid at the desk is no payment of the provider.
  const paid = expected.rides.filter(({ order_id, rideStatus }) => rideStatus === 'paid' && order_id !== null)
  expect(paid.filter(({ payment_id }) => expected.outcomeOf(payment_id ?? '') !== 'ride')).toEqual([])
}

/**
 * Paid less refunded is what the state of the booking says: the price of a ride, less what was given back of it, or
 * nothing. The terms decide about a ride that its rider cancelled later; the invariants check their share.
 */
const WRONG_BOOKS = `
SELECT b.id, b.state, p.paise, sum(r.paise) AS refunded
  FROM bookings b
  JOIN payments p ON p.booking_id = b.id AND p.status = 'captured'
  LEFT JOIN refunds r ON r.payment_id = p.payment_id
 WHERE NOT (b.payment_id IS p.payment_id AND b.state = 'cancelled' AND b.refund_percent < 100)
 GROUP BY p.id
HAVING p.paise - coalesce(sum(r.paise), 0) <>
       iif(b.payment_id IS p.payment_id AND b.state = 'confirmed',
           iif(b.payment_id LIKE 'free-%', 0, b.amount * 100) - coalesce(sum(iif(r.id = r.payment_id, 0, r.paise)), 0), 0)`

const sumOf = (refunds: readonly { amount: number }[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

const takenPaise = (id: string) =>
  storedRefunds()
    .filter(({ payment_id, reason, status }) => payment_id === id && reason === 'goodwill' && status === 'processed')
    .reduce((sum, { paise }) => sum + paise, 0)

/** All of the payment, or the share at which its rider cancelled. The invariants check how much it is. */
const refundOf = (id: string) =>
  storedRefunds()
    .filter(({ payment_id }) => payment_id === id)
    .reduce((sum, { paise }) => sum + paise, 0)

/** At the end of a run only a dispute can leave a refund due. */
const isRefundDue = (id: string) =>
  storedRefunds().some(({ payment_id, status }) => payment_id === id && status === 'due')

const refundedByUs = ({ dashboardRefunds }: ExpectedState, payment_id: string) =>
  bank()
    .refundsOf(payment_id)
    .filter(({ id, status }) => status === 'processed' && !dashboardRefunds.has(id))
