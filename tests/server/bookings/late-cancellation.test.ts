import { beforeAll, expect, test } from 'vitest'
import { cancelBookingAsAdmin, previewCancellationAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { getBookingPayments, payCompensation } from '#contract/bookings/booking-payments.ts'
import { listCompensations } from '#contract/payments/refunds.ts'
import { NUMBER_RULES } from '#domain/catalogue/property-rules.ts'
import * as adminBookingsText from '#messages/admin/admin-bookings.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import { setUpAdmin, signedInAdmin } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { doneBefore } from '#tests/server/payments/refunds/admin-requests.ts'
import {
  anotherRider,
  bookingSeenByRider,
  paidRide,
  setUpPaymentTests
} from '#tests/server/payments/sample-bookings.ts'

// A property that keeps 60 % of a late cancellation cancels late itself. Each ride costs ₹50, and all times are late.

setUpPaymentTests()

const admin = setUpAdmin()
let property_id: string

beforeAll(async () => {
  property_id = (await anotherRider()).property_id
  const { max } = NUMBER_RULES.free_cancel_minutes
  await setPropertyRules(admin, property_id, { free_cancel_minutes: max, grace_minutes: 0, late_cancel_percent: 40 })
})

const cancelAs = (staff: Pick<typeof admin, 'call'>, { id }: { id: string }) =>
  staff.call(cancelBookingAsAdmin, { body: { amount: 50, owed: 30 }, params: { id } })
const payRequest = ({ id }: { id: string }, note = 'By UPI') => ({ body: { amount: 30, note }, params: { id } })

test('the admin reads what is owed, the rider reads it until it is paid, and an owner notes how it was', async () => {
  const ride = await paidRide()
  expect(await admin.call(previewCancellationAsAdmin, { params: { id: ride.id } })).toEqual({ owed: 30, refund: 50 })
  await cancelAs(admin, ride)
  expect(await bookingSeenByRider(ride)).toMatchObject({ owed: 30, refund: 50 })
  const [owed] = await admin.call(listCompensations, { query: {} })
  expect(owed).toMatchObject({ amount: 30, id: ride.id, payment_status: 'Cancelled', user_email: ride.rider.email })
  const { compensation } = await admin.call(payCompensation, payRequest(ride))
  expect(compensation).toMatchObject({ amount: 30, note: 'By UPI' })
  expect(await admin.call(getBookingPayments, { params: { id: ride.id } })).toMatchObject({ compensation })
  expect(await admin.call(listCompensations, { query: {} })).toEqual([])
  expect((await bookingSeenByRider(ride))?.owed).toBeUndefined()
})

test('another manager may cancel and read what is owed, but only an owner pays it', async () => {
  const ride = await paidRide()
  const manager = await signedInAdmin('manager', [property_id])
  const stranger = await signedInAdmin('manager', [])
  expect((await stranger.refusal(previewCancellationAsAdmin, { params: { id: ride.id } })).status).toBe(404)
  expect(await manager.call(previewCancellationAsAdmin, { params: { id: ride.id } })).toMatchObject({ owed: 30 })
  await cancelAs(manager, ride)
  expect((await manager.refusal(payCompensation, payRequest(ride))).status).toBe(403)
  expect((await manager.refusal(listCompensations, { query: {} })).status).toBe(403)
  await admin.call(payCompensation, payRequest(ride))
})

test('what one owner has paid or cancelled, another with the same words has not', async () => {
  const [ride, other] = [await paidRide(), await signedInAdmin()]
  await cancelAs(admin, ride)
  await cancelAs(admin, ride)
  const cancelRequest = { body: { amount: 50, owed: 30 }, params: { id: ride.id } }
  expect(await other.refusal(cancelBookingAsAdmin, cancelRequest)).toMatchObject(
    await doneBefore(admin, 'cancel_booking', adminBookingsText.cancelledByAnother)
  )
  const paid = await admin.call(payCompensation, payRequest(ride))
  expect(await admin.call(payCompensation, payRequest(ride))).toEqual(paid)
  expect(await other.refusal(payCompensation, payRequest(ride))).toMatchObject(
    await doneBefore(admin, 'pay_compensation', refundsText.paidByAnother)
  )
})

test.each([29.999, 30.001, -30])('%d rupees are no amount', async amount => {
  const ride = await paidRide()
  await cancelAs(admin, ride)
  expect((await admin.refusal(payCompensation, { ...payRequest(ride), body: { amount, note: 'x' } })).status).toBe(422)
})
