import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS } from '#domain/time/time-units.ts'
import {
  addSeenPins,
  markPinsSeen,
  rotateCancelledPin,
  rotatePinsOfEndedRides
} from '#server/catalogue/pin-rotation.ts'
import { d1 } from '#server/db/client.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { at } from '#tests/model/harness/clock.ts'
import { emptyTables, startHarness, storedBookings } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { ADMIN, PROPERTY, type Scooter } from '#tests/model/harness/seed.ts'

// Which rides and cancellations give a scooter a new PIN. The scooter is s0, its ride lasts an hour from START.

startHarness()

const END = samples.START.getTime() / SECOND_MS + HOUR_SECONDS
const OLD_PIN = '482915'

let ride: string
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
  rows("INSERT INTO property_settings (property_id, pin_mode, updated_at) VALUES (?1, 'rotate', 0)", PROPERTY)
  rows("DELETE FROM runs WHERE job = 'minute'")
})
afterEach(() => {
  emptyTables('pin_changes')
})

const waiting = () => rows<{ new_pin: string; scooter_id: string }>('SELECT scooter_id, new_pin FROM pin_changes')
const setRide = (fields: string) => rows(`UPDATE bookings SET ${fields} WHERE id = ?1`, ride)

/** Runs the cron's job at this time. Returns how many PINs wait. */
async function rotate(seconds = END): Promise<number> {
  await rotatePinsOfEndedRides(at(seconds))
  return waiting().length
}

interface ActivityOptions {
  detail?: string
  subject?: Scooter
}

function logActivity(action: string, created_at: number, { detail = '', subject = 's0' }: ActivityOptions = {}): void {
  rows(
    "INSERT INTO audits (id, created_at, admin_id, action, subject, detail) VALUES ('a', ?1, ?2, ?3, ?5, ?4)",
    created_at,
    ADMIN,
    action,
    detail,
    subject
  )
}

/** What the rider of the ride has read. */
const read = (scooter: Scooter = 's0') => ({ booking: ride, pin: OLD_PIN, scooter })

/** Another row of the same rider after this many seconds from the end of the ride, of an hour. */
function insertRow(id: string, { after, fields }: { after: number; fields: string }): void {
  rows(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, created_at, updated_at, payment_id, kind, ride_id, state)
     SELECT ?2, user_id, scooter_id, scooter_name, property_id, property_name, end_at + ?3, end_at + ?3 + 3600, 1, 50,
            created_at, created_at, ?2, ${fields} FROM bookings WHERE id = ?1`,
    ride,
    id,
    after
  )
}

const extension = (state: string) => `'extension', id, '${state}'`

describe('a ride that ends', () => {
  test.each([
    ['no, a second before its end', -1, []],
    ['yes, at its end', 0, ['s0']],
    ['yes, half an hour after it', 1800, ['s0']],
    ['no, more than an hour after it', HOUR_SECONDS + 1, []]
  ])('gives its scooter a new PIN: %s', async (_, seconds, scooters) => {
    await rotate(END + seconds)
    expect(waiting().map(({ scooter_id }) => scooter_id)).toEqual(scooters)
  })

  test('gives a new PIN once', async () => {
    await rotate()
    const before = waiting()
    await rotate(END + 60)
    expect(waiting()).toEqual(before)
  })

  test('is found by the next run of the cron, however late', async () => {
    rows("INSERT INTO runs (job, ended_at, troubles) VALUES ('minute', ?1, 0)", END + HOUR_SECONDS - 1)
    expect(await rotate(END + 4 * DAY_SECONDS)).toBe(1)
  })

  test('is not found again if the cron has run an hour after it', async () => {
    rows("INSERT INTO runs (job, ended_at, troubles) VALUES ('minute', ?1, 0)", END + HOUR_SECONDS)
    expect(await rotate(END + 4 * DAY_SECONDS)).toBe(0)
  })

  test.each([
    ['is cancelled', () => setRide("state = 'cancelled'")],
    ['was not paid', () => setRide("state = 'refunded'")],
    ['is of a deleted scooter', () => rows("UPDATE scooters SET archived_at = 1 WHERE id = 's0'")],
    ['is at a property with static PINs', () => rows("UPDATE property_settings SET pin_mode = 'static'")],
    ['has a paid extension that has not ended', () => insertRow('e', { after: 0, fields: extension('confirmed') })],
    ['is followed by a PIN that an admin has changed', () => logActivity('change_pin', END + 1)],
    [
      'is followed by a PIN that an admin has set',
      () => logActivity('update_scooter', END + 1, { detail: 'name, otp_pin' })
    ]
  ])('changes nothing if it %s', async (_, change) => {
    change()
    expect(await rotate(END + 60)).toBe(0)
  })

  test.each([
    ['an extension could not be confirmed', () => insertRow('e', { after: 0, fields: extension('refunded') })],
    ['the next ride is under way', () => insertRow('next', { after: 0, fields: "'ride', NULL, 'confirmed'" })],
    ['an admin has changed the PIN before its end', () => logActivity('change_pin', END)],
    ['an admin has changed only the name since', () => logActivity('update_scooter', END + 1, { detail: 'name' })],
    [
      'an admin has changed the PIN of another scooter since',
      () => logActivity('change_pin', END + 1, { subject: 's1' })
    ],
    [
      'something else of the scooter was logged since',
      () => logActivity('archive_scooter', END + 1, { detail: 'otp_pin' })
    ]
  ])('gives its scooter a new PIN although %s', async (_, change) => {
    change()
    expect(await rotate(END + 60)).toBe(1)
  })

  test('gives a new PIN with the end of the last extension', async () => {
    insertRow('e', { after: 0, fields: extension('confirmed') })
    expect(await rotate(END + HOUR_SECONDS)).toBe(1)
  })

  test('gives a new PIN again if the lock was changed after the ride before it', async () => {
    insertRow('next', { after: 0, fields: "'ride', NULL, 'confirmed'" })
    logActivity('change_pin', END + 60)
    expect(await rotate(END + HOUR_SECONDS)).toBe(1)
  })

  test('keeps a PIN change that already waits for the admin', async () => {
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES ('s0', '739264', 1)")
    await rotate()
    expect(waiting()).toEqual([{ new_pin: '739264', scooter_id: 's0' }])
  })

  test('never gives the PIN that the lock has', async () => {
    const random = vi.spyOn(crypto, 'getRandomValues')
    const drawn = [Number(OLD_PIN), 739_264]
    random.mockImplementation(array => {
      ;(array as unknown as Uint32Array)[0] = drawn.shift() ?? 0
      return array
    })
    await rotate()
    random.mockRestore()
    expect(waiting()).toEqual([{ new_pin: '739264', scooter_id: 's0' }])
  })
})

describe('a booking that is cancelled', () => {
  const CANCELLED_AT = END - 2 * HOUR_SECONDS
  const rotateCancelled = () => d1.batchIdempotent([rotateCancelledPin(ride, at(CANCELLED_AT))])
  const cancelled = (fields = '') => setRide(`state = 'cancelled', updated_at = ${CANCELLED_AT}${fields}`)

  test('gives its scooter a new PIN if its rider has read the old one', async () => {
    cancelled(', pin_seen_at = 1')
    await rotateCancelled()
    expect(waiting()).toHaveLength(1)
    expect(waiting()[0]?.new_pin).not.toBe(OLD_PIN)
  })

  test.each([
    ['has not read the PIN', () => cancelled()],
    ['has cancelled it before', () => cancelled(', pin_seen_at = 1, updated_at = 1')],
    [
      'has read it at a property with static PINs',
      () => {
        cancelled(', pin_seen_at = 1')
        rows("UPDATE property_settings SET pin_mode = 'static'")
      }
    ],
    ['has not cancelled it', () => setRide(`updated_at = ${CANCELLED_AT}, pin_seen_at = 1`)]
  ])('changes nothing if its rider %s', async (_, change) => {
    change()
    await rotateCancelled()
    expect(waiting()).toEqual([])
  })

  test('keeps a PIN change that already waits for the admin', async () => {
    rows("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES ('s0', '739264', 1)")
    cancelled(', pin_seen_at = 1')
    await rotateCancelled()
    expect(waiting()).toEqual([{ new_pin: '739264', scooter_id: 's0' }])
  })

  test('gives a new PIN when its read is recorded after the cancellation, and not again', async () => {
    cancelled()
    await markPinsSeen([read()], at(CANCELLED_AT + 1))
    expect(waiting()).toHaveLength(1)
    emptyTables('pin_changes')
    await markPinsSeen([read()], at(CANCELLED_AT + 2))
    expect(waiting()).toEqual([])
    expect(rows('SELECT pin_seen_at FROM bookings WHERE id = ?1', ride)).toEqual([{ pin_seen_at: CANCELLED_AT + 1 }])
  })

  test('gives a new PIN, unlike a booking that is not cancelled, whose rider reads the PIN', async () => {
    await markPinsSeen([read()], at(CANCELLED_AT))
    expect(waiting()).toEqual([])
    expect(storedBookings()).toMatchObject([{ pin_seen_at: CANCELLED_AT, state: 'confirmed' }])
  })
})

describe('the mark of a read PIN that comes after', () => {
  const MARKED_AT = END - 2 * HOUR_SECONDS
  const mark = () => markPinsSeen([read()], at(MARKED_AT))
  const seen = () =>
    rows('SELECT b.pin_seen_at, m.from_pin_seen_at FROM bookings b LEFT JOIN moves m ON m.ride_id = b.id')
  const moved = () => {
    emptyTables('slot_claims')
    rows("UPDATE bookings SET scooter_id = 's1' WHERE id = ?1", ride)
    rows(
      `INSERT INTO moves (ride_id, revision, from_scooter_id, to_scooter_id, moved_by, created_at)
       VALUES (?1, 1, 's0', 's1', 'admin', 0)`,
      ride
    )
  }

  test('a move is of the scooter that was left, which gets a new PIN', async () => {
    moved()
    await mark()
    expect(seen()).toEqual([{ from_pin_seen_at: MARKED_AT, pin_seen_at: null }])
    expect(waiting()).toMatchObject([{ scooter_id: 's0' }])
  })

  test('a move and back is of the ride', async () => {
    moved()
    rows("UPDATE bookings SET scooter_id = 's0' WHERE id = ?1", ride)
    await mark()
    expect([seen(), waiting()]).toEqual([[{ from_pin_seen_at: null, pin_seen_at: MARKED_AT }], []])
  })

  test('a suspension gives the scooter a new PIN in every mode, also after a move', async () => {
    rows("UPDATE property_settings SET pin_mode = 'static'")
    moved()
    rows("UPDATE users SET suspended_at = 1 WHERE id = 'r0'")
    await mark()
    expect(waiting()).toMatchObject([{ scooter_id: 's0' }])
    emptyTables('pin_changes')
    const params = { now: MARKED_AT + 1 }
    await d1.batchIdempotent(await addSeenPins('r0', 'TRUE', params))
    expect(waiting()).toMatchObject([{ scooter_id: 's0' }])
  })

  test('another PIN of the scooter gives no further one, and tells the rider', async () => {
    moved()
    rows("UPDATE scooters SET otp_pin = '739264' WHERE id = 's0'")
    await mark()
    expect([waiting(), rows("SELECT * FROM outbox WHERE kind = 'pin_changed'")]).toEqual([[], []])
    rows("UPDATE bookings SET scooter_id = 's0' WHERE id = ?1", ride)
    await mark()
    expect(rows("SELECT user_id, booking_id FROM outbox WHERE kind = 'pin_changed'")).toEqual([
      { booking_id: ride, user_id: 'r0' }
    ])
  })
})
