import { expect } from 'vitest'
import { bank, broken, cron, keptBookings, keptRefunds, pass } from '../world/world.ts'
import { type Account, isOpen, isWhole, paymentsOf } from './account.ts'
import { mend } from './outages.ts'

// However it went: once the provider answers and the cron has run long enough, everything has come to its end.

/** Minutes between the cron's turns: often at first, for as long as the provider is asked about an order. */
const TURNS = [1, 1, 2, 5, 5, 15, 15, 30, 60, 60, 120, 240, 480, 720, 1440, 1440]

export async function endOf(account: Account): Promise<void> {
  mend()
  for (const minutes of TURNS) {
    pass(minutes)
    processRefunds(account)
    await cron()
    account.watch()
    expect(await broken()).toEqual([])
    expect(waitingForNobody(account)).toEqual([])
  }
  expectNothingOpen(account)
  expectBooksToAgree(account)
}

const waitingForNobody = ({ rides }: Account) =>
  rides.filter(ride => ride.standing === 'held' && ride.settling && !paymentsOf(ride).some(isOpen))

function refundsAt(account: Account) {
  return account.rides.flatMap(paymentsOf).flatMap(({ id }) => bank().refundsOf(id))
}

function processRefunds(account: Account): void {
  for (const { id, status } of refundsAt(account)) if (status === 'pending') bank().processRefund(id)
}

function expectNothingOpen(account: Account): void {
  const waits = keptBookings().filter(
    ({ payment_id, state }) =>
      state === 'held' || (state === 'refund_due' && account.fateOf(payment_id ?? '') !== 'review')
  )
  expect(waits).toEqual([])
  expect(keptRefunds().filter(({ status }) => status === 'due' || status === 'sent')).toEqual([])
  for (const ride of account.rides) {
    for (const payment of paymentsOf(ride).filter(({ captured }) => captured)) {
      const fate = account.fateOf(payment.id)
      const isBack = payment.status === 'refunded' || account.isClosed(payment.id)
      expect(fate, `payment ${payment.id} of ${ride.id}`).not.toBe(null)
      if (fate === 'ride') expect(isWhole(payment, ride)).toBe(true)
      if (fate !== 'review') expect(isBack, `${payment.id} is ${fate}`).toBe(fate === 'back')
    }
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

function expectBooksToAgree(account: Account): void {
  const taken = account.rides.flatMap(paymentsOf).filter(({ captured }) => captured)
  const back = taken.flatMap(({ id }) => bank().refundsOf(id)).filter(({ status }) => status === 'processed')
  const kept = sum(taken.map(({ amount }) => amount)) - sum(back.map(({ amount }) => amount))
  const rides = sum(account.rides.filter(({ standing }) => standing === 'paid').map(({ amount }) => amount * 100))
  const open = taken.filter(({ id, status }) => account.fateOf(id) === 'review' && status !== 'refunded')
  const closed = taken.filter(({ id }) => account.isClosed(id))
  expect(kept).toBe(rides + sum([...open, ...closed].map(({ amount }) => amount)))
  const payments = back.map(({ payment_id }) => payment_id)
  expect(new Set(payments).size, 'a payment was refunded twice').toBe(payments.length)
}
