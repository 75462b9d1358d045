import fc from 'fast-check'
import { expect } from 'vitest'
import { CELL_SECONDS } from '#domain/bookings/slots.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { lossOf } from '#tests/model/harness/loss.ts'
import { isScooterActive, type Scooter } from '#tests/model/harness/seed.ts'
import { ofRide } from './command.ts'
import type { ExpectedState } from './expected-state.ts'
import { canTake, OTHER } from './moves.ts'
import { disputesAgainst, refundedPaise } from './payments.ts'
import { overlap, type Ride, type Times } from './ride.ts'

// Windows in which the staff need a scooter. The rides inside, what can be done about each and what becomes of it are
// predicted from the bookings.

const CELL_MS = CELL_SECONDS * SECOND_MS

const CHOICES = ['move', 'refund', 'refund another amount', 'owe another amount', 'leave'] as const
type Choice = (typeof CHOICES)[number]

interface Blocking {
  choices: Choice[]
  index: number
  /** Half hours: from the start of the booking to that of the window, and the length of the window. */
  later: number
  length: number
}

interface RideInside {
  canMove: boolean
  choice: Choice
  id: string
  /** Rupees. */
  owed: number
  /** Rupees; null while a bank disputes a payment. */
  refund: number | null
}

type Decision = NonNullable<Parameters<typeof calls.blockScooter>[0]['rides']>[number]

type ServiceWindow = Times & { scooter: Scooter }

const rowsInside = ({ rides }: ExpectedState, { scooter, ...window }: ServiceWindow) =>
  rides.filter(row => row.scooter === scooter && overlap(row, window))

function refundOf(rides: readonly Ride[]): number | null {
  if (disputesAgainst(...rides.flatMap(({ payment_id }) => payment_id ?? [])).length > 0) return null
  return rides.reduce((sum, { amount, payment_id }) => sum + amount - refundedPaise(payment_id) / 100, 0)
}

/** The paid rides that have a row ahead in the window, by their start. */
function ridesInside(expected: ExpectedState, choices: readonly Choice[], window: ServiceWindow): RideInside[] {
  const inside = rowsInside(expected, window).filter(
    ({ end, ride_id, rideStatus }) => rideStatus === 'paid' && end > Date.now() && expected.endOfRide(ride_id) !== null
  )
  return expected.rides
    .filter(({ id }) => inside.some(({ ride_id }) => ride_id === id))
    .sort((one, other) => one.start - other.start)
    .map((ride, index) => ({
      canMove: canTake(expected, OTHER[window.scooter], ride, expected.endOfRide(ride.id) ?? 0),
      choice: choices[index % choices.length] ?? 'leave',
      id: ride.id,
      owed: lossOf(ride.id) / 100,
      refund: refundOf(expected.paidRows(ride.id))
    }))
}

function decisionOf(to: Scooter, { choice, id, owed, refund }: RideInside): Decision[] {
  if (choice === 'leave') return []
  if (choice === 'move') return [{ id, move_to: to }]
  const isWrong = (what: Choice) => Number(choice === what)
  return [{ amount: (refund ?? 0) + isWrong('refund another amount'), id, owed: owed + isWrong('owe another amount') }]
}

function outcomeOf({ canMove, choice, refund }: RideInside): 'left' | 'moved' | 'refunded' {
  if (choice === 'move' && canMove) return 'moved'
  return choice === 'refund' && refund !== null ? 'refunded' : 'left'
}

const shown = (to: Scooter, rides: readonly RideInside[]) =>
  rides.map(({ canMove, id, owed, refund }) => ({ id, owed, refund, targets: canMove ? [{ id: to, name: to }] : [] }))

let count = 0

/** From the present half hour on, or around a booking ahead. */
const block = ({ choices, index, later, length }: Blocking) =>
  ofRide(`an admin blocks ${length} half hours, ${choices},`, index, async (ride, expected) => {
    const { scooter } = ride
    const start = Math.max(Math.floor(Date.now() / CELL_MS), ride.start / CELL_MS + later) * CELL_MS
    const window = { end: start + length * CELL_MS, scooter, start }
    const request = { from: new Date(start), number: ++count, scooter, to: new Date(window.end) }
    const to = OTHER[scooter]
    const inside = ridesInside(expected, choices, window)
    const held = rowsInside(expected, window).filter(row => row.rideStatus === 'held' && !row.settling)
    expect(await calls.ridesInside(request)).toMatchObject({ body: shown(to, inside) })
    const rides = inside.flatMap(ride => decisionOf(to, ride))
    const answer = await calls.blockScooter({ ...request, rides })
    if (!isScooterActive(scooter)) return void expect(answer.status).toBe(404)
    const { left = [], moved = [], refunded = [] } = Object.groupBy(inside, outcomeOf)
    expect(answer).toMatchObject({ body: { hits: shown(to, left) }, isDone: true })
    const isOf = (some: readonly RideInside[]) => (row: Ride) => some.some(({ id }) => id === row.ride_id)
    for (const { id, owed } of refunded) expected.owe(id, owed * 100)
    expected.allow({
      released: new Set(held.map(({ id }) => id)),
      stopped: new Set(expected.rides.filter(isOf(refunded)).map(({ id }) => id))
    })
    expected.check()
    const scooters = (some: readonly RideInside[]) =>
      some.map(({ id }) => [...new Set(expected.paidRows(id).map(row => row.scooter))])
    expect(scooters(moved), 'a ride is not moved').toEqual(moved.map(() => [to]))
    expect(scooters(left), 'a ride does not stay').toEqual(left.map(() => [scooter]))
    expect(scooters(refunded), 'a ride is not refunded').toEqual(refunded.map(() => []))
    const isLeft = rowsInside(expected, window).some(row => row.rideStatus === 'held' && !row.settling)
    expect(isLeft, 'a hold is in a window').toBe(false)
    const stored = () => [
      storedBookings(),
      storedRefunds(),
      rows('SELECT * FROM slot_claims ORDER BY scooter_id, cell')
    ]
    const before = stored()
    expect(await calls.blockScooter({ ...request, rides })).toEqual(answer)
    expect(stored(), 'a window is blocked twice').toEqual(before)
  })

const blocking = fc.record({
  choices: fc.array(fc.constantFrom<Choice>('move', 'refund', ...CHOICES), { maxLength: 3, minLength: 1 }),
  index: fc.nat(7),
  later: fc.integer({ max: 2, min: -3 }),
  length: fc.integer({ max: 8, min: 1 })
})

export const windows = [blocking.map(block), blocking.map(block)]
