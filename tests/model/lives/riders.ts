import fc from 'fast-check'
import { expect } from 'vitest'
import { SLOT_MINUTES } from '#domain/constants.ts'
import * as text from '#messages/booking.ts'
import * as calls from '../world/calls.ts'
import { isScooterOffered, RIDERS, SCOOTERS } from '../world/house.ts'
import { bank, storedBookings, storedRefunds } from '../world/world.ts'
import { isReplaceableHold } from './account.ts'
import { ofOrder, ofPayment, ofRide, unconditional } from './command.ts'
import { isFullAmount, isReadable, paymentsOf } from './money.ts'
import { isUp } from './outages.ts'

const SLOT_MS = SLOT_MINUTES * 60_000
const HOUR_MS = 3_600_000

/** The first start that can be booked, and those after it. */
const startOf = (slot: number) => new Date((Math.ceil(Date.now() / SLOT_MS) + 1 + slot) * SLOT_MS)

const upToTime = (sentence: (when: string) => string) => sentence('…').split('…')[0]

const SENTENCE_OF = {
  deadline: upToTime(text.holdEndingSoon),
  rider: upToTime(text.tooManyHolds),
  scooter: upToTime(text.tooManyHoldsOfScooter)
}

type Ask = Omit<calls.BookingRequest, 'start'> & { slot: number }

const book = (ask: Ask) =>
  unconditional(`book ${JSON.stringify(ask)}`, async (_, account) => {
    const start = startOf(ask.slot)
    const wish = { ...ask, start }
    const times = { end: start.getTime() + ask.hours * HOUR_MS, start: start.getTime() }
    const same = account.sameHoldAs({ ...wish, end: times.end } as never)
    const rivals = account.rivalsOf({ ...ask, ...times })
    const own = account.ownRidesOf({ ...ask, ...times })
    const limit = account.limitOf({ ...ask, ...times })
    const moved = account.movedBy({ ...ask, ...times })
    const answer = await calls.book(wish)
    if (!isScooterOffered(ask.scooter))
      return void expect(answer).toMatchObject({ detail: text.scooterNotFound, status: 404 })
    if (same)
      return void expect(answer).toMatchObject({ body: { razorpay_order_id: same.order_id, session_id: same.id } })
    if (rivals.length > 0) {
      expect(answer).toMatchObject({ detail: text.bookingConflict, status: 400 })
      return
    }
    if (own.length > 0) return void expect(answer).toMatchObject({ detail: text.overlappingOwnRide, status: 400 })
    if (limit !== null) {
      expect(answer).toMatchObject({ detail: expect.stringContaining(SENTENCE_OF[limit] ?? ''), status: 429 })
      return
    }
    expect(answer.status).toBe(isUp() ? 200 : 502)
    account.allow({ bookedBy: ask.rider, moved })
  })

const resume = (index: number) =>
  ofOrder('resume', index, async (ride, account) => {
    const money = paymentsOf(ride).filter(payment => payment.status !== 'failed' || !isReadable(payment))
    const answer = await calls.resume(ride.rider, ride.id)
    // A hold that waits in vain ends at its old deadline; hold-expiry.test.ts tests how long it lasts.
    if (isUp() && isReplaceableHold(ride) && money.length === 0) {
      expect(answer).toMatchObject({ body: { razorpay_order_id: ride.order_id, session_id: ride.id } })
    }
    account.watch()
    if (isUp() && ride.standing !== 'paid') expectPaymentStates(ride, account)
  })

const dismiss = (index: number) =>
  ofRide('dismiss', index, async ({ id, rider, standing }) => {
    const isPayable = standing === 'held' || standing === 'over'
    expect(await calls.dismiss(rider, id)).toMatchObject({ isDone: isPayable })
  })

const cancelHold = (index: number) =>
  ofRide('give up', index, async ({ id, rider, settling, standing }, account) => {
    const answer = await calls.cancelHoldBy(rider, id)
    expect(answer.status).toBe(standing === 'paid' || settling ? 400 : 200)
    account.allow({ given_up: id })
  })

const reportPayment = (index: number) =>
  ofPayment(
    'tell of',
    index,
    () => true,
    async ({ payment, ride }, account) => {
      const told = { ...payment }
      const isHad = account.isToBeHad(ride) && !ride.settling
      const answer = await calls.reportPayment(ride.rider, ride.id, receiptOf(ride, payment.id))
      account.watch()
      if (!isUp() || told.status !== 'captured') return
      if (!isReadable(payment)) return void expect(answer).toMatchObject({ body: { success: false }, isDone: true })
      expect(account.fateOf(payment.id)).not.toBe(null)
      if (!isFullAmount(payment, ride))
        return void expect(answer).toMatchObject({ detail: text.paymentInReview, status: 400 })
      const isRide = account.rides.some(({ id, standing }) => id === ride.id && standing === 'paid')
      expect(answer).toMatchObject({ body: { success: isRide }, isDone: true })
      if (isHad) expect(isRide, 'a window that was to be had').toBe(true)
    }
  )

const reportForgedPayment = (index: number) =>
  ofPayment(
    'tell a lie of',
    index,
    () => true,
    async ({ payment, ride }) => {
      const before = [storedBookings(), storedRefunds()]
      const receipt = { ...receiptOf(ride, payment.id), razorpay_signature: 'f'.repeat(64) }
      const answer = await calls.reportPayment(ride.rider, ride.id, receipt)
      expect(answer).toMatchObject({ detail: text.signatureMismatch, status: 400 })
      expect([storedBookings(), storedRefunds()]).toEqual(before)
    }
  )

function receiptOf({ order_id }: { order_id: string }, payment_id: string): calls.Receipt {
  return {
    razorpay_order_id: order_id,
    razorpay_payment_id: payment_id,
    razorpay_signature: bank().sign(order_id, payment_id)
  }
}

/** The provider answered, so every captured payment has an outcome. */
export function expectPaymentStates(
  ride: Parameters<typeof paymentsOf>[0],
  account: { fateOf: (id: string) => unknown }
): void {
  const taken = paymentsOf(ride).filter(payment => payment.status === 'captured' && isReadable(payment))
  expect(taken.filter(({ id }) => account.fateOf(id) === null)).toEqual([])
}

const ask = fc.record({
  hours: fc.constantFrom(1 as const, 3 as const),
  rider: fc.constantFrom(...RIDERS),
  scooter: fc.constantFrom(...SCOOTERS),
  slot: fc.nat(4)
})
const index = fc.nat(7)

export const riders = [
  ask.map(book),
  ask.map(book),
  index.map(resume),
  index.map(dismiss),
  index.map(cancelHold),
  index.map(reportPayment),
  index.map(reportPayment),
  index.map(reportForgedPayment)
]
