import { beforeEach, describe, expect, test } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { LATE_MAX_HOURS, NEXT_RIDER_HAS_IT_MINUTES } from '#domain/problems/problems.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { returnEndedRides } from '#server/bookings/return-ride.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { extendRide, holdNext, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import { findBrokenInvariants, startHarness, storedBooking } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { type Rider, type Scooter, setRule } from '#tests/model/harness/seed.ts'

// Where a property confirms returns, a ride that nobody returned is late, until there is a reason to believe that the
// scooter is back. The ride of r0 with s0 ends at RIDE_END.

startHarness()

const LATEST = addMinutes(RIDE_END, LATE_MAX_HOURS * 60)
/** The next ride starts then. */
const NEXT = addMinutes(RIDE_END, 60)
const NEXT_HAS_IT = addMinutes(NEXT, NEXT_RIDER_HAS_IT_MINUTES)
const seconds = (time: Date) => time.getTime() / SECOND_MS
const before = (time: Date) => new Date(time.getTime() - SECOND_MS)

let ride: string
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
  setReturnMode('confirmed')
})

const setReturnMode = (mode: string | null) => setRule('return_mode', mode)

/** Pays a ride of an hour, from NEXT if no other start is given. */
async function nextRide(rider: Rider, scooter: Scooter = 's0', start = NEXT): Promise<string> {
  const held = await holdNext({ scooter_id: scooter, user_id: rider, window: windowFrom(start, 1) })
  expect(await payExtension(held)).toBe('confirmed')
  return held.id
}

function report(booking: string, fields: { is_rideable?: number; kind?: string; state?: string } = {}): void {
  const { is_rideable = 0, kind = 'pin', state = 'open' } = fields
  rows(
    `INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, state, created_at, updated_at)
     VALUES ('report', 's0', ?1, 'r1', ?2, ?3, ?4, 0, 0)`,
    booking,
    kind,
    is_rideable,
    state
  )
}

/** Runs the cron's job. Returns when the ride was returned; null: it is late. */
async function returnedAt(at: Date): Promise<number | null | undefined> {
  await returnEndedRides(at)
  expect(await findBrokenInvariants()).toEqual([])
  return storedBooking(ride)?.returned_at
}

async function expectClosedAt(time: Date, end = RIDE_END): Promise<void> {
  expect(await returnedAt(before(time))).toBeNull()
  expect(await returnedAt(time)).toBe(seconds(end))
}

describe('a late ride', () => {
  test('counts as returned at its end after a day', () => expectClosedAt(LATEST))

  test('counts as returned at the end of its paid extension', async () => {
    expect(await payExtension(await extendRide(ride))).toBe('confirmed')
    await expectClosedAt(addMinutes(LATEST, 60), NEXT)
  })

  test('is closed half an hour into the next ride of its scooter', async () => {
    await nextRide('r1')
    await expectClosedAt(NEXT_HAS_IT)
  })

  test('stays open during a ride of another scooter', async () => {
    await nextRide('r1', 's1')
    await expectClosedAt(LATEST)
  })

  test('stays open while the next rider reports that the scooter cannot be ridden', async () => {
    report(await nextRide('r1'))
    expect(await returnedAt(addMinutes(NEXT_HAS_IT, 60))).toBeNull()
    rows("UPDATE problems SET state = 'fixed'")
    expect(await returnedAt(addMinutes(NEXT_HAS_IT, 60))).toBe(seconds(RIDE_END))
  })

  test.each([
    ['it can be ridden', { is_rideable: 1, kind: 'damaged' }],
    ['the report is fixed', { state: 'fixed' }]
  ])('is closed in spite of a report if %s', async (_, fields) => {
    report(await nextRide('r1'), fields)
    await expectClosedAt(NEXT_HAS_IT)
  })

  test('is closed in spite of the report of a rider before the next one', async () => {
    report(ride)
    await nextRide('r1')
    await expectClosedAt(NEXT_HAS_IT)
  })

  test.each(['s0', 's1'] as const)('is closed at the start of the next ride of its rider, with %s', async scooter => {
    await nextRide('r0', scooter)
    await expectClosedAt(NEXT)
  })

  test('is closed at its end if its rider goes on at once', async () => {
    await nextRide('r0', 's1', RIDE_END)
    await expectClosedAt(RIDE_END)
  })

  test.each([
    ['unpaid', "state = 'held', hold_until = 9e9"],
    ['cancelled', "state = 'cancelled'"]
  ])('stays open if the next ride is %s', async (_, set) => {
    const next = await nextRide('r1')
    const own = await nextRide('r0', 's1')
    rows(`UPDATE bookings SET ${set} WHERE id IN (?1, ?2)`, next, own)
    await returnEndedRides(before(LATEST))
    expect(storedBooking(ride)?.returned_at).toBeNull()
  })

  test('waits while its extension can be paid', async () => {
    const { id } = await extendRide(ride)
    rows('UPDATE bookings SET hold_until = ?2 WHERE id = ?1', id, seconds(LATEST) + 60)
    await returnEndedRides(LATEST)
    expect(storedBooking(ride)?.returned_at).toBeNull()
  })

  test('keeps the return of its rider', async () => {
    rows('UPDATE bookings SET returned_at = 1 WHERE id = ?1', ride)
    await returnEndedRides(LATEST)
    expect(storedBooking(ride)?.returned_at).toBe(1)
  })
})

test.each([null, 'assumed'])(
  'where returns are %s, a ride ends at its end as soon as it cannot be extended',
  async mode => {
    setReturnMode(mode)
    await nextRide('r0', 's1', RIDE_END)
    await expectClosedAt(addMinutes(RIDE_END, EXTENDABLE_MINUTES))
  }
)

test('a property that no longer confirms returns has no late rides', async () => {
  expect(await returnedAt(addMinutes(RIDE_END, 120))).toBeNull()
  setReturnMode(null)
  expect(await returnedAt(addMinutes(RIDE_END, 120))).toBe(seconds(RIDE_END))
})
