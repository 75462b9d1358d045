import fc from 'fast-check'
import { expect } from 'vitest'
import { FULL_REFUND_MINUTES, OWN_MOVES_MAX, restPaise, TROUBLE_FROM_MINUTES } from '#domain/problems/problems.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { insertProblem } from '#tests/model/harness/seed.ts'
import { ofRide, unconditional } from './command.ts'
import type { ExpectedState } from './expected-state.ts'
import { canTake, OTHER } from './moves.ts'
import { refundedPaise } from './payments.ts'
import type { Ride } from './ride.ts'

// Scooters that cannot be ridden, and riders who take another one or the money. What they may have is predicted from the
// bookings and the open problems.

const BLOCK_MINUTES = 120

const report = (index: number) =>
  ofRide('its rider reports the scooter', index, ({ ride_id, rider, scooter }) => {
    const isReported = rows(
      "SELECT 1 FROM problems WHERE booking_id = ?1 AND scooter_id = ?2 AND state = 'open'",
      ride_id,
      scooter
    )
    if (isReported.length > 0) return
    const now = new Date(Math.floor(Date.now() / 1000) * 1000)
    insertProblem({
      blocked_from: now,
      blocked_until: new Date(now.getTime() + BLOCK_MINUTES * MINUTE_MS),
      ride: { id: ride_id, rider },
      scooter
    })
  })

const fix = unconditional('every problem is fixed', () => void rows("UPDATE problems SET state = 'fixed'"))

interface Found {
  cause: 'broken' | 'reported' | null
  end: number
  ride: Ride
}

/** The trouble of a ride, and its end; undefined unless it is paid, unreturned, and starts soon or runs. */
function troubleOf(expected: ExpectedState, row: Ride): Found | undefined {
  const ride = expected.rides.find(({ id }) => id === row.ride_id) ?? row
  const end = expected.endOfRide(ride.id)
  const now = Date.now()
  if (end === null || end <= now || ride.start > now + TROUBLE_FROM_MINUTES * MINUTE_MS) return undefined
  const open = expected.problemsOf(ride.scooter)
  const blocks = open.filter(
    ({ blocked_from, blocked_until, booking_id }) =>
      booking_id !== ride.id && blocked_until * 1000 > Math.max(now, ride.start) && blocked_from * 1000 < end
  )
  const isReported = open.some(({ booking_id }) => booking_id === ride.id)
  return { cause: blocks.length > 0 ? 'broken' : isReported ? 'reported' : null, end, ride }
}

const ownMovesOf = (ride: string) => rows("SELECT 1 FROM moves WHERE ride_id = ? AND moved_by = 'rider'", ride).length

const move = (index: number) =>
  ofRide('its rider moves the ride', index, async (row, expected) => {
    const found = troubleOf(expected, row)
    const ride = found?.ride ?? expected.rides.find(({ id }) => id === row.ride_id) ?? row
    const to = OTHER[ride.scooter]
    const isAllowed = found?.cause === 'broken' || (found?.cause === 'reported' && ownMovesOf(ride.id) < OWN_MOVES_MAX)
    const answer = await calls.moveBy(ride.rider, row.id, ride.scooter, to)
    const status = found?.cause ? 409 : 400
    expect(answer.status).toBe(isAllowed && found && canTake(expected, to, ride, found.end) ? 200 : status)
  })

/** All that is left of every row, or the half hours of the present row that have not begun and all rows ahead. Paise. */
function moneyOf(expected: ExpectedState, { ride }: Found): { isFull: boolean; paise: number } {
  const now = new Date()
  const isFull = ride.start + FULL_REFUND_MINUTES * MINUTE_MS > now.getTime()
  const left = ({ amount, payment_id }: Ride) => amount * 100 - refundedPaise(payment_id)
  const paise = expected.paidRows(ride.id).reduce((sum, row) => {
    if (isFull || row.start > now.getTime()) return sum + left(row)
    if (row.end <= now.getTime()) return sum
    const window = { end: new Date(row.end), start: new Date(row.start) }
    return sum + Math.min(left(row), restPaise(window, row.amount * 100, now))
  }, 0)
  return { isFull, paise }
}

const takeMoney = (index: number) =>
  ofRide('its rider takes the money', index, async (row, expected) => {
    const found = troubleOf(expected, row)
    const money = found && moneyOf(expected, found)
    const isOffered = found?.cause === 'broken' && money !== undefined && money.paise > 0
    const before = [storedBookings(), storedRefunds()]
    const answer = await calls.takeMoneyOf(row.rider, row.id, (money?.paise ?? 0) / 100)
    if (!isOffered) {
      // What was given back before is answered again.
      expect([200, 400]).toContain(answer.status)
      expect([storedBookings(), storedRefunds()]).toEqual(before)
      return
    }
    expect(answer).toMatchObject({ body: { refund: money.paise / 100 }, status: 200 })
    expected.allow(money.isFull ? { cancelled: found.ride.id } : { returned: found.ride.id })
  })

const index = fc.nat(7)

export const problems = [index.map(report), index.map(report), fc.constant(fix), index.map(move), index.map(takeMoney)]
