import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { CELL_SECONDS } from '#domain/bookings/slots.ts'
import { MINUTE_SECONDS } from '#domain/time/time-units.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import { endRide } from '#server/bookings/end-ride.ts'
import { findRide } from '#server/bookings/ride-payments.ts'
import { recordProviderRefunds } from '#server/payments/refunds/refund-records.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import {
  findBrokenInvariants,
  startHarness,
  storedBooking,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { confirmedSample, START } from '#tests/model/harness/sample-bookings.ts'
import { insertAdmin } from '#tests/model/harness/seed.ts'

// The return of a ride at the seconds where its half hours begin and end, and of a ride that changes meanwhile. The
// property keeps half of a late cancellation.

startHarness()

const STARTS = START.getTime() / 1000
const BOOKED_SECONDS = 3600
const GRACE_SECONDS = DEFAULT_TERMS.grace_minutes * MINUTE_SECONDS

const BY_ADMIN = { admin: { id: 'a1' }, kind: 'returned_by_admin', reason: '' } as const

let id: string

beforeEach(async () => {
  id = (await confirmedSample()).order.session_id
  insertAdmin(BY_ADMIN.admin.id)
  rows('UPDATE bookings SET terms = ?1', JSON.stringify({ ...DEFAULT_TERMS, late_cancel_percent: 50 }))
})

const setClock = (seconds: number) => vi.setSystemTime((STARTS + seconds) * 1000)
const stored = (booking = id) => storedBooking(booking)
const returnIt = () => calls.returnBy('r0', id)

const claimedCells = (booking: string) =>
  rows<{ cell: number }>('SELECT cell FROM slot_claims WHERE booking_id = ?1', booking).map(({ cell }) => cell)

/** Adds an extension of an hour, as it is stored. If it is paid, then as the ride starts. */
function extend(state: 'confirmed' | 'held' = 'confirmed'): string {
  const extension = `${state}-extension`
  const isPaid = state === 'confirmed'
  const values = [extension, id, state, isPaid ? null : STARTS + 5000, isPaid ? extension : null]
  rows(
    `INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, start_at,
                           end_at, hours, amount, state, hold_until, held_since, payment_id, paid_at, created_at, updated_at)
     SELECT ?1, 'extension', id, user_id, scooter_id, scooter_name, property_id, property_name, end_at, end_at + 3600, 1,
            50, ?3, ?4, ?4 - 900, ?5, start_at, created_at, created_at FROM bookings WHERE id = ?2`,
    ...values
  )
  if (isPaid) {
    rows(
      `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
       VALUES (?1, ?1, ?1, 'captured', 5000, 'INR', 0)`,
      extension
    )
  }
  const first = (STARTS + BOOKED_SECONDS) / CELL_SECONDS
  for (const cell of [first, first + 1]) {
    rows(
      'INSERT INTO slot_claims (scooter_id, cell, booking_id, hold_until) SELECT scooter_id, ?2, id, hold_until FROM bookings WHERE id = ?1',
      extension,
      cell
    )
  }
  return extension
}

describe('a ride that is returned', () => {
  test.each([
    ['as it starts', 0, 1, 1],
    ['a second later', 1, 1, 1],
    ['a second before its second half hour', 1799, 1799, 1],
    ['as its second half hour starts', 1800, 1800, 1],
    ['a second later than that', 1801, 1801, 2],
    ['a second before its end', 3599, 3599, 2]
  ])('%s ends at that time and keeps only the half hours that have begun', async (_, now, lasts, cells) => {
    setClock(now)
    const answers = await Promise.all([returnIt(), returnIt()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]).toEqual(answers[1])
    expect(stored()).toMatchObject({
      booked_end_at: STARTS + BOOKED_SECONDS,
      end_at: STARTS + lasts,
      returned_at: STARTS + now,
      state: 'confirmed'
    })
    const first = STARTS / CELL_SECONDS
    expect(claimedCells(id)).toEqual(Array.from({ length: cells }, (_, cell) => first + cell))
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each([
    ['a second before its start', -1, 400, null],
    ['at its end', BOOKED_SECONDS, 200, BOOKED_SECONDS],
    ['a second after its end', BOOKED_SECONDS + 1, 200, BOOKED_SECONDS + 1]
  ])('%s keeps its window', async (_, now, status, returned) => {
    setClock(now)
    expect((await returnIt()).status).toBe(status)
    expect(stored()).toMatchObject({
      booked_end_at: null,
      end_at: STARTS + BOOKED_SECONDS,
      returned_at: returned === null ? null : STARTS + returned,
      revision: 0
    })
    expect(claimedCells(id)).toHaveLength(2)
  })
})

describe('the batch of a return', () => {
  test.each([
    ['as the ride starts', 0],
    ['after the start', 90]
  ])('that runs again changes nothing, at once or a second later: %s', async (_, now) => {
    const ride = await findRide(id)
    const extension = extend()
    const extended = await findRide(id)
    setClock(now)
    await endRide(extended, { kind: 'returned' }, new Date())
    const [after, refunds] = [storedBookings(), storedRefunds()]
    expect(after.find(row => row.id === extension)).toMatchObject({ booked_end_at: null, state: 'cancelled' })
    await endRide(extended, { kind: 'returned' }, new Date())
    setClock(now + 1)
    for (const read of [ride, extended]) await endRide(read, BY_ADMIN, new Date())
    expect([storedBookings(), storedRefunds()]).toEqual([after, refunds])
    expect(after.find(row => row.id === id)).toMatchObject({ revision: 1 })
  })

  test.each([
    ['before the start', -1, null],
    ['with a photo that is not its own', 60, 'unknown']
  ])('changes nothing %s, and keeps an unpaid extension', async (_, now, photo) => {
    const extension = extend('held')
    setClock(now)
    const before = storedBookings()
    await endRide(await findRide(id), { kind: 'returned', photo }, new Date())
    expect(storedBookings()).toEqual(before)
    expect(claimedCells(extension)).toHaveLength(2)
  })

  test('refunds the share of an extension, less what was refunded before', async () => {
    const extension = extend()
    rows(
      `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
       VALUES ('goodwill', ?1, ?1, 1000, 'goodwill', 'processed', 0)`,
      extension
    )
    setClock(GRACE_SECONDS)
    await returnIt()
    expect(storedRefunds().map(({ paise }) => paise)).toEqual([1000, 1500])
  })

  test.each([
    ['rider', STARTS + 5000 - 900],
    ['admin', null]
  ] as const)('of the %s releases an unpaid extension', async (by, held_since) => {
    const extension = extend('held')
    rows('UPDATE bookings SET held_since = ?2 WHERE id = ?1', extension, STARTS + 5000 - 900)
    setClock(60)
    await endRide(await findRide(id), by === 'admin' ? BY_ADMIN : { kind: 'returned' }, new Date())
    expect(stored(extension)).toMatchObject({ held_since, state: 'released' })
    expect(claimedCells(extension)).toEqual([])
  })

  test('keeps an extension whose payment is being confirmed', async () => {
    const extension = extend('held')
    rows('UPDATE bookings SET settling = 1 WHERE id = ?1', extension)
    setClock(60)
    await returnIt()
    expect(stored(extension)).toMatchObject({ state: 'held' })
    expect(claimedCells(extension)).toHaveLength(2)
  })
})

describe('a ride that changes while it is being returned', () => {
  test('stays under way if an extension was paid meanwhile; the next return ends both', async () => {
    setClock(GRACE_SECONDS)
    const ride = await findRide(id)
    const extension = extend()
    await endRide(ride, { kind: 'returned' }, new Date())
    expect(stored()).toMatchObject({ booked_end_at: null, returned_at: null })
    expect(stored(extension)).toMatchObject({ state: 'confirmed' })
    expect(claimedCells(id)).toHaveLength(2)
    expect((await returnIt()).isDone).toBe(true)
    expect(stored(extension)).toMatchObject({ cancelled_by: 'rider', state: 'cancelled' })
    expect(storedRefunds()).toMatchObject([{ booking_id: extension, paise: 2500 }])
    expect(claimedCells(extension)).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each([
    ['a second before the press', -1, null, STARTS + 600],
    ['a second after it', 1, adminBookingsText.returnOutdated, null]
  ])(
    'is returned by a press that arrives later unless an extension was paid after it: %s',
    async (_, paid, refused, at) => {
      const extension = extend()
      const pressed = STARTS + 300
      rows('UPDATE bookings SET paid_at = ?2 WHERE id = ?1', extension, pressed + paid)
      setClock(600)
      const seen = { pressed_at: new Date(pressed * 1000).toISOString(), scooter_id: 's0' }
      const answer = await calls.returnAsAdmin(id, seen)
      expect(answer.isDone ? null : answer.detail).toBe(refused)
      expect(stored()).toMatchObject({ returned_at: at })
      expect(stored(extension)).toMatchObject({ state: at === null ? 'confirmed' : 'cancelled' })
      expect(await findBrokenInvariants()).toEqual([])
    }
  )

  test('on another scooter is not returned by a press that names its first one', async () => {
    setClock(60)
    const seen = { pressed_at: new Date(STARTS * 1000).toISOString(), scooter_id: 's1' }
    expect(await calls.returnAsAdmin(id, seen)).toMatchObject({ detail: adminBookingsText.returnOutdated })
    expect(stored()).toMatchObject({ returned_at: null })
  })

  test('is returned without the refund of an extension that was refunded in the dashboard meanwhile', async () => {
    const extension = extend()
    setClock(60)
    const ride = await findRide(id)
    await recordProviderRefunds(
      { booking: { id: extension }, now: new Date(), payment: { amount: 5000, currency: 'INR', id: extension } },
      {
        isComplete: true,
        processed: [{ amount: 5000, id: 'rfnd_1', receipt: null, reference: null, status: 'processed' }]
      }
    )
    await endRide(ride, { kind: 'returned' }, new Date())
    expect(stored()).toMatchObject({ returned_at: STARTS + 60 })
    expect(storedRefunds()).toMatchObject([{ booking_id: extension, paise: 5000 }])
    expect(stored(extension)).toMatchObject({ cancelled_by: 'provider' })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('changes no hold or ride of others', async () => {
    const later = new Date(START.getTime() + 2 * 3_600_000)
    const other = await calls.book({ hours: 1, rider: 'r1', scooter: 's0', start: later })
    if (!other.isDone) throw new Error('not booked')
    setClock(60)
    await returnIt()
    expect(stored(other.body.session_id)).toMatchObject({ held_since: expect.any(Number), returned_at: null })
    expect(claimedCells(other.body.session_id)).toHaveLength(2)
  })
})
