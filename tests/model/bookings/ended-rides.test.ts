import { beforeEach, describe, expect, test } from 'vitest'
import { EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { returnEndedRides } from '#server/bookings/return-ride.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { extendRide, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import { findBrokenInvariants, startHarness, storedBookings } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// When the cron ends a ride that nobody returned. The ride ends at RIDE_END, and can be extended until OVER.

startHarness()

const OVER = addMinutes(RIDE_END, EXTENDABLE_MINUTES)
const seconds = (time: Date) => time.getTime() / SECOND_MS
const secondsFrom = (time: Date, count: number) => new Date(time.getTime() + count * SECOND_MS)

let ride: string
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
})

const update = (set: string) => rows(`UPDATE bookings SET ${set} WHERE id = ?1`, ride)

/** Holds the hour after the ride. */
async function extend(at: Date) {
  const extension = await extendRide(ride, {}, at)
  expect(extension.outcome).toBe('held')
  return extension
}

/** Runs the cron's job. Returns when each row of the ride was returned. */
async function returnedAt(at: Date): Promise<(number | null)[]> {
  await returnEndedRides(at)
  expect(await findBrokenInvariants()).toEqual([])
  return storedBookings().map(({ returned_at }) => returned_at)
}

describe('a ride that nobody returned', () => {
  test('ends at its end, once it can no longer be extended', async () => {
    expect(await returnedAt(secondsFrom(OVER, -1))).toEqual([null])
    expect(await returnedAt(OVER)).toEqual([seconds(RIDE_END)])
  })

  test('ends with its paid extension, which is not a separate ride', async () => {
    expect(await payExtension(await extend(samples.START), samples.START)).toBe('confirmed')
    expect(await returnedAt(OVER)).toEqual([null, null])
    expect(await returnedAt(secondsFrom(addMinutes(OVER, 60), -1))).toEqual([null, null])
    expect(await returnedAt(addMinutes(OVER, 60))).toEqual([seconds(OVER), null])
  })

  test('waits while its extension can be paid', async () => {
    const heldAt = secondsFrom(OVER, -60)
    const { id } = await extend(heldAt)
    const [deadline] = rows<{ hold_until: number }>('SELECT hold_until FROM bookings WHERE id = ?1', id)
    const expiry = new Date((deadline?.hold_until ?? 0) * SECOND_MS)
    expect(await returnedAt(secondsFrom(expiry, -1))).toEqual([null, null])
    expect(await returnedAt(expiry)).toEqual([seconds(RIDE_END), null])
  })

  test('waits while its extension is settling', async () => {
    const heldAt = secondsFrom(OVER, -60)
    const later = addMinutes(OVER, 24 * 60)
    await markSettling((await extend(heldAt)).id, addMinutes(OVER, 60), heldAt)
    expect(await returnedAt(later)).toEqual([null, null])
  })

  test.each([
    ['is returned at another time', 'returned_at = 1', [1]],
    ['is cancelled', "state = 'cancelled'", [null]],
    ['was not paid', "state = 'refunded'", [null]]
  ])('does not change if it %s', async (_, set, returned) => {
    update(set)
    await returnEndedRides(OVER)
    expect(storedBookings().map(({ returned_at }) => returned_at)).toEqual(returned)
  })
})
