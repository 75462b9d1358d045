import { beforeEach, describe, expect, test, vi } from 'vitest'
import { termsFrom } from '#domain/bookings/cancellation.ts'
import { atTimeText } from '#domain/time/time-texts.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import {
  emptyTables,
  findBrokenInvariants,
  startHarness,
  stateOf,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { confirmedSample, START } from '#tests/model/harness/sample-bookings.ts'
import { setRule } from '#tests/model/harness/seed.ts'

// The staff say that the rider of a ride of ₹50 and one hour did not come.

startHarness()

const START_SECONDS = START.getTime() / SECOND_MS
const HALF_HOUR = 30 * MINUTE_SECONDS
const HALF = termsFrom({ free_cancel_minutes: 30, grace_minutes: 10, late_cancel_percent: 50 })

let ride: string

const setRide = (assignment: string, ...values: (number | string)[]) =>
  rows(`UPDATE bookings SET ${assignment} WHERE id = ?1`, ride, ...values)
const at = (secondsAfterStart: number) => vi.setSystemTime((START_SECONDS + secondsAfterStart) * SECOND_MS)
const readPin = () => setRide('pin_seen_at = start_at')

beforeEach(async () => {
  ride = (await confirmedSample()).order.session_id
  setRide('paid_at = start_at - 7200')
  at(HALF_HOUR)
})

test.each([
  [HALF_HOUR - 1, 409],
  [HALF_HOUR, 200],
  [HOUR_SECONDS - 1, 200],
  [HOUR_SECONDS, 409]
])('%i seconds after the start, both calls answer %i', async (seconds, status) => {
  at(seconds)
  expect(await calls.previewAbsenceOf(ride)).toMatchObject({ status })
  expect(await calls.sayAbsent(ride, 50)).toMatchObject({ status })
})

test('a ride that starts at once counts from its payment', async () => {
  setRide('paid_at = start_at + 600')
  at(HALF_HOUR + 599)
  expect(await calls.sayAbsent(ride, 50)).toMatchObject({ detail: ridesText.notAbsent, status: 409 })
  at(HALF_HOUR + 600)
  expect(await calls.sayAbsent(ride, 50)).toMatchObject({ isDone: true })
})

test('the refund is that of a cancellation a second before the start, less what was refunded before', async () => {
  setRide('terms = ?2', JSON.stringify(HALF))
  await calls.refundAsAdmin(ride, 5)
  expect(await calls.previewAbsenceOf(ride)).toMatchObject({ body: { amount: 50, pin_seen_at: null, refund: 20 } })
  expect(await calls.sayAbsent(ride, 20)).toMatchObject({ isDone: true })
  expect(storedRefunds().map(({ paise, reason }) => [reason, paise])).toEqual([
    ['goodwill', 500],
    ['cancelled', 2000]
  ])
  expect(await findBrokenInvariants()).toEqual([])
})

describe('between the reading of the ride and the batch', () => {
  // The call that has read the ride waits for as long as the other one takes.
  beforeEach(() => void vi.stubGlobal('setTimeout', () => 0))

  const CHANGES: [string, () => unknown, string][] = [
    ['its rider reads the PIN', readPin, ridesText.pinWasRead(atTimeText(START, START))],
    ['it is returned', () => setRide('returned_at = ?2', START_SECONDS + HALF_HOUR), ridesText.notAbsent],
    ['an extension is paid', () => setRide('revision = revision + 1'), bookingText.rideChanged],
    ['a part is refunded', () => calls.refundAsAdmin(ride, 5), refundsText.amountChanged]
  ]

  test.each(CHANGES)('%s: nothing else changes', async (_, change, detail) => {
    changeBefore("SET state = 'cancelled'", change)
    expect(await calls.sayAbsent(ride, 50)).toMatchObject({ detail, status: 409 })
    expect(stateOf(ride)).toBe('confirmed')
    expect(storedRefunds().filter(({ reason }) => reason === 'cancelled')).toEqual([])
    expect(rows("SELECT id FROM audits WHERE action = 'cancel_booking'")).toEqual([])
  })
})

test.each([
  ['was read', ['s0'], readPin],
  ['was not read', [], () => undefined]
])('where PINs change, a PIN that %s gives the scooter a new one: %j', async (_, scooters, read) => {
  setRule('pin_mode', 'rotate')
  read()
  expect(await calls.sayAbsent(ride, 50, { isHere: true })).toMatchObject({ isDone: true })
  expect(rows<{ scooter_id: string }>('SELECT scooter_id FROM pin_changes').map(row => row.scooter_id)).toEqual(
    scooters
  )
  emptyTables('pin_changes')
})
