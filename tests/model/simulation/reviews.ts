import fc from 'fast-check'
import { expect } from 'vitest'
import { REJECT_REASONS, type RejectReason } from '#domain/riders/licence.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { isPropertyOpen, PROPERTY, RIDERS, type Rider } from '#tests/model/harness/seed.ts'
import { unconditional } from './command.ts'
import type { ExpectedState } from './expected-state.ts'
import { disputesAgainst, refundedPaise } from './payments.ts'
import { isExtension, type Ride } from './ride.ts'

// Decisions about riders: licences, suspensions, uploads and the rule of the property. What they stop is predicted from
// the bookings alone.

interface Stopping {
  isForAll: boolean
  /** Rides that end later are stopped. */
  until: number
}

/** The rows of the rider that the decision has to cancel: paid ones ahead, and those that a payment could confirm. */
function rowsToStop({ rides, riders }: ExpectedState, rider: Rider, { isForAll, until }: Stopping): Ride[] {
  const now = Date.now()
  const own = rides.filter(ride => ride.rider === rider && (isForAll || riders.needsLicence(ride.scooter)))
  const endOf = (ride_id: string) =>
    Math.max(...rides.filter(row => row.ride_id === ride_id && row.rideStatus === 'paid').map(({ end }) => end))
  const startOf = (ride_id: string) => rides.find(({ id }) => id === ride_id)?.start ?? 0
  return own.filter(ride => {
    if (ride.rideStatus === 'paid') return startOf(ride.ride_id) > now && endOf(ride.ride_id) > until
    const lastPayment = isExtension(ride) ? ride.end : ride.start
    return (ride.rideStatus === 'held' || (ride.rideStatus === 'expired' && lastPayment > now)) && ride.end > until
  })
}

/** The same, and holds that have ended without anybody noticing. */
const mayBeStopped = ({ rides }: ExpectedState, rider: Rider) =>
  rides.filter(ride => ride.rider === rider && ride.rideStatus === 'expired')

interface Prediction {
  payments: string[]
  /** Rupees. */
  refund: number
  rows: Ride[]
}

function predict(expected: ExpectedState, rider: Rider, stopping: Stopping | null): Prediction {
  const stopped = stopping ? rowsToStop(expected, rider, stopping) : []
  const paid = stopped.filter(({ rideStatus }) => rideStatus === 'paid')
  const payments = paid.flatMap(({ payment_id }) => payment_id ?? [])
  const refund = paid.reduce((sum, { amount, payment_id }) => sum + amount - refundedPaise(payment_id) / 100, 0)
  return { payments, refund, rows: stopped }
}

function expectStopped(expected: ExpectedState, rider: Rider, { rows: stopped }: Prediction): void {
  const ids = new Set([...stopped, ...mayBeStopped(expected, rider)].map(({ id }) => id))
  expected.allow({ stopped: ids })
  expected.check()
  const left = expected.rides.filter(
    ({ id, rideStatus }) => stopped.some(row => row.id === id) && rideStatus !== 'cancelled'
  )
  expect(left, 'a ride goes on that a decision stops').toEqual([])
}

interface Deciding {
  /** The admin has not seen the present state of the rider. */
  isStale: boolean
  rider: Rider
}

const approve = ({ days, isStale, rider }: Deciding & { days: number }) =>
  unconditional(`an admin approves ${rider} for ${days} days`, async (_, expected) => {
    const licence = expected.riders.of(rider)
    const expires_on = addDays(dayOf(new Date()), days)
    const until = instantAt(addDays(expires_on, 1), '00:00').getTime()
    const prediction = predict(expected, rider, { isForAll: false, until })
    const isDone = licence.status === 'approved' && licence.until === until && !licence.waits
    const revision = licence.revision + Number(isStale)
    const answer = await calls.decide(rider, { decision: 'approve', expires_on, refund: prediction.refund, revision })
    if (!isAllowed(answer, { isDone, isStale }, prediction) || isDone) return
    expected.riders.set(rider, { revision: licence.revision + 1, status: 'approved', until, waits: false })
    expectStopped(expected, rider, prediction)
  })

const reject = ({ isStale, reason, rider }: Deciding & { reason: RejectReason }) =>
  unconditional(`an admin rejects ${rider} as ${reason}`, async (_, expected) => {
    const licence = expected.riders.of(rider)
    const prediction = predict(expected, rider, reason === 'unreadable' ? null : { isForAll: false, until: 0 })
    const isDone = licence.status === 'rejected' && licence.reason === reason && !licence.waits
    const revision = licence.revision + Number(isStale)
    const answer = await calls.decide(rider, { decision: 'reject', reason, refund: prediction.refund, revision })
    if (!isAllowed(answer, { isDone, isStale }, prediction) || isDone) return
    expected.riders.set(rider, { reason, revision: licence.revision + 1, status: 'rejected', until: 0, waits: false })
    expectStopped(expected, rider, prediction)
  })

/** Whether the decision is made. It is refused for a state that has passed, and while a bank disputes a payment. */
function isAllowed(
  answer: calls.CallResult<unknown>,
  { isDone, isStale }: { isDone: boolean; isStale: boolean },
  { payments }: Prediction
): boolean {
  if (isDone) expect(answer.status).toBe(200)
  else if (isStale) expect(answer).toMatchObject({ detail: reviewText.riderChanged, status: 409 })
  else if (disputesAgainst(...payments).length > 0)
    expect(answer).toMatchObject({ detail: refundsText.paymentDisputed, status: 409 })
  else expect(answer).toMatchObject({ isDone: true })
  return answer.isDone
}

const suspend = (rider: Rider) =>
  unconditional(`an admin suspends ${rider}`, async (_, expected) => {
    const { isSuspended } = expected.riders.of(rider)
    const prediction = predict(expected, rider, { isForAll: true, until: 0 })
    const answer = await calls.suspend(rider, prediction.refund)
    if (!isAllowed(answer, { isDone: isSuspended, isStale: false }, prediction)) return
    expected.riders.set(rider, { isSuspended: true })
    expectStopped(expected, rider, prediction)
  })

const lift = (rider: Rider) =>
  unconditional(`an admin lifts the suspension of ${rider}`, async (_, expected) => {
    expect(await calls.liftSuspension(rider)).toMatchObject({ isDone: true })
    expected.riders.set(rider, { isSuspended: false })
  })

let uploads = 0

const upload = (rider: Rider) =>
  unconditional(`${rider} uploads another photo`, async (_, expected) => {
    const id = (++uploads).toString(16).padStart(32, '0')
    rows(
      "INSERT INTO uploads (id, kind, path, content_type, created_at) VALUES (?1, 'license', ?1, 'x', unixepoch() + 99999999)",
      id
    )
    expect(await calls.replaceLicence(rider, id)).toMatchObject({ isDone: true })
    expected.riders.set(rider, { revision: expected.riders.of(rider).revision + 1, waits: true })
  })

const switchRule = (isAllowedBefore: boolean) =>
  unconditional(`the property lets riders book before a review: ${isAllowedBefore}`, async (_, expected) => {
    const answer = await calls.setRules(PROPERTY, { book_before_review: isAllowedBefore })
    expect(answer.isDone).toBe(isPropertyOpen())
    if (answer.isDone) expected.riders.allowsUnreviewed = isAllowedBefore
  })

const rider = fc.constantFrom(...RIDERS)
const isStale = fc.integer({ max: 9, min: 0 }).map(number => number === 0)

export const reviews = [
  fc.record({ days: fc.integer({ max: 2, min: 0 }), isStale, rider }).map(approve),
  fc.record({ days: fc.integer({ max: 2, min: 0 }), isStale, rider }).map(approve),
  fc.record({ isStale, reason: fc.constantFrom(...REJECT_REASONS), rider }).map(reject),
  rider.map(suspend),
  rider.map(lift),
  rider.map(lift),
  rider.map(upload),
  fc.boolean().map(switchRule)
]

/** The refusal of a booking that the rider may not make; undefined if the rider may. */
export function refusalOf({ riders }: ExpectedState, request: { end: number; rider: Rider; scooter: Ride['scooter'] }) {
  const block = riders.blockOf(request)
  return block && { detail: bookingBlocksText.BLOCK_TEXTS[block], status: 403 }
}
