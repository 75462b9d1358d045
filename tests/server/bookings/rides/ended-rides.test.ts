import { expect, test } from 'vitest'
import { EXTENDABLE_MINUTES } from '#domain/bookings/extension.ts'
import { expireBooking } from '#tests/helpers/data/stored-state.ts'
import { app, sql } from '#tests/helpers/servers/app.ts'
import { setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { extend, nowSeconds, rideUnderWay, storedRow } from './rides-under-way.ts'

setUpPaymentTests()

const OVER_AFTER = EXTENDABLE_MINUTES * 60

const runAt = (seconds: number) => app.runMinute(new Date(seconds * 1000))

test('a ride that nobody returned counts as returned at its end, an hour after it', async () => {
  const ride = await rideUnderWay()
  const { end_at } = await storedRow(ride.id)
  await runAt(end_at + OVER_AFTER - 60)
  expect((await storedRow(ride.id)).returned_at).toBeNull()
  await runAt(end_at + OVER_AFTER)
  const over = await storedRow(ride.id)
  expect(over).toMatchObject({ booked_end_at: null, end_at, returned_at: end_at, revision: 0, state: 'confirmed' })
  await runAt(end_at + OVER_AFTER + 60)
  expect(await storedRow(ride.id)).toEqual(over)
})

test('an extended ride is over an hour after its last extension', async () => {
  const ride = await rideUnderWay()
  await extend(ride)
  const { end_at } = await storedRow(await extend(ride, { minutes: 120 }))
  await runAt(end_at + OVER_AFTER - 60)
  expect((await storedRow(ride.id)).returned_at).toBeNull()
  await runAt(end_at + OVER_AFTER)
  expect((await storedRow(ride.id)).returned_at).toBe(end_at)
})

test.each(['held', 'settling'] as const)('a ride waits for its extension that is %s', async state => {
  const ride = await rideUnderWay(-6, -3)
  const extension = await extend(ride, { minutes: 600, state })
  await runAt(nowSeconds())
  expect((await storedRow(ride.id)).returned_at).toBeNull()
  await expireBooking(extension)
  await runAt(nowSeconds())
  expect((await storedRow(ride.id)).returned_at).toBe((await storedRow(ride.id)).end_at)
})

test('a ride that was returned or cancelled keeps its time', async () => {
  const [returned, cancelled] = [await rideUnderWay(-6, -3), await rideUnderWay(-6, -3)]
  await sql('UPDATE bookings SET returned_at = end_at + 5 WHERE id = ?', returned.id)
  await sql('DELETE FROM slot_claims WHERE booking_id = ?', cancelled.id)
  await sql(
    "UPDATE bookings SET state = 'cancelled', cancelled_by = 'rider', refund_percent = 0 WHERE id = ?",
    cancelled.id
  )
  await runAt(nowSeconds())
  const { end_at, returned_at } = await storedRow(returned.id)
  expect(returned_at).toBe(end_at + 5)
  expect((await storedRow(cancelled.id)).returned_at).toBeNull()
})
