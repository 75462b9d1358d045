import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CELL_SECONDS, windowFrom } from '#domain/bookings/slots.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { moveRide } from '#server/bookings/move-ride.ts'
import { findRide } from '#server/bookings/ride-payments.ts'
import { settle } from '#server/payments/settle.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now, START_TIME } from '#tests/model/harness/clock.ts'
import { extendRide, payExtension } from '#tests/model/harness/extensions.ts'
import {
  advanceTime,
  findBrokenInvariants,
  resetHarness,
  startHarnessForEachTest,
  stateOf,
  storedBooking,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import { runCount, scaledCount } from '#tests/model/harness/runs.ts'
import { holdRequest } from '#tests/model/harness/sample-bookings.ts'
import { insertProperty, RIDERS, type Rider, SCOOTERS, type Scooter, setRule } from '#tests/model/harness/seed.ts'

// A paid ride gets another scooter.

startHarnessForEachTest()

const CELL_MS = CELL_SECONDS * 1000

let count = 0

interface Wanted {
  buffer?: number
  hours?: number
  rider?: Rider
  scooter?: Scooter
  /** Half hours after START_TIME. */
  slot?: number
}

/** Holds a ride, an hour after START_TIME unless a field says otherwise. */
async function hold({ buffer = 0, hours = 1, rider = 'r0', scooter = 's0', slot = 2 }: Wanted = {}) {
  const window = windowFrom(new Date(START_TIME.getTime() + slot * CELL_MS), hours)
  const id = `b${++count}`
  const answer = await reserve(
    holdRequest({ buffer_minutes: buffer, hours, id, scooter_id: scooter, user_id: rider, window }),
    now()
  )
  return { ...answer, id, window }
}

async function paid(wanted: Wanted = {}): Promise<string> {
  const held = await hold(wanted)
  expect(await payExtension(held)).toBe('confirmed')
  return held.id
}

const cellsOf = (id: string) =>
  rows<{ cell: number; scooter_id: string }>(
    'SELECT scooter_id, cell FROM slot_claims WHERE booking_id = ? ORDER BY cell',
    id
  ).map(({ cell, scooter_id }) => `${scooter_id} ${cell - START_TIME.getTime() / CELL_MS}`)

const targets = async (id: string) => {
  const answer = await calls.targetsOf(id)
  return answer.isDone ? answer.body.map(target => target.id) : answer.status
}

const move = async (id: string, from: Scooter = 's0', to: Scooter = 's1') => {
  const answer = await calls.moveAsAdmin(id, from, to)
  return answer.isDone ? answer.body.scooter_id : answer.detail
}

const messages = () => rows<{ kind: string }>("SELECT kind FROM outbox WHERE kind = 'moved'").length
const snapshot = () =>
  ['bookings', 'slot_claims', 'moves', 'pin_changes', 'outbox', 'audits'].map(table => rows(`SELECT * FROM ${table}`))

const BY_ADMIN = { admin: { id: 'a1' }, by: 'admin', detail: '' } as const

describe('a paid ride that is moved', () => {
  test('has the other scooter for its whole time, for the same money, and frees the old one', async () => {
    const id = await paid()
    const before = storedBooking(id)
    expect(await targets(id)).toEqual(['s1'])
    expect(await move(id)).toBe('s1')
    expect(storedBooking(id)).toMatchObject({
      amount: before?.amount,
      claimed_from: null,
      end_at: before?.end_at,
      payment_id: before?.payment_id,
      revision: 1,
      scooter_id: 's1',
      scooter_name: 's1',
      start_at: before?.start_at
    })
    expect(cellsOf(id)).toEqual(['s1 2', 's1 3'])
    expect(messages()).toBe(1)
    expect(rows("SELECT detail FROM audits WHERE action = 'move_ride'")).toEqual([{ detail: 's0 → s1 · x' }])
    expect((await hold({ rider: 'r1' })).outcome).toBe('held')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('answers a repeated call the same and changes nothing', async () => {
    const id = await paid()
    const ride = await findRide(id)
    await move(id)
    const after = snapshot()
    expect(await move(id)).toBe('s1')
    // As a batch whose answer was lost, which is sent again.
    await moveRide(ride, { ...BY_ADMIN, from: 's0', to: 's1' }, now())
    expect(snapshot()).toEqual(after)
  })

  test('claims the new scooter from the present half hour on while it is under way', async () => {
    const id = await paid({ hours: 3 })
    advanceTime(60 + 70)
    expect(await move(id)).toBe('s1')
    expect(cellsOf(id)).toEqual(['s1 4', 's1 5', 's1 6', 's1 7'])
    expect(await findBrokenInvariants()).toEqual([])
    expect((await calls.returnBy('r0', id)).status).toBe(200)
    expect(cellsOf(id)).toEqual(['s1 4'])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('takes its extensions along, and claims nothing for a part that has ended', async () => {
    const id = await paid()
    const extension = await extendRide(id)
    expect(await payExtension(extension)).toBe('confirmed')
    advanceTime(60 + 95)
    expect(await move(id)).toBe('s1')
    expect([cellsOf(id), cellsOf(extension.id)]).toEqual([[], ['s1 5']])
    expect(storedBooking(extension.id)).toMatchObject({ revision: 0, scooter_id: 's1' })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('begins with the next half hour if a returned ride still owns the present one', async () => {
    const other = await paid({ hours: 3, rider: 'r1', scooter: 's1' })
    const id = await paid({ hours: 3 })
    advanceTime(70)
    await calls.returnBy('r1', other)
    expect(await move(id)).toBe('s1')
    expect([cellsOf(other), cellsOf(id)]).toEqual([['s1 2'], ['s1 3', 's1 4', 's1 5', 's1 6', 's1 7']])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('cannot be moved in the buffer of a returned ride that still owns the present half hour', async () => {
    setRule('buffer_minutes', 30)
    const other = await paid({ hours: 3, rider: 'r1', scooter: 's1' })
    const id = await paid({ hours: 3 })
    advanceTime(70)
    await calls.returnBy('r1', other)
    expect([await targets(id), await move(id)]).toEqual([[], bookingText.scooterTaken])
  })

  test('cannot be moved when nothing of its time is left on the other scooter', async () => {
    const other = await paid({ rider: 'r1', scooter: 's1' })
    const id = await paid()
    advanceTime(100)
    await calls.returnBy('r1', other)
    expect(await targets(id)).toEqual([])
    expect(await move(id)).toBe(bookingText.scooterTaken)
  })

  test('releases an unpaid extension, without counting it', async () => {
    const id = await paid()
    const extension = await extendRide(id)
    expect(extension.outcome).toBe('held')
    await move(id)
    expect(storedBooking(extension.id)).toMatchObject({ held_since: null, state: 'released' })
    expect(cellsOf(extension.id)).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('claims nothing for an extension that was not paid in time', async () => {
    const id = await paid()
    const { id: extension } = await extendRide(id)
    rows("UPDATE bookings SET state = 'expired', hold_until = NULL WHERE id = ?", extension)
    rows('DELETE FROM slot_claims WHERE booking_id = ?', extension)
    await payExtension(await extendRide(id))
    await move(id)
    expect(cellsOf(extension)).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each(['before', 'after'])(
    'refunds an extension whose payment is confirmed later, if it settles %s',
    async when => {
      const id = await paid()
      const extension = await extendRide(id)
      if (when === 'before') await markSettling(extension.id, addMinutes(now(), 60), now())
      await move(id)
      expect(await payExtension(extension)).toBe('refund_due')
      expect(storedRefunds()).toMatchObject([{ paise: 5000, reason: 'slot_lost' }])
      expect(await findBrokenInvariants()).toEqual([])
    }
  )

  test.each([
    [true, 'rotate', ['s0']],
    [false, 'rotate', []],
    [true, 'keep', []]
  ])('gives the old scooter a new PIN if its rider has read it: %s, in the mode %s', async (isRead, mode, changed) => {
    if (mode === 'rotate') setRule('pin_mode', 'rotate')
    const id = await paid()
    if (isRead) rows('UPDATE bookings SET pin_seen_at = 1 WHERE id = ?', id)
    await move(id)
    expect(
      rows<{ scooter_id: string }>('SELECT scooter_id FROM pin_changes').map(({ scooter_id }) => scooter_id)
    ).toEqual(changed)
    expect(storedBooking(id)).toMatchObject({ pin_seen_at: null })
    expect(rows('SELECT from_pin_seen_at FROM moves')).toEqual([{ from_pin_seen_at: isRead ? 1 : null }])
  })
})

const AHEAD = 'blocked_from, blocked_until, state, created_at, updated_at'
const problem = (columns: string, ...values: (number | string)[]) =>
  rows(
    `INSERT INTO problems (id, scooter_id, kind, is_rideable, ${columns})
     VALUES ('p', 's1', ${values.map((_, index) => `?${index + 1}`).join(', ')})`,
    ...values
  )
const seconds = (slot: number) => START_TIME.getTime() / 1000 + slot * CELL_SECONDS

/** Each alone keeps a ride of an hour from the second half hour on away from the scooter. */
const OBSTACLES: Record<string, () => unknown> = {
  'another ride has the scooter': () => paid({ rider: 'r1', scooter: 's1', slot: 3 }),
  'another ride has its first half hour': () => paid({ rider: 'r1', scooter: 's1', slot: 1 }),
  'a hold has the scooter': () => hold({ rider: 'r1', scooter: 's1' }),
  'the buffer after another ride reaches into it': async () => {
    setRule('buffer_minutes', 60)
    await paid({ rider: 'r1', scooter: 's1', slot: -1 })
  },
  'the buffer before another ride reaches into it': async () => {
    setRule('buffer_minutes', 30)
    await paid({ rider: 'r1', scooter: 's1', slot: 4 })
  },
  'the scooter is in maintenance': () => rows("UPDATE scooters SET status = 'Maintenance' WHERE id = 's1'"),
  'the scooter is deleted': () => rows("UPDATE scooters SET archived_at = 1 WHERE id = 's1'"),
  'the scooter has moved to another property': () => {
    insertProperty('q')
    rows("UPDATE scooters SET property_id = 'q' WHERE id = 's1'")
  },
  'the rider may not have it, but had the old one': () => {
    rows("UPDATE scooters SET needs_license = 0 WHERE id = 's0'")
    rows("UPDATE users SET license_status = 'rejected', license_waits_since = NULL WHERE id = 'r0'")
  },
  'a service window reaches into it': () => problem(AHEAD, 'service', 0, seconds(3), seconds(9), 'open', 0, 0),
  'a report says that it cannot be ridden': () => problem(AHEAD, 'pin', 0, -60, 0, 'open', 0, 0),
  'another rider is late with it': async () => {
    setRule('return_mode', 'confirmed')
    await paidInThePast()
    advanceTime(1)
  }
}

/** A ride that ended an hour ago and that nobody has returned. */
async function paidInThePast(rider: Rider = 'r1') {
  const id = await paid({ rider, scooter: 's1', slot: 0 })
  rows('UPDATE bookings SET start_at = start_at - 7200, end_at = end_at - 7200 WHERE id = ?', id)
  rows('UPDATE slot_claims SET cell = cell - 4 WHERE booking_id = ?', id)
}

/** The same kinds, but no obstacle. */
const NO_OBSTACLES: Record<string, () => unknown> = {
  'a ride ends as it starts': () => paid({ rider: 'r1', scooter: 's1', slot: 0 }),
  'a ride starts as it ends': () => paid({ rider: 'r1', scooter: 's1', slot: 4 }),
  'the buffer of the rider’s own next ride': async () => {
    setRule('buffer_minutes', 60)
    await paid({ rider: 'r0', scooter: 's1', slot: 4 })
  },
  'the buffer of the rider’s own ride before': async () => {
    setRule('buffer_minutes', 60)
    await paid({ rider: 'r0', scooter: 's1', slot: 0 })
  },
  'a hold that has ended': async () => {
    const { id } = await hold({ rider: 'r1', scooter: 's1' })
    rows('UPDATE bookings SET hold_until = 1 WHERE id = ?', id)
    rows('UPDATE slot_claims SET hold_until = 1 WHERE booking_id = ?', id)
  },
  'a licence that neither scooter needs': () => {
    rows('UPDATE scooters SET needs_license = 0')
    rows("UPDATE users SET license_status = 'rejected', license_waits_since = NULL WHERE id = 'r0'")
  },
  'a licence that only it needs, and that the rider has': () =>
    rows("UPDATE scooters SET needs_license = 0 WHERE id = 's0'"),
  'a licence that the old scooter needs, too': () =>
    rows("UPDATE users SET license_status = 'rejected', license_waits_since = NULL WHERE id = 'r0'"),
  'a service window before it': () => problem(AHEAD, 'service', 0, seconds(0), seconds(2), 'open', 0, 0),
  'a service window after it': () => problem(AHEAD, 'service', 0, seconds(4), seconds(5), 'open', 0, 0),
  'a service window that is over': () => problem(AHEAD, 'service', 0, seconds(0), seconds(9), 'fixed', 0, 0),
  'known damage': () => problem('state, created_at, updated_at', 'damaged', 1, 'open', 0, 0),
  'a report that is fixed': () => problem('state, created_at, updated_at', 'pin', 0, 'fixed', 0, 0),
  'a ride that was returned after its end': async () => {
    setRule('return_mode', 'confirmed')
    await paidInThePast()
    rows("UPDATE bookings SET returned_at = end_at WHERE scooter_id = 's1'")
    advanceTime(1)
  },
  'a ride whose extension ends as it starts': async () => {
    setRule('return_mode', 'confirmed')
    const other = await paid({ rider: 'r1', scooter: 's1', slot: -2 })
    const fields = { scooter_id: 's1', user_id: 'r1', window: windowFrom(START_TIME, 1) }
    expect(await payExtension(await extendRide(other, fields))).toBe('confirmed')
    advanceTime(1)
  },
  'a ride that is late where returns are assumed': async () => {
    setRule('buffer_minutes', 0)
    await paidInThePast()
    advanceTime(1)
  },
  'a ride that is late an hour before the start': async () => {
    setRule('return_mode', 'confirmed')
    await paidInThePast()
  },
  'a late ride of the same rider': async () => {
    setRule('return_mode', 'confirmed')
    await paidInThePast('r0')
    advanceTime(1)
  }
}

describe('a ride', () => {
  test.each(Object.entries(OBSTACLES))('is not moved if %s', async (_, prevent) => {
    const id = await paid()
    await prevent()
    const before = snapshot()
    expect(await targets(id)).toEqual([])
    expect(await move(id)).toBe(bookingText.scooterTaken)
    expect(snapshot()).toEqual(before)
  })

  test.each(Object.entries(NO_OBSTACLES))('is moved in spite of %s', async (_, prepare) => {
    const id = await paid()
    await prepare()
    expect(await targets(id)).toEqual(['s1'])
    expect(await move(id)).toBe('s1')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('that is under way is moved in spite of a service window that ended after its start', async () => {
    const id = await paid({ hours: 2 })
    problem(AHEAD, 'service', 0, seconds(2), seconds(3), 'open', 0, 0)
    advanceTime(91)
    expect(await move(id)).toBe('s1')
  })

  test('is moved for its last half hour in spite of a hold that has ended', async () => {
    const id = await paid()
    const { id: held } = await hold({ rider: 'r1', scooter: 's1', slot: 3 })
    advanceTime(91)
    rows('UPDATE bookings SET hold_until = 1 WHERE id = ?', held)
    rows('UPDATE slot_claims SET hold_until = 1 WHERE booking_id = ?', held)
    expect(await targets(id)).toEqual(['s1'])
    expect(await move(id)).toBe('s1')
    expect(stateOf(held)).toBe('expired')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('is not moved to a scooter that does not exist, though another is free', async () => {
    const id = await paid()
    const before = snapshot()
    expect(await moveRide(await findRide(id), { ...BY_ADMIN, from: 's0', to: 'x' }, now())).toBe('scooter_taken')
    expect(snapshot()).toEqual(before)
  })

  test('is not moved because it was, to the same scooter in the same second', async () => {
    const id = await paid()
    await move(id)
    await move(id, 's1', 's0')
    await paid({ rider: 'r1', scooter: 's1' })
    const before = snapshot()
    expect(await move(id)).toBe(bookingText.scooterTaken)
    expect(snapshot()).toEqual(before)
  })

  const CHANGES: Record<string, (id: string) => unknown> = {
    'it was cancelled': id => calls.cancelAsAdmin(id, 50),
    'it was extended': async id => payExtension(await extendRide(id)),
    'it was moved and back': async id => {
      await move(id)
      await move(id, 's1', 's0')
    },
    'it has ended': () => advanceTime(121),
    'it was returned': async id => {
      advanceTime(61)
      await calls.returnBy('r0', id)
    }
  }
  test.each(Object.entries(CHANGES))('that was read before %s is not moved', async (_, change) => {
    const id = await paid()
    const ride = await findRide(id)
    await change(id)
    const before = snapshot()
    expect(await moveRide(ride, { ...BY_ADMIN, from: 's0', to: 's1' }, now())).toBe('ride_changed')
    expect(snapshot()).toEqual(before)
  })
})

// The same question, answered from the windows of the bookings alone.

const arbitraryDay = fc.record({
  buffer: fc.constantFrom(0, 30, 60, 90),
  minutes: fc.integer({ max: 300, min: 0 }),
  rides: fc.array(
    fc.record({
      hours: fc.constantFrom(1, 1, 3),
      isReturned: fc.boolean(),
      rider: fc.constantFrom(...RIDERS),
      scooter: fc.constantFrom(...SCOOTERS),
      slot: fc.integer({ max: 10, min: 2 })
    }),
    { maxLength: 8, minLength: 2 }
  )
})

interface Window {
  end_at: number
  id: string
  kind: string
  returned_at: number | null
  scooter_id: string
  start_at: number
  user_id: string
}

function canTake(ride: Window, scooter: string, others: readonly Window[], bufferMinutes: number, at: number): boolean {
  const present = Math.floor(at / CELL_SECONDS) * CELL_SECONDS
  const from = Math.max(ride.start_at, present)
  const buffer = bufferMinutes * 60
  const ceil = (time: number) => Math.ceil(time / CELL_SECONDS) * CELL_SECONDS
  const ofScooter = others.filter(other => other.scooter_id === scooter)
  const isUsed = ofScooter.some(
    ({ end_at, start_at }) => end_at <= at && start_at < from + CELL_SECONDS && ceil(end_at) > from
  )
  return (
    !ofScooter.some(({ end_at, start_at, user_id }) => {
      const overlaps = start_at < ride.end_at && ceil(end_at) > from && end_at > at
      const isNear = buffer > 0 && start_at < ride.end_at + buffer && ceil(end_at) > from - buffer
      return overlaps || (isNear && user_id !== ride.user_id)
    }) && from + (isUsed ? CELL_SECONDS : 0) < ride.end_at
  )
}

test('rides of random days can be moved exactly where the bookings leave room', { timeout: 300_000 }, async () => {
  const seen = { free: 0, taken: 0 }
  await fc.assert(
    fc.asyncProperty(arbitraryDay, async ({ buffer, minutes, rides }) => {
      await resetHarness()
      setRule('buffer_minutes', buffer)
      const ids: string[] = []
      for (const wanted of rides) {
        const { outcome, id } = await hold({ ...wanted, buffer })
        if (outcome !== 'held') continue
        await payHeld(id)
        ids.push(id)
      }
      advanceTime(minutes)
      for (const [index, id] of ids.entries())
        if (rides[index]?.isReturned) await calls.returnBy(storedBooking(id)?.user_id as Rider, id)
      for (const id of ids) {
        const all = rows<Window>("SELECT * FROM bookings WHERE state = 'confirmed'")
        const ride = all.find(row => row.id === id)
        const at = Math.floor(Date.now() / 1000)
        if (!ride || ride.returned_at !== null || ride.end_at <= at) continue
        const to = ride.scooter_id === 's0' ? 's1' : 's0'
        const isFree = canTake(ride, to, all, buffer, at)
        seen[isFree ? 'free' : 'taken']++
        expect(await targets(id)).toEqual(isFree ? [to] : [])
        expect(await move(id, ride.scooter_id as Scooter, to)).toBe(isFree ? to : bookingText.scooterTaken)
        expect(await findBrokenInvariants()).toEqual([])
      }
    }),
    runCount(30)
  )
  expect(Math.min(seen.free, seen.taken)).toBeGreaterThan(scaledCount(5))
})

async function payHeld(id: string) {
  const booking = storedBooking(id)
  const at = (time = 0) => new Date(time * 1000)
  await settle({
    booking: { end_at: at(booking?.end_at), id, start_at: at(booking?.start_at) },
    now: now(),
    payment: { amount: 5000, currency: 'INR', id: `pay-${id}` }
  })
}
