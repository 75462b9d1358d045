import fc from 'fast-check'
import { expect } from 'vitest'
import {
  FULL_REFUND_MINUTES,
  KEPT_REPORT_HOURS,
  OWN_MOVES_MAX,
  REPORT_BEFORE_MINUTES,
  restPaise,
  TROUBLE_FROM_MINUTES,
  TWO_IN_A_ROW_HOURS
} from '#domain/problems/problems.ts'
import { HOUR_SECONDS, MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { storedBooking, storedBookings, storedRefunds } from '#tests/model/harness/harness.ts'
import { isScooterActive, type Scooter } from '#tests/model/harness/seed.ts'
import { ofRide, unconditional } from './command.ts'
import type { OpenProblem } from './expected-rides.ts'
import type { ExpectedState } from './expected-state.ts'
import { canTake, OTHER } from './moves.ts'
import { refundedPaise } from './payments.ts'
import { waitUntil } from './returns.ts'
import { isExtension, type Ride } from './ride.ts'

// Scooters that cannot be ridden, and riders who take another one or the money. What they may have is predicted from the
// bookings and the open problems.

let reports = 0

const secondsOf = (time: number) => Math.floor(time / SECOND_MS)
const firstRowOf = (expected: ExpectedState, { ride_id }: Ride) => expected.rides.find(({ id }) => id === ride_id)

/** The scooter that a ride had at a time. Null: now. */
function scooterAt({ ride_id, scooter }: Ride, time: number | null): Scooter {
  const moves = rows<{ created_at: number; from_scooter_id: Scooter }>(
    'SELECT * FROM moves WHERE ride_id = ? ORDER BY revision',
    ride_id
  )
  return moves.find(({ created_at }) => time !== null && created_at > secondsOf(time))?.from_scooter_id ?? scooter
}

/** A report of the ride is taken: now, or because of the time when it was pressed. */
function isTaken(expected: ExpectedState, ride: Ride, pressed: number | null): boolean {
  const { id, rideStatus, start } = firstRowOf(expected, ride) ?? ride
  if (rideStatus !== 'paid') return false
  const earliest = start - REPORT_BEFORE_MINUTES * MINUTE_MS
  const returned = storedBooking(id)?.returned_at ?? null
  const end = Math.max(...expected.paidRows(id).map(row => row.end))
  const over = returned === null ? end : returned * SECOND_MS
  const isOpen = returned === null && earliest <= Date.now() && secondsOf(Date.now()) < secondsOf(end)
  const isInTime = secondsOf(Date.now()) <= secondsOf(over) + KEPT_REPORT_HOURS * HOUR_SECONDS
  return isOpen || (pressed !== null && pressed >= earliest && secondsOf(pressed) <= secondsOf(over) && isInTime)
}

/** Another rider's report of the last day has blocked the scooter, and nobody has ridden it since. */
const isSecond = (expected: ExpectedState, { ride_id, rider }: Ride, scooter: Scooter) =>
  expected
    .problemsOf(scooter)
    .some(
      ({ blocked_from, created_at, kind, user_id }) =>
        kind !== 'service' &&
        blocked_from !== null &&
        user_id !== rider &&
        created_at > secondsOf(Date.now()) - TWO_IN_A_ROW_HOURS * HOUR_SECONDS &&
        !expected.rides.some(
          fine =>
            fine.scooter === scooter &&
            fine.rideStatus === 'paid' &&
            !isExtension(fine) &&
            fine.id !== ride_id &&
            fine.start > created_at * SECOND_MS &&
            fine.start <= Date.now()
        )
    )

type Status = 'Available' | 'Maintenance'

async function expectCauses(expected: ExpectedState, status: Status, scooter: Scooter): Promise<void> {
  for (const ride of expected.rides.filter(row => row.scooter === scooter && !isExtension(row))) {
    const answer = await calls.wayOutOf(ride.rider, ride.id)
    expect(answer).toMatchObject({ body: { cause: troubleOf(expected, ride, status)?.cause ?? null } })
  }
}

/** The scooter is in maintenance by the reports, then by the staff, and at last in service again. */
async function endMaintenance(expected: ExpectedState, scooter: Scooter): Promise<void> {
  await expectCauses(expected, 'Maintenance', scooter)
  if (!isScooterActive(scooter)) {
    rows("UPDATE scooters SET status = 'Available' WHERE id = ?", scooter)
    return
  }
  for (const status of ['Available', 'Maintenance', 'Available'] as const) {
    expect(await calls.setScooterStatus(scooter, status)).toMatchObject({ isDone: true })
    await expectCauses(expected, status, scooter)
  }
}

interface Reporting {
  index: number
  /** Of the report, after the start; null: now. */
  minutes: number | null
  /** The phone had no network then: the same for the press. */
  pressed: number | null
}

const report = ({ index, minutes, pressed }: Reporting) =>
  ofRide(`its rider reports at ${minutes}, pressed at ${pressed}`, index, async (ride, expected) => {
    const first = firstRowOf(expected, ride) ?? ride
    if (minutes !== null) waitUntil(first.start + minutes * MINUTE_MS)
    expected.check()
    await reportRide(
      firstRowOf(expected, ride) ?? ride,
      pressed === null ? null : first.start + pressed * MINUTE_MS,
      expected
    )
  })

async function reportRide(ride: Ride, pressed: number | null, expected: ExpectedState): Promise<void> {
  const scooter = scooterAt(ride, pressed)
  const isKnown = expected.problemsOf(scooter).some(({ booking_id }) => booking_id === ride.ride_id)
  const puts = !isKnown && isSecond(expected, ride, scooter)
  const isPossible = isKnown || isTaken(expected, ride, pressed)
  const answer = await calls.reportProblemBy(ride.rider, ride.id, 1_000_000 + ++reports, {
    ...(pressed !== null && { pressed_at: new Date(pressed).toISOString() })
  })
  expect(answer.status).toBe(isPossible ? 200 : 400)
  expected.checkBlocks()
  const [stored] = rows<{ status: Status }>('SELECT status FROM scooters WHERE id = ?', scooter)
  expect(stored?.status).toBe(isPossible && puts ? 'Maintenance' : 'Available')
  if (stored?.status === 'Maintenance') await endMaintenance(expected, scooter)
  else await expectCauses(expected, 'Available', scooter)
}

const fix = unconditional('every problem is fixed', () => void rows("UPDATE problems SET state = 'fixed'"))

interface Found {
  cause: 'broken' | 'reported' | null
  end: number
  ride: Ride
}

/** A window of the staff, or the report of another rider from a ride that had begun and not ended. */
function countsFor(expected: ExpectedState, { rider }: Ride, problem: OpenProblem): boolean {
  const theirs = expected.rides.find(({ id }) => id === problem.booking_id)
  if (!theirs) return problem.booking_id === null
  const end = Math.max(...expected.paidRows(theirs.id).map(row => row.end))
  const isAfter = Number.isFinite(end) && secondsOf(end) < problem.created_at
  return theirs.rider !== rider && theirs.start <= Date.now() && !expected.cancelledAhead.has(theirs.id) && !isAfter
}

/** Two reports have put the scooter into maintenance; the rider has made one of them. */
function hasCaused({ rider }: Ride, open: readonly OpenProblem[], scooter: Scooter): boolean {
  const own = rows<{ created_at: number }>(
    'SELECT created_at FROM problems WHERE scooter_id = ? AND user_id = ?',
    scooter,
    rider
  )
  return open.some(
    ({ created_at: decided, set_maintenance }) =>
      set_maintenance &&
      own.some(({ created_at }) => created_at <= decided && created_at >= decided - TWO_IN_A_ROW_HOURS * HOUR_SECONDS)
  )
}

/** The trouble of a ride, and its end; undefined unless it is paid, unreturned, and starts soon or runs. */
function troubleOf(expected: ExpectedState, row: Ride, status: Status = 'Available'): Found | undefined {
  const ride = firstRowOf(expected, row) ?? row
  const end = expected.endOfRide(ride.id)
  const now = Date.now()
  if (end === null || end <= now || ride.start > now + TROUBLE_FROM_MINUTES * MINUTE_MS) return undefined
  const open = expected.problemsOf(ride.scooter)
  const fromOthers = open.filter(problem => countsFor(expected, ride, problem))
  const blocks = fromOthers.filter(
    ({ blocked_from, blocked_until }) =>
      Number(blocked_until) * 1000 > Math.max(now, ride.start) && Number(blocked_from) * 1000 < end
  )
  const isReport = ({ kind }: OpenProblem) => kind !== 'service'
  const isByReports = open.some(({ set_maintenance }) => set_maintenance)
  const isInMaintenance = isByReports
    ? fromOthers.some(isReport) && !hasCaused(ride, open, ride.scooter)
    : open.some(isReport)
  const isBroken = blocks.length > 0 || (status === 'Maintenance' && isInMaintenance)
  const isReported = open.some(({ booking_id }) => booking_id === ride.id)
  return { cause: isBroken ? 'broken' : isReported ? 'reported' : null, end, ride }
}

const ownMovesOf = (ride: string) => rows("SELECT 1 FROM moves WHERE ride_id = ? AND moved_by = 'rider'", ride).length

const move = (index: number) =>
  ofRide('its rider moves the ride', index, async (row, expected) => {
    const found = troubleOf(expected, row)
    const ride = found?.ride ?? expected.rides.find(({ id }) => id === row.ride_id) ?? row
    const to = OTHER[ride.scooter]
    const isAllowed = found?.cause === 'broken' || (found?.cause === 'reported' && ownMovesOf(ride.id) < OWN_MOVES_MAX)
    const answer = await calls.moveBy(ride.rider, row.id, ride.scooter, to)
    const status = isAllowed && found && canTake(expected, to, ride, found.end) ? 200 : 409
    expect(answer.status).toBe(isAllowed ? status : 400)
  })

/** All that is left of every row, or the half hours of the present row that have not begun and all rows ahead. Paise. */
function moneyOf(expected: ExpectedState, { ride }: Found): { isFull: boolean; paise: number } {
  const now = new Date()
  const isFull = Math.max(ride.start, ride.paidAt) + FULL_REFUND_MINUTES * MINUTE_MS > now.getTime()
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

const minutes = fc.constantFrom(null, -20, 5, 5, 55)
const pressed = fc.constantFrom(null, null, null, -31, -10, 20, 70)
const reporting = fc.record({ index, minutes, pressed }).map(report)

export const problems = [reporting, reporting, reporting, fc.constant(fix), index.map(move), index.map(takeMoney)]
