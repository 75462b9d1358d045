import { beforeEach, describe, expect, test } from 'vitest'
import { windowFrom } from '#domain/bookings/slots.ts'
import { EXTENDABLE_MINUTES } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { type HoldRequest, reserve } from '#server/slots/reserve.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { extendRide, holdNext, payExtension, RIDE_END } from '#tests/model/harness/extensions.ts'
import {
  advanceTime,
  bank,
  cron,
  findBrokenInvariants,
  startHarness,
  stateOf,
  storedBookings,
  storedRefunds
} from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'
import { insertProperty } from '#tests/model/harness/seed.ts'

// What the batches that hold and confirm an extension check again, because the ride can change between the rider's
// request and the batch.

startHarness()

/** The id of a ride of r0 on s0, from START until RIDE_END. */
let ride: string
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
})

const extend = (fields: Partial<HoldRequest> = {}, at: Date = now()) => extendRide(ride, fields, at)

const outcomeOf = async (...args: Parameters<typeof extend>) => (await extend(...args)).outcome

async function paidExtension(...args: Parameters<typeof extend>) {
  const extension = await extend(...args)
  expect(await payExtension(extension)).toBe('confirmed')
  return extension
}

const update = (set: string, id = ride) => rows(`UPDATE bookings SET ${set} WHERE id = ?1`, id)

/** Puts the first row of the ride on the other scooter, with its claims. */
function moveRide(): void {
  const claims = rows<{ cell: number }>('DELETE FROM slot_claims WHERE booking_id = ?1 RETURNING cell', ride)
  update("scooter_id = 's1'")
  for (const { cell } of claims)
    rows("INSERT INTO slot_claims (scooter_id, cell, booking_id) VALUES ('s1', ?1, ?2)", cell, ride)
}

describe('the batch that holds an extension', () => {
  test('holds the time after the ride, also for a rider who has moved to another property', async () => {
    rows("UPDATE users SET property_id = NULL WHERE id = 'r0'")
    expect(await outcomeOf()).toBe('held')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['was returned', () => update('returned_at = 1')],
    ['was cancelled', () => update("state = 'cancelled'")],
    ['is not paid', () => update("state = 'refund_due'")],
    ['ends earlier by now', () => update('end_at = end_at - 1800')],
    ['has another scooter by now', () => moveRide()],
    ['belongs to another rider', () => update("user_id = 'r1'")],
    ['has a scooter in maintenance', () => rows("UPDATE scooters SET status = 'Maintenance' WHERE id = 's0'")],
    ['has a deleted scooter', () => rows("UPDATE scooters SET archived_at = 1 WHERE id = 's0'")],
    ['is at a deleted property', () => rows('UPDATE properties SET archived_at = 1')],
    ['has a deleted rider', () => rows("UPDATE users SET deleted_at = 1 WHERE id = 'r0'")]
  ])('holds nothing if the ride %s', async (_, change) => {
    change()
    expect(await outcomeOf()).toBe('unavailable')
    expect(storedBookings()).toHaveLength(1)
  })

  test('holds nothing if the id is that of an extension, not of a ride', async () => {
    const extension = await paidExtension()
    expect(await outcomeOf({ ride_id: extension.id, window: windowFrom(extension.window.end, 1) })).toBe('unavailable')
  })

  test('continues after the last paid row of the ride, on its scooter', async () => {
    const { window } = await paidExtension()
    expect(await outcomeOf()).toBe('conflict')
    const next = windowFrom(window.end, 1)
    expect(await outcomeOf({ scooter_id: 's1', window: next })).toBe('unavailable')
    moveRide()
    expect(await outcomeOf({ window: next })).toBe('held')
  })

  test('does not count an extension that was not paid as the end of the ride', async () => {
    const { window } = await extend()
    expect(await outcomeOf({ window: windowFrom(window.end, 1) })).toBe('unavailable')
  })

  test.each([
    ['a second before the time limit', 'held', -1],
    ['at the time limit', 'unavailable', 0]
  ])('answers %s after the end of the ride: %s', async (_, outcome, seconds) => {
    const last = addMinutes(RIDE_END, EXTENDABLE_MINUTES).getTime()
    expect(await outcomeOf({ window: windowFrom(RIDE_END, 2) }, new Date(last + seconds * SECOND_MS))).toBe(outcome)
  })

  test('holds the same extension once, and replaces it by a longer one', async () => {
    const first = await extend()
    expect(await extend()).toMatchObject({ id: first.id, outcome: 'already_held' })
    expect(await outcomeOf({ window: windowFrom(RIDE_END, 2) })).toBe('held')
    expect(stateOf(first.id)).toBe('released')
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('replaces a hold of the rider for a ride at that time, and such a hold replaces the extension', async () => {
    const extension = await extend()
    const own = await holdNext({ id: 'own-ride' })
    expect([own.outcome, stateOf(extension.id)]).toEqual(['held', 'released'])
    expect([await outcomeOf(), stateOf('own-ride')]).toEqual(['held', 'released'])
  })

  test('holds nothing while another extension is settling', async () => {
    const { id } = await extend()
    await markSettling(id, addMinutes(now(), 60), now())
    expect(await outcomeOf({ window: windowFrom(RIDE_END, 2) })).toBe('conflict')
  })

  test('holds no time that another rider has, nor the buffer before it', async () => {
    await samples.booked('r1', 's0', 2)
    expect(await outcomeOf({ window: windowFrom(RIDE_END, 2) })).toBe('conflict')
    expect(await outcomeOf({ buffer_minutes: 30 })).toBe('conflict')
    expect(await outcomeOf()).toBe('held')
  })

  test('needs no buffer before the extended ride', async () => {
    const hourBefore = windowFrom(addMinutes(samples.START, -60), 1)
    const rival = samples.holdRequest({ id: 'rival', user_id: 'r1', window: hourBefore })
    expect(await reserve(rival, now())).toEqual({ outcome: 'held' })
    expect(await outcomeOf({ buffer_minutes: 120 })).toBe('held')
  })
})

describe('the batch that confirms an extension', () => {
  test('makes the ride longer, and raises its revision', async () => {
    await paidExtension()
    expect(storedBookings()[0]).toMatchObject({ id: ride, revision: 1 })
    expect(await findBrokenInvariants()).toEqual([])
  })

  test.each<[string, () => unknown]>([
    ['was returned', () => update('returned_at = 1')],
    ['was cancelled', () => update("state = 'cancelled'")],
    ['ends at another time by now', () => update('end_at = end_at - 1800')],
    ['has another scooter by now', () => moveRide()]
  ])('refunds its whole payment if the ride %s', async (_, change) => {
    const extension = await extend()
    change()
    expect(await payExtension(extension)).toBe('refund_due')
    expect(storedRefunds()).toMatchObject([{ booking_id: extension.id, paise: 5000, reason: 'slot_lost' }])
    expect(rows('SELECT cell FROM slot_claims WHERE booking_id = ?1', extension.id)).toEqual([])
  })

  test('goes on with its ride, although the scooter has moved to another property', async () => {
    const extension = await extend()
    insertProperty('q')
    rows("UPDATE scooters SET property_id = 'q' WHERE id = 's0'")
    expect(await payExtension(extension)).toBe('confirmed')
  })

  test('is followed by a full refund if the ride is refunded at the provider in the same minute', async () => {
    const answer = await calls.extend('r0', ride, 1)
    if (!answer.isDone) throw new Error('The extension was not held')
    const { razorpay_order_id, session_id } = answer.body
    await calls.cancelHoldBy('r0', session_id)
    bank().pay(razorpay_order_id)
    const paidRide = bank().payment(storedBookings()[0]?.payment_id ?? '')
    bank().processRefund(bank().refundInDashboard(paidRide.id, paidRide.amount).id)
    advanceTime(60)
    await cron()
    expect([stateOf(ride), stateOf(session_id)]).toEqual(['cancelled', 'cancelled'])
    expect(storedRefunds().map(({ booking_id, paise }) => ({ booking_id, paise }))).toEqual([
      { booking_id: ride, paise: 5000 },
      { booking_id: session_id, paise: answer.body.amount }
    ])
    expect(rows('SELECT cell FROM slot_claims')).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('compares only the last paid row of the ride', async () => {
    const first = await paidExtension()
    const second = await extend({ window: windowFrom(first.window.end, 1) })
    moveRide()
    expect(await payExtension(second)).toBe('confirmed')
  })

  test.each([
    ['a second before its end', 'confirmed', -1],
    ['at its end', 'refund_due', 0]
  ])('applies a payment %s of the extension: %s', async (_, state, seconds) => {
    const extension = await extend()
    const at = new Date(extension.window.end.getTime() + seconds * SECOND_MS)
    expect(await payExtension(extension, at)).toBe(state)
  })
})
