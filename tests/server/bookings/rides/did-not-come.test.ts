import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { cancelAbsentRide, previewAbsence } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import { getToday } from '#contract/staff/today.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as ridesText from '#messages/admin/rides.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { withPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { send, sql } from '#tests/helpers/servers/app.ts'
import {
  anotherRider,
  bookedByRival,
  bookingSeenByRider,
  refundsOf,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'
import { cellsOfRow, extend, type Ride, rideUnderWay, storedRow } from './rides-under-way.ts'

setUpPaymentTests()

const admin = setUpAdmin()

/** Of ₹50, half of which the property keeps of a late cancellation. Its rider has paid long ago and read no PIN. */
async function absentRide(from = -3, to = 8): Promise<Ride> {
  const { property_id } = await anotherRider()
  const ride = await withPropertyRules([admin, property_id], { late_cancel_percent: 50 }, () => rideUnderWay(from, to))
  await sql('UPDATE bookings SET paid_at = start_at - 86400 WHERE id = ?', ride.id)
  return ride
}

type Body = Partial<{ amount: number; is_here: boolean }>
const saying = ({ id }: { id: string }, body: Body = {}) => ({ body: { amount: 25, ...body }, params: { id } })

describe('a ride whose rider did not come', () => {
  test('is cancelled with its extensions, and the rest of its time is free', async () => {
    const ride = await absentRide()
    const extension = await extend(ride)
    await sql('UPDATE bookings SET paid_at = 0 WHERE id = ?', extension)
    expect(await admin.call(previewAbsence, { params: { id: extension } })).toEqual({
      amount: 100,
      pin_seen_at: null,
      refund: 50
    })
    const done = await admin.call(cancelAbsentRide, saying({ id: extension }, { amount: 50 }))
    expect(done).toMatchObject({ id: extension, payment_status: 'Cancelled' })
    for (const id of [ride.id, extension]) {
      expect(await storedRow(id)).toMatchObject({
        cancel_reason: ridesText.nobodyCame,
        cancelled_by: 'admin',
        refund_percent: 50
      })
      expect(await cellsOfRow(id)).toEqual([])
      expect(await refundsOf({ id })).toMatchObject([{ paise: 2500, reason: 'cancelled', status: 'due' }])
    }
    const [entry, ...more] = (await admin.call(listActivity, {})).filter(({ subject }) => subject === ride.id)
    expect([entry?.action, entry?.detail, more]).toEqual(['cancel_booking', ridesText.didNotCome, []])
    expect(await bookingSeenByRider(ride)).toMatchObject({ cancel_reason: ridesText.nobodyCame, refund: 50 })
    expect((await admin.call(getBookingPayments, { params: { id: ride.id } })).kept).toEqual({
      amount: 25,
      percent: 50,
      reason: 'did_not_come'
    })
    await bookedByRival(ride)
  })

  test('answers the same again, also to two presses at once', async () => {
    const ride = await absentRide()
    const answers = await Promise.all([1, 2].map(() => send(cancelAbsentRide, saying(ride), admin.token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = await Promise.all(answers.map(answer => answer.json()))
    expect(second).toEqual(first)
    expect(await admin.call(cancelAbsentRide, saying(ride))).toEqual(first)
    expect(await refundsOf(ride)).toHaveLength(1)
  })

  test('gives nothing back where the property keeps all, and the rider reads that', async () => {
    const ride = await absentRide()
    await sql("UPDATE bookings SET terms = json_set(terms, '$.late_cancel_percent', 0) WHERE id = ?", ride.id)
    await admin.call(cancelAbsentRide, saying(ride, { amount: 0 }))
    expect(await refundsOf(ride)).toEqual([])
    expect(await bookingSeenByRider(ride)).toMatchObject({ cancelled_by: 'admin', refund: 0, refund_status: null })
  })
})

describe('is refused', () => {
  const refused = (ride: { id: string }, body?: Body) => admin.refusal(cancelAbsentRide, saying(ride, body))

  test('with another amount', async () => {
    const ride = await absentRide()
    expect(await refused(ride, { amount: 50 })).toMatchObject({ detail: refundsText.amountChanged, status: 409 })
    expect(await storedRow(ride.id)).toMatchObject({ state: 'confirmed' })
  })

  test('if the PIN was read, unless the scooter is here', async () => {
    const ride = await absentRide()
    await bookingSeenByRider(ride)
    await sql('UPDATE bookings SET pin_seen_at = unixepoch() WHERE id = ?', ride.id)
    expect(await refused(ride)).toMatchObject({
      detail: expect.stringMatching(/^The PIN was read at .+\s[ap]m\. Is the scooter here\?$/),
      status: 409
    })
    expect((await admin.call(previewAbsence, { params: { id: ride.id } })).pin_seen_at).not.toBeNull()
    await admin.call(cancelAbsentRide, saying(ride, { is_here: true }))
    expect(await storedRow(ride.id)).toMatchObject({ state: 'cancelled' })
  })

  test('if the payment is disputed, unless the dispute is named', async () => {
    const ride = await absentRide()
    await sql(
      `INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, paise_deducted, currency, created_at, told_at)
       VALUES ('disp_absent', ?, ?, 'open', 'chargeback', '', 5000, 0, 'INR', 1, 1)`,
      ride.payment_id,
      ride.id
    )
    expect(await refused(ride)).toMatchObject({ detail: refundsText.paymentDisputed, status: 409 })
    const { body, params } = saying(ride)
    const despite_dispute = { dispute_id: 'disp_absent', status: 'open' as const }
    await admin.call(cancelAbsentRide, { body: { ...body, despite_dispute }, params })
    expect(await refundsOf(ride)).toHaveLength(1)
  })

  test('to a manager of another property and to a caretaker; the own manager may', async () => {
    const ride = await absentRide()
    const own = { id: ride.rider.property_id }
    const [stranger, caretaker, manager] = [
      await staffOf('manager', await insertProperty()),
      await staffOf('caretaker', own),
      await staffOf('manager', own)
    ]
    expect(await stranger.refusal(cancelAbsentRide, saying(ride))).toMatchObject({
      detail: bookingText.bookingNotFound,
      status: 404
    })
    expect((await caretaker.refusal(cancelAbsentRide, saying(ride))).status).toBe(403)
    const offered = async () => {
      const { rides } = await manager.call(getToday, { query: { property_id: own.id } })
      return rides.find(({ id }) => id === ride.id)?.may_be_absent
    }
    expect(await offered()).toBe(true)
    await manager.call(cancelAbsentRide, saying(ride))
    expect(await offered()).toBeUndefined()
  })
})
