import { beforeEach, describe, expect, test } from 'vitest'
import { addMinutes } from '#domain/time/india-time.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { markSettling } from '#server/slots/hold-deadlines.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { changeBefore } from '#tests/helpers/servers/fault-injection.ts'
import * as calls from '#tests/model/harness/calls.ts'
import { now } from '#tests/model/harness/clock.ts'
import { bank, findBrokenInvariants, startHarness, stateOf, storedRefunds } from '#tests/model/harness/harness.ts'
import * as samples from '#tests/model/harness/sample-bookings.ts'

// What the batch that cancels a ride of ₹50 checks again, and what it does with an unpaid extension.

startHarness()

let ride: string
beforeEach(async () => {
  ride = (await samples.confirmedSample()).order.session_id
})

const CANCEL = {
  admin: () => calls.cancelAsAdmin(ride, 50),
  rider: () => calls.cancelPaidBy('r0', ride, 50)
}
const BY = ['rider', 'admin'] as const

const claims = () => rows('SELECT booking_id, cell FROM slot_claims')

/** Runs `change` after the server has read the ride, just before the batch. */
const changeBeforeBatch = (change: () => unknown) => changeBefore("SET state = 'cancelled'", change)

const addGoodwill = () =>
  rows(
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, created_at)
     SELECT 'goodwill', payment_id, id, 1000, 'goodwill', 'due', 0 FROM bookings WHERE id = ?1`,
    ride
  )

const CHANGES: [string, () => unknown][] = [
  ['an extension is paid', () => rows('UPDATE bookings SET revision = revision + 1 WHERE id = ?1', ride)],
  ['a part is refunded as goodwill', addGoodwill]
]

describe.each(BY)('a cancellation by the %s', by => {
  test.each(CHANGES)('changes nothing if %s meanwhile', async (_, change) => {
    const claimed = claims()
    changeBeforeBatch(change)
    expect(await CANCEL[by]()).toMatchObject({ isDone: false, status: 409 })
    expect(stateOf(ride)).toBe('confirmed')
    expect(storedRefunds().filter(({ reason }) => reason === 'cancelled')).toEqual([])
    expect(rows("SELECT id FROM audits WHERE action = 'cancel_booking'")).toEqual([])
    expect(claims()).toEqual(claimed)
  })

  async function heldExtension() {
    const answer = await calls.extend('r0', ride, 1)
    if (!answer.isDone) throw new Error('The extension was not held')
    return answer.body
  }

  const countsAgainstLimits = (id: string) =>
    rows('SELECT id FROM bookings WHERE id = ?1 AND held_since IS NOT NULL', id).length === 1

  test('releases an unpaid extension, which counts against the limits of a rider', async () => {
    const { session_id } = await heldExtension()
    expect(await CANCEL[by]()).toMatchObject({ isDone: true })
    expect(stateOf(session_id)).toBe('released')
    expect(countsAgainstLimits(session_id)).toBe(by === 'rider')
    expect(claims()).toEqual([])
    expect(await findBrokenInvariants()).toEqual([])
  })

  test('keeps a settling extension, whose payment is then refunded', async () => {
    const { amount, razorpay_order_id, session_id } = await heldExtension()
    await markSettling(session_id, addMinutes(now(), 60), now())
    expect(await CANCEL[by]()).toMatchObject({ isDone: true })
    expect([stateOf(session_id), claims().length]).toEqual(['held', 2])
    await calls.reportPayment('r0', session_id, bank().pay(razorpay_order_id))
    expect([stateOf(session_id), claims()]).toEqual(['refund_due', []])
    expect(storedRefunds().at(-1)).toMatchObject({ booking_id: session_id, paise: amount })
    expect(await findBrokenInvariants()).toEqual([])
  })
})

test('a hold that its rider cancels meanwhile is refused as ended when an admin cancels it', async () => {
  const { order } = await samples.heldSample()
  changeBeforeBatch(() =>
    rows("UPDATE bookings SET state = 'released', hold_until = NULL WHERE id = ?1", order.session_id)
  )
  expect(await calls.cancelAsAdmin(order.session_id, 0)).toMatchObject({
    detail: adminBookingsText.bookingEnded,
    status: 409
  })
})

test.each(['refund_due', 'refunded'])('a rider cannot cancel a booking that is %s', async state => {
  const { order } = await samples.heldSample()
  rows('UPDATE bookings SET state = ?2, hold_until = NULL WHERE id = ?1', order.session_id, state)
  expect(await calls.cancelHoldBy('r0', order.session_id)).toMatchObject({
    detail: bookingText.cannotCancel,
    status: 400
  })
})

test.each(['expired', 'released'])('a hold that is %s can be cancelled again', async state => {
  const { order } = await samples.heldSample()
  rows('UPDATE bookings SET state = ?2, hold_until = NULL WHERE id = ?1', order.session_id, state)
  expect(await calls.cancelHoldBy('r0', order.session_id)).toMatchObject({ body: { refund: null }, isDone: true })
})

test('a payment for a hold that an admin has cancelled is refunded in full, and the rider reads why', async () => {
  const sample = await samples.paidSample()
  expect(await calls.cancelAsAdmin(sample.order.session_id, 0)).toMatchObject({ isDone: true })
  expect(await samples.reportPayment(sample)).toMatchObject({ body: { success: false }, isDone: true })
  expect(stateOf(sample.order.session_id)).toBe('cancelled')
  expect(storedRefunds()).toMatchObject([{ paise: sample.order.amount, reason: 'cancelled', status: 'due' }])
  const messages = rows<{ facts: string; kind: string }>("SELECT kind, facts FROM outbox WHERE kind = 'payment_lost'")
  expect(messages.map(({ facts }) => JSON.parse(facts))).toEqual([{ paise: sample.order.amount, reason: 'cancelled' }])
  expect(await findBrokenInvariants()).toEqual([])
})
