import { expect, test } from 'vitest'
import { getBookingPayments, refundBooking } from '#contract/bookings/booking-payments.ts'
import { cancelBooking, extendBooking, returnRide } from '#contract/bookings/manage-ride.ts'
import { getBooking } from '#contract/bookings/my-bookings.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { signedInAdmin } from '#tests/helpers/data/people.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  anotherRider,
  bookingSeenByRider,
  type HeldBooking,
  paidAtBank,
  paidRide,
  reportPayment,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'
import { shift } from './rides/rides-under-way.ts'

setUpPaymentTests()

const detailsOf = ({ id, rider }: Pick<HeldBooking, 'id' | 'rider'>) => rider.call(getBooking, { params: { id } })

async function extendedRide() {
  const ride = await paidRide(await anotherRider())
  const order = await ride.rider.call(extendBooking, { body: { hours: 2 }, params: { id: ride.id } })
  const extension = { ...ride, id: order.session_id, order }
  await reportPayment(extension, paidAtBank(extension))
  return { extension, ride }
}

test('a ride is answered with its rows, refunds, terms and revision, also by the id of an extension', async () => {
  const { extension, ride } = await extendedRide()
  const admin = await signedInAdmin()
  await admin.call(refundBooking, { body: { amount: 20, reason: 'Flat battery' }, params: { id: extension.id } })
  const details = await detailsOf(ride)
  expect(details).toMatchObject({
    amount: 140,
    id: ride.id,
    payment_status: 'Completed',
    revision: 1,
    terms: DEFAULT_TERMS
  })
  expect(details.rows).toMatchObject([
    { amount: 50, id: ride.id, kind: 'ride', payment_status: 'Completed', refunds: [] },
    { amount: 90, id: extension.id, kind: 'extension', refunds: [{ amount: 20, status: 'pending' }] }
  ])
  expect(details.rows[0]?.end_time).toBe(details.rows[1]?.start_time)
  expect(await detailsOf(extension)).toEqual(details)
})

test('a cancelled ride is answered with the refund of each payment', async () => {
  const { extension, ride } = await extendedRide()
  await ride.rider.call(cancelBooking, { body: { amount: 140 }, params: { id: ride.id } })
  const { otp_pin, revision, rows } = await detailsOf(ride)
  expect([otp_pin, revision]).toEqual([null, 2])
  expect(
    rows.map(({ id, payment_status, refunds }) => [id, payment_status, refunds.map(({ amount }) => amount)])
  ).toEqual([
    [ride.id, 'Cancelled', [50]],
    [extension.id, 'Cancelled', [90]]
  ])
})

test('a ride that was extended before its start and returned early has the same sums for its rider and the staff', async () => {
  const { extension, ride } = await extendedRide()
  const admin = await signedInAdmin()
  const seen = async () => {
    const [listed, opened] = [await bookingSeenByRider(ride), await detailsOf(ride)]
    const panels = await Promise.all(
      [ride, extension].map(({ id }) => admin.call(getBookingPayments, { params: { id } }))
    )
    const byStaff = panels.map(({ kept, ride: money }) => ({ kept, paid: money?.paid, lines: money?.extended }))
    return { byRider: [listed, opened].map(each => [each?.paid ?? each?.amount, each?.extended]), byStaff }
  }
  const start_time = expect.any(String)
  const ahead = [{ amount: 90, hours: 2, start_time }]
  expect(await seen()).toMatchObject({
    byRider: Array(2).fill([140, ahead]),
    byStaff: Array(2).fill({ lines: ahead, paid: 140 })
  })
  await shift(ride, extension, { endedMinutesAgo: -30 })
  await sql(
    'UPDATE bookings SET paid_at = (SELECT start_at - 60 FROM bookings r WHERE r.id = ?1) WHERE ride_id = ?1',
    ride.id
  )
  expect(await ride.rider.call(returnRide, { body: {}, params: { id: ride.id } })).toMatchObject({ refund: 0 })
  const lines = [{ amount: 90, hours: 2 }]
  const kept = { amount: 90, percent: 0, reason: 'returned_early' }
  expect(await seen()).toEqual({
    byRider: Array(2).fill([140, lines]),
    byStaff: [null, kept].map(each => ({ kept: each, lines, paid: 140 }))
  })
  await admin.call(refundBooking, { body: { amount: 20, reason: 'Goodwill' }, params: { id: extension.id } })
  const refunded = [{ amount: 90, hours: 2, refund: 20 }]
  expect(await seen()).toMatchObject({
    byRider: Array(2).fill([120, refunded]),
    byStaff: [null, { ...kept, amount: 70 }].map(each => ({ kept: each, lines: refunded, paid: 120 }))
  })
})
