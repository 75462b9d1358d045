import fc from 'fast-check'
import { expect } from 'vitest'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { EXTENDABLE_MINUTES, SLOT_MINUTES } from '#domain/constants.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as manageRideText from '#messages/my-bookings/manage-ride.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { advanceTime, bank, storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { isScooterOffered, RIDERS, type Rider, SCOOTERS } from '#tests/model/harness/seed.ts'
import { ofOrder, ofPayment, ofRide, unconditional } from './command.ts'
import type { ExpectedState } from './expected-state.ts'
import { closedSentence, startsAtOnce } from './openings.ts'
import { isUp } from './outages.ts'
import { isFullAmount, isReadable, paymentsOf } from './payments.ts'
import { refusalOf } from './reviews.ts'
import { isExtension, isReplaceableHold } from './ride.ts'

const SLOT_MS = SLOT_MINUTES * 60_000

/** The first start that every property takes, and those after it. 'now': the half hour that has begun. */
const startOf = (slot: number | 'now') =>
  new Date((slot === 'now' ? Math.floor(Date.now() / SLOT_MS) : Math.ceil(Date.now() / SLOT_MS) + 1 + slot) * SLOT_MS)

/** What became of the requests for 'now' where rides start at once. */
export const atOnce = { held: 0, late: 0 }

/** The server takes a start that has begun for fifteen minutes, where the property does. */
function isStartTaken(start: number): boolean {
  if (start > Date.now()) return true
  if (!startsAtOnce()) return false
  const isTaken = Date.now() - start < 15 * MINUTE_MS
  if (!isTaken) atOnce.late += 1
  return isTaken
}

const upToTime = (sentence: (when: string) => string) => sentence('…').split('…')[0]

const LIMIT_MESSAGES = {
  deadline: upToTime(bookingText.holdEndingSoon),
  rider: upToTime(bookingText.tooManyHolds),
  scooter: upToTime(bookingText.tooManyHoldsOfScooter)
}

type BookingChoice = Omit<calls.BookingRequest, 'start'> & { slot: number | 'now' }

/** The order, if the rules allow the booking and the provider answers. */
async function tryToBook(choice: BookingChoice, expected: ExpectedState) {
  const start = startOf(choice.slot)
  const times = { end: start.getTime() + choice.hours * HOUR_MS, start: start.getTime() }
  const wanted = { ...choice, ...times }
  const same = expected.sameHoldAs(wanted)
  const conflicts = expected.conflictsOf(wanted)
  const own = expected.ownRidesOf(wanted)
  const limit = expected.limitOf(wanted)
  const moved = expected.movedBy(wanted)
  const answer = await calls.book({ ...choice, start })
  if (!isScooterOffered(choice.scooter))
    return void expect(answer).toMatchObject({ detail: bookingText.scooterNotFound, status: 404 })
  if (!isStartTaken(wanted.start))
    return void expect(answer).toMatchObject({ detail: bookingText.startPassed, status: 400 })
  const refused = refusalOf(expected, wanted)
  if (refused) return void expect(answer).toMatchObject(refused)
  if (same)
    return void expect(answer).toMatchObject({ body: { razorpay_order_id: same.order_id, session_id: same.id } })
  const closed = closedSentence(wanted)
  if (closed) return void expect(answer).toMatchObject({ detail: expect.stringContaining(closed), status: 400 })
  if (conflicts.length > 0 || expected.isBlocked(wanted))
    return void expect(answer).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
  if (own.length > 0) return void expect(answer).toMatchObject({ detail: bookingText.overlappingOwnRide, status: 400 })
  if (limit !== null)
    return void expect(answer).toMatchObject({
      detail: expect.stringContaining(LIMIT_MESSAGES[limit] ?? ''),
      status: 429
    })
  expect(answer.status).toBe(isUp() ? 200 : 502)
  expected.allow({ bookedBy: choice.rider, moved })
  if (choice.slot === 'now' && answer.isDone) atOnce.held += 1
  return answer.isDone ? answer.body : undefined
}

const book = (choice: BookingChoice) =>
  unconditional(`book ${JSON.stringify(choice)}`, async (_, expected) => void (await tryToBook(choice, expected)))

/** As most riders do. Without it, few lives have a ride for the other actions. */
const bookAndPay = (choice: BookingChoice) =>
  unconditional(`book and pay ${JSON.stringify(choice)}`, (_, expected) => tryToBookAndPay(choice, expected))

async function tryToBookAndPay(choice: BookingChoice, expected: ExpectedState): Promise<void> {
  const order = await tryToBook(choice, expected)
  if (!order) return
  expected.check()
  const receipt = bank().pay(order.razorpay_order_id)
  expect(await calls.reportPayment(choice.rider, order.session_id, receipt)).toMatchObject({
    body: { success: true }
  })
}

/** So that several riders, or one, have a scooter in a row. */
const bookNextAndPay = ({ index, rider }: { index: number; rider: Rider }) =>
  ofRide(`${rider} books and pays the hour after`, index, async ({ end, scooter }, expected) => {
    const slot = (end - startOf(0).getTime()) / SLOT_MS
    if (slot >= 0) await tryToBookAndPay({ hours: 1, rider, scooter, slot }, expected)
  })

const MAX_RIDE_HOURS = 24

const extend = ({ hours, index }: { hours: number; index: number }) =>
  ofRide(`extend by ${hours} hours`, index, async (ride, expected) => {
    const { id, rider, scooter } = ride
    const end = isExtension(ride) ? null : expected.endOfRide(id)
    const times = end === null ? null : { end: end + hours * HOUR_MS, start: end }
    const wanted = times && { rider, scooter, ...times }
    const same = wanted && expected.sameHoldAs(wanted, true)
    const conflicts = wanted ? expected.conflictsOf(wanted) : []
    const own = wanted ? expected.ownRidesOf(wanted) : []
    const limit = wanted && expected.limitOf(wanted)
    const moved = wanted ? expected.movedBy(wanted) : undefined
    const answer = await calls.extend(rider, id, hours)
    if (end === null || Date.now() >= end + EXTENDABLE_MINUTES * 60_000)
      return void expect(answer).toMatchObject({ detail: manageRideText.cannotExtend, status: 400 })
    if (!isScooterOffered(scooter))
      return void expect(answer).toMatchObject({ detail: manageRideText.scooterUnavailableAfterRide, status: 400 })
    if ((end - ride.start) / HOUR_MS + hours > MAX_RIDE_HOURS)
      return void expect(answer).toMatchObject({ detail: bookingText.rideTooLong(MAX_RIDE_HOURS), status: 400 })
    const refused = refusalOf(expected, { end: end + hours * HOUR_MS, rider, scooter })
    if (refused) return void expect(answer).toMatchObject(refused)
    if (same)
      return void expect(answer).toMatchObject({ body: { razorpay_order_id: same.order_id, session_id: same.id } })
    const closed = closedSentence({ end: end + hours * HOUR_MS })
    if (closed) return void expect(answer).toMatchObject({ detail: expect.stringContaining(closed), status: 400 })
    if (conflicts.length > 0 || (wanted && expected.isBlocked(wanted)))
      return void expect(answer).toMatchObject({ detail: bookingText.bookingConflict, status: 400 })
    if (own.length > 0)
      return void expect(answer).toMatchObject({ detail: bookingText.overlappingOwnRide, status: 400 })
    if (limit !== null)
      return void expect(answer).toMatchObject({
        detail: expect.stringContaining(LIMIT_MESSAGES[limit] ?? ''),
        status: 429
      })
    expect(answer.status).toBe(isUp() ? 200 : 502)
    expected.allow({ bookedBy: rider, moved })
  })

const resume = (index: number) =>
  ofOrder('resume', index, async (ride, expected) => {
    const money = paymentsOf(ride).filter(payment => payment.status !== 'failed' || !isReadable(payment))
    const answer = await calls.resume(ride.rider, ride.id)
    // A settling hold without a payment ends at its old deadline; tests/model/bookings/hold-deadlines.test.ts tests how
    // long it lasts.
    if (isUp() && isReplaceableHold(ride) && money.length === 0) {
      expect(answer).toMatchObject({ body: { razorpay_order_id: ride.order_id, session_id: ride.id } })
    }
    expected.check()
    if (isUp() && ride.rideStatus !== 'paid') expectPaymentStates(ride, expected)
  })

const dismiss = (index: number) =>
  ofRide('dismiss', index, async ({ id, rider, rideStatus }) => {
    const isPayable = rideStatus === 'held' || rideStatus === 'expired'
    expect(await calls.dismiss(rider, id)).toMatchObject({ isDone: isPayable })
  })

const wasCancelledByOthers = (id: string) =>
  storedBookings().some(
    row => row.id === id && row.payment_id !== null && ['admin', 'provider'].includes(row.cancelled_by ?? '')
  )

/** A limit that is counted from the start still holds at its very instant, the grace time after a payment does not. */
const hasPassed = (until: number, start: number) =>
  until === start - DEFAULT_TERMS.free_cancel_minutes * MINUTE_MS ? until < Date.now() : until <= Date.now()

/** A rider reads the refund and agrees to it, perhaps after other events. */
const cancelPaid = ({ index, minutes }: { index: number; minutes: number }) =>
  ofRide(`cancel the ride, agreed ${minutes} minutes later`, index, async (ride, expected) => {
    const { id, rider, rideStatus, start } = ride
    const shown = await calls.previewCancel(rider, id)
    const isOffered = rideStatus === 'paid' && !isExtension(ride) && start > Date.now()
    expect(shown.status).toBe(isOffered ? 200 : 400)
    if (!shown.isDone) return
    const { refund, refund_after, until } = shown.body
    advanceTime(minutes)
    const isLate = until !== null && until !== undefined && hasPassed(new Date(until).getTime(), start)
    const promised = isLate ? refund_after : refund
    const answer = await calls.cancelPaidBy(rider, id, refund)
    if (start <= Date.now()) return void expect(answer.status).toBe(400)
    if (promised !== refund)
      return void expect(answer).toMatchObject({ detail: bookingText.refundChanged, status: 409 })
    expect(answer).toMatchObject({ isDone: true })
    expected.allow({ cancelled: id })
  })

const cancelHold = (index: number) =>
  ofRide('cancel a hold', index, async ({ id, rider, settling, rideStatus }, expected) => {
    const answer = await calls.cancelHoldBy(rider, id)
    const isPaidFor = rideStatus === 'paid' || rideStatus === 'refunded' || settling
    expect(answer.status).toBe(wasCancelledByOthers(id) ? 409 : isPaidFor ? 400 : 200)
    expected.allow({ cancelledHold: id })
  })

const reportPayment = (index: number) =>
  ofPayment(
    'report',
    index,
    () => true,
    async ({ payment, ride }, expected) => {
      const reported = { ...payment }
      const wasBookable = expected.isBookable(ride) && !ride.settling
      const answer = await calls.reportPayment(ride.rider, ride.id, receiptOf(ride, payment.id))
      expected.check()
      if (!isUp() || reported.status !== 'captured') return
      if (!isReadable(payment)) return void expect(answer).toMatchObject({ body: { success: false }, isDone: true })
      expect(expected.outcomeOf(payment.id)).not.toBe(null)
      if (!isFullAmount(payment, ride))
        return void expect(answer).toMatchObject({ detail: paymentsText.paymentInReview, status: 400 })
      const isRide = expected.rides.some(({ id, rideStatus }) => id === ride.id && rideStatus === 'paid')
      expect(answer).toMatchObject({ body: { success: isRide }, isDone: true })
      if (wasBookable) expect(isRide, 'a bookable window becomes a ride').toBe(true)
    }
  )

const reportForgedPayment = (index: number) =>
  ofPayment(
    'report with a forged signature',
    index,
    () => true,
    async ({ payment, ride }) => {
      const before = [storedBookings(), storedRefunds()]
      const receipt = { ...receiptOf(ride, payment.id), razorpay_signature: 'f'.repeat(64) }
      const answer = await calls.reportPayment(ride.rider, ride.id, receipt)
      expect(answer).toMatchObject({ detail: paymentsText.signatureMismatch, status: 400 })
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
  expected: { outcomeOf: (id: string) => unknown }
): void {
  const taken = paymentsOf(ride).filter(payment => payment.status === 'captured' && isReadable(payment))
  expect(taken.filter(({ id }) => expected.outcomeOf(id) === null)).toEqual([])
}

const choice = fc.record({
  hours: fc.constantFrom(1 as const, 3 as const),
  rider: fc.constantFrom(...RIDERS),
  scooter: fc.constantFrom(...SCOOTERS),
  slot: fc.oneof({ arbitrary: fc.nat(4), weight: 4 }, { arbitrary: fc.constant('now' as const), weight: 1 })
})
const index = fc.nat(7)

/** Paid rides of one scooter, one after the other, and their cancellation. */
export const rideInARow = [
  choice.map(bookAndPay),
  fc.record({ index, rider: fc.constantFrom(...RIDERS) }).map(bookNextAndPay),
  fc.record({ index, rider: fc.constantFrom(...RIDERS) }).map(bookNextAndPay),
  fc.record({ index, minutes: fc.constantFrom(0, 1, 12, 40) }).map(cancelPaid)
]

const choiceOfNow = choice.map(chosen => ({ ...chosen, slot: 'now' as const }))

/** Rides of the half hour that has begun, most of them paid at once, and payments that come later. */
export const ridesAtOnce = [
  choiceOfNow.map(book),
  choiceOfNow.map(bookAndPay),
  choiceOfNow.map(bookAndPay),
  index.map(resume),
  index.map(reportPayment)
]

export const riders = [
  choice.map(book),
  choice.map(book),
  choice.map(bookAndPay),
  choice.map(bookAndPay),
  choice.map(bookAndPay),
  choice.map(bookAndPay),
  ...rideInARow,
  fc.record({ hours: fc.constantFrom(1, 2, 12), index }).map(extend),
  fc.record({ hours: fc.constantFrom(1, 2, 12), index }).map(extend),
  index.map(resume),
  index.map(dismiss),
  index.map(cancelHold),
  index.map(reportPayment),
  index.map(reportPayment),
  index.map(reportForgedPayment)
]
