import { expect } from 'vitest'
import { advanceTime, bank, cron, findBrokenInvariants, storedBookings, storedRefunds } from '../world/world.ts'
import type { Account } from './account.ts'
import { isBlockedByDispute, isClosed, isFullAmount, isOpen, isReadable, paymentsOf, refundedAmount } from './money.ts'
import { mend } from './outages.ts'

// Whatever happened: after the provider answers and the cron has run long enough, everything is settled.

/** Minutes between runs of the cron: frequent at first, for as long as an order is due. */
const TURNS = [1, 1, 2, 5, 5, 15, 15, 30, 60, 60, 120, 240, 480, 720, 1440, 1440]

export async function settleAndCheck(account: Account): Promise<void> {
  mend()
  for (const minutes of TURNS) {
    advanceTime(minutes)
    processRefunds(account)
    await cron()
    account.watch()
    expect(await findBrokenInvariants()).toEqual([])
    expect(withoutPendingRides(account)).toEqual([])
  }
  expectNothingOpen(account)
  expectBalancedBooks(account)
}

const withoutPendingRides = ({ rides }: Account) =>
  rides.filter(
    ride => ride.standing === 'held' && ride.settling && !paymentsOf(ride).some(payment => isOpen(payment, ride))
  )

function refundsAt(account: Account) {
  return account.rides.flatMap(paymentsOf).flatMap(({ id }) => bank().refundsOf(id))
}

function processRefunds(account: Account): void {
  for (const { id, status } of refundsAt(account)) if (status === 'pending') bank().processRefund(id)
}

/** A dispute, or the decision of an admin, may stay open for ever. */
function expectNothingOpen(account: Account): void {
  const waits = storedBookings().filter(
    ({ payment_id, state }) =>
      state === 'held' ||
      (state === 'refund_due' && account.fateOf(payment_id ?? '') !== 'review' && !isBlockedByDispute(payment_id ?? ''))
  )
  expect(waits).toEqual([])
  const owed = storedRefunds().filter(({ status }) => status === 'due' || status === 'sent')
  expect(owed.filter(({ payment_id }) => !isBlockedByDispute(payment_id))).toEqual([])
}

/** Each payment belongs to a ride, except for a partial refund; or is refunded; or waits for a decision. */
function expectBalancedBooks(account: Account): void {
  for (const ride of account.rides) {
    for (const payment of paymentsOf(ride).filter(({ captured }) => captured)) {
      const { amount, id } = payment
      const fate = account.fateOf(id)
      const told = `payment ${id} of ${ride.id} is ${fate}`
      const back = refundedAmount(payment)
      if (!isReadable(payment)) expect(fate, told).toBe(null)
      else if (fate === 'back' && isClosed(id)) expect(refundedByUs(account, id), told).toEqual([])
      else if (fate === 'back' && !isRefundDue(id)) expect(back, told).toBe(amount)
      else {
        expect(fate, told).not.toBe(null)
        expect(back, told).toBeLessThan(amount)
      }
      if (fate === 'ride') expect(isFullAmount(payment, ride), told).toBe(true)
    }
  }
  const paid = account.rides.filter(({ standing }) => standing === 'paid')
  expect(paid.filter(({ payment_id }) => account.fateOf(payment_id ?? '') !== 'ride')).toEqual([])
}

/** At this point only a dispute can be the reason. */
const isRefundDue = (id: string) =>
  storedRefunds().some(({ payment_id, status }) => payment_id === id && status === 'due')

const refundedByUs = ({ atTheDesk }: Account, payment_id: string) =>
  bank()
    .refundsOf(payment_id)
    .filter(({ id, status }) => status === 'processed' && !atTheDesk.has(id))
