import { expect, test } from 'vitest'
import { refundBooking } from '#contract/bookings/admin-bookings.ts'
import { cancelBooking, extendBooking } from '#contract/bookings/manage-ride.ts'
import { getBooking } from '#contract/bookings/my-bookings.ts'
import { DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { signedInAdmin } from '#tests/helpers/data/people.ts'
import {
  anotherRider,
  type HeldBooking,
  paidAtBank,
  paidRide,
  reportPayment,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'

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

test('the ride of another rider, and an unknown one, are not found', async () => {
  const ride = await paidRide(await anotherRider())
  const stranger = await anotherRider()
  for (const id of [ride.id, 'unknown'])
    expect((await stranger.refusal(getBooking, { params: { id } })).status).toBe(404)
})
