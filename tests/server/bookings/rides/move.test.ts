import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { listMoveTargets, moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { listAllScooters } from '#contract/catalogue/admin-scooters.ts'
import * as formsText from '#messages/admin/forms.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { insertScooter } from '#tests/helpers/data/rows.ts'
import { bookingSeenByRider, paidRide, setUpPaymentTests } from '#tests/server/payments/sample-bookings.ts'
import { cellsOfRow, extend, type Ride, rideUnderWay } from './rides-under-way.ts'

setUpPaymentTests()

const admin = setUpAdmin()

/** A scooter beside that of the ride. */
const freeScooter = ({ rider }: Ride) => insertScooter(rider.property_id, { otp_pin: '739264' })
const targetsOf = async ({ id }: { id: string }) => {
  const targets = await admin.call(listMoveTargets, { params: { id } })
  return targets.map(target => target.id)
}
const request = ({ id, scooter }: Ride, scooter_id: string) => ({
  body: { from_scooter_id: scooter.id, reason: 'It does not start', scooter_id },
  params: { id }
})

describe('a ride that the staff move', () => {
  test('is on the other scooter for its rider, with that PIN, and for the desk', async () => {
    const ride = await rideUnderWay()
    const other = await freeScooter(ride)
    expect(await targetsOf(ride)).toContain(other.id)
    const moved = await admin.call(moveRideAsAdmin, request(ride, other.id))
    expect(moved).toMatchObject({ id: ride.id, payment_status: 'Completed', scooter_id: other.id })
    expect(await bookingSeenByRider(ride)).toMatchObject({
      otp_pin: other.otp_pin,
      scooter: { id: other.id, name: other.name }
    })
    const scooterRow = async ({ id, name }: { id: string; name: string }) =>
      (await admin.call(listAllScooters, { query: { q: name } })).find(row => row.id === id)
    expect(await scooterRow(other)).toMatchObject({ booked_until: expect.any(String), rides_ahead: 1 })
    expect(await scooterRow(ride.scooter)).toMatchObject({ booked_until: null, rides_ahead: 0 })
  })

  test('moves as a whole if an extension is named, and the log keeps the reason once', async () => {
    const ride = await rideUnderWay(-3, 2)
    const extension = await extend(ride)
    const other = await freeScooter(ride)
    const named = { ...request(ride, other.id), params: { id: extension } }
    expect(await admin.call(moveRideAsAdmin, named)).toMatchObject({ id: extension, scooter_id: other.id })
    expect(await admin.call(moveRideAsAdmin, named)).toMatchObject({ id: extension, scooter_id: other.id })
    expect([(await cellsOfRow(ride.id)).length, (await cellsOfRow(extension)).length]).toEqual([2, 2])
    const entries = (await admin.call(listActivity, { query: {} })).filter(({ subject }) => subject === ride.id)
    expect(entries).toMatchObject([
      { action: 'move_ride', detail: `${ride.scooter.name} → ${other.name} · It does not start` }
    ])
  })
})

describe('a move is refused', () => {
  const refused = (ride: Ride, scooter_id: string) => admin.refusal(moveRideAsAdmin, request(ride, scooter_id))

  test('without a reason or a scooter, or for no ride', async () => {
    const ride = await paidRide()
    const body = { from_scooter_id: ride.scooter.id, reason: ' ', scooter_id: '' }
    expect(await admin.refusal(moveRideAsAdmin, { body, params: { id: ride.id } })).toMatchObject({
      detail: [{ msg: formsText.reasonRequired }, { msg: formsText.scooterRequired }],
      status: 422
    })
    expect((await refused({ ...ride, id: 'x' }, 'x')).status).toBe(404)
    expect((await admin.refusal(listMoveTargets, { params: { id: 'x' } })).status).toBe(404)
  })
})
