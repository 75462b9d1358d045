import { describe, expect, test } from 'vitest'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments } from '#contract/bookings/booking-payments.ts'
import type { ClientInput } from '#contract/kit/endpoint.ts'
import { listDisputes, listRefunds } from '#contract/payments/refunds.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { moveRideToPast, winAllDisputes } from '#tests/helpers/data/stored-state.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { anotherRider, paidRide, setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { disputed, overdueRefund } from './sample-disputes.ts'

// Where admins, operators and riders see that a bank disputes a payment.

// What happens to payments and refunds, and what admins can do, while a bank disputes the payment.

setUpPaymentTests()

const admin = setUpAdmin()

describe('the list of disputes', () => {
  test('shows the booking, amount, reason and deadline, and the booking shows the dispute, too', async () => {
    const ride = await paidRide()
    const { dispute_id } = await disputed(ride, { amount: 2000, hours: 48 })
    const [row] = await admin.call(listDisputes, { query: {} })
    expect(row).toMatchObject({
      amount: 20,
      amount_deducted: 0,
      booking_amount: 50,
      booking_id: ride.id,
      currency: 'INR',
      dispute_id,
      payment_id: ride.payment_id,
      phase: 'chargeback',
      reason: 'The customer did not receive what he paid for.',
      scooter_name: ride.scooter.name,
      status: 'open',
      user_email: ride.rider.email
    })
    const hours = (Date.parse(row?.respond_by ?? '') - Date.parse(row?.created_at ?? '')) / 3_600_000
    expect(hours).toBe(48)
    const bookings = await admin.call(listAllBookings, { query: { user_id: ride.rider.id } })
    expect(bookings.find(({ id }) => id === ride.id)?.dispute).toMatchObject({ amount: 20, dispute_id, status: 'open' })
    const { disputes } = await admin.call(getBookingPayments, { params: { id: ride.id } })
    expect(disputes).toEqual([row])
  })

  test('is newest first, paged, sortable by deadline, and filtered by open and decided', async () => {
    const ride = await paidRide()
    const near = await disputed(ride, { hours: 1 })
    const far = await disputed(ride, { hours: 900 })
    const lost = await disputed(ride)
    await lost.decided('lost')
    const all = [near, far, lost]
    for (const [age, { dispute_id }] of all.entries()) {
      await sql('UPDATE disputes SET created_at = ? WHERE dispute_id = ?', 4_000_000_000 - age, dispute_id)
    }
    const idsOf = async (query: ClientInput<typeof listDisputes>['query'] = {}) =>
      (await admin.call(listDisputes, { query })).map(({ dispute_id }) => dispute_id)
    const ids = all.map(({ dispute_id }) => dispute_id)
    expect((await idsOf()).slice(0, 3)).toEqual(ids)
    expect(await idsOf({ page: '1', per_page: '2' })).toEqual(ids.slice(0, 2))
    expect((await idsOf({ is_decided: 'true' }))[0]).toBe(lost.dispute_id)
    const open = await idsOf({ is_decided: 'false', sort: 'respond_by' })
    expect(open).not.toContain(lost.dispute_id)
    expect(open[0]).toBe(near.dispute_id)
    expect(open.at(-1)).toBe(far.dispute_id)
    expect((await admin.refusal(listDisputes, { query: { is_decided: 'perhaps' } })).status).toBe(422)
  })

  test('shows the most urgent of several disputes beside a refund', async () => {
    const booking = await overdueRefund()
    await (await disputed(booking)).decided('lost')
    await disputed(booking, { hours: 90 })
    const first = await disputed(booking, { hours: 30 })
    const rows = await admin.call(listRefunds, { query: {} })
    expect(rows.find(({ booking_id }) => booking_id === booking.id)?.dispute?.dispute_id).toBe(first.dispute_id)
  })
})

describe('an operator', () => {
  test('finds one log line an hour for all disputes with a near deadline, and none in between', async () => {
    await winAllDisputes()
    const ride = await paidRide()
    const near = [await disputed(ride, { hours: 1 }), await disputed(ride, { hours: 48 })]
    const far = await disputed(ride, { hours: 200 })
    const answered = await disputed(ride, { hours: 2 })
    await answered.contested()
    const linesAt = async (minute: number) => {
      const before = app.logs().length
      const now = new Date()
      now.setUTCMinutes(minute, 0, 0)
      await app.runMinute(now)
      return app
        .logs()
        .slice(before)
        .filter(line => line.includes('dispute_deadline_near'))
    }
    const [line, ...more] = await linesAt(0)
    expect(more).toEqual([])
    for (const { dispute_id } of near) expect(line).toContain(dispute_id)
    for (const { dispute_id } of [far, answered]) expect(line).not.toContain(dispute_id)
    expect(await linesAt(1)).toEqual([])
  })
})

describe('a rider', () => {
  test('is not deleted while a payment is disputed, because the rides may be needed as evidence', async () => {
    const rider = await anotherRider()
    const ride = await paidRide(rider)
    const { decided } = await disputed(ride)
    // Long over, and older than the period that the invariant checks of these tests cover.
    await moveRideToPast(ride.id)
    const removing = { params: { id: rider.id } }
    expect(await admin.refusal(deleteRider, removing)).toMatchObject({
      detail: ridersText.riderHasDispute,
      status: 409
    })
    await decided('lost')
    await admin.call(deleteRider, removing)
    expect(JSON.stringify(await sql('SELECT * FROM disputes'))).not.toContain(rider.email)
    expect(await admin.call(listDisputes, { query: {} })).toEqual(
      expect.arrayContaining([expect.objectContaining({ booking_id: ride.id, user_name: ridersText.deletedRider })])
    )
  })
})
