import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { cancelBookingAsAdmin, moveRideAsAdmin } from '#contract/bookings/admin-bookings.ts'
import { deleteScooter } from '#contract/catalogue/admin-scooters.ts'
import { whoRode } from '#contract/catalogue/who-rode.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as whoRodeText from '#messages/admin/who-rode.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { setPropertyRules } from '#tests/helpers/data/property-rules.ts'
import { insertBooking, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { claimWindow, extend, halfHour, type Ride } from '#tests/server/bookings/rides/rides-under-way.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

startApp()

const admin = setUpAdmin()

const NINE = new Date('2026-01-05T03:30:00Z')
const minutesAfter = (minutes: number, from = NINE) => new Date(from.getTime() + minutes * MINUTE_MS)
const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000)

const ask = (id: string, at: Date | string, by = admin) =>
  by.call(whoRode, { params: { id }, query: { at: typeof at === 'string' ? at : at.toISOString() } })
const ridersAt = async (id: string, at: Date) => (await ask(id, at)).rides.map(ride => ride.id)

/** A paid ride from 9 to 10 in the past. */
async function pastRide() {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const times = { end: minutesAfter(60), start: NINE }
  const { id } = await insertBooking({ ...times, scooter_id: scooter.id, user_id: rider.id })
  return { id, rider, scooter }
}

/** A paid ride. Its start and end are half hours, counted from the present one. */
async function rideUnderWay(from: number, to: number) {
  const rider = await signedInRider()
  const scooter = await insertScooter(rider.property_id)
  const [start, end] = [from, to].map(count => new Date(halfHour(count) * 1000)) as [Date, Date]
  const { id } = await insertBooking({ end, scooter_id: scooter.id, start, user_id: rider.id })
  await claimWindow(id)
  return { id, rider, scooter } as unknown as Ride
}

const insertMove = (ride: string, { at, from, to }: { at: number; from: string; to: string }) =>
  sql(
    `INSERT INTO moves (ride_id, revision, from_scooter_id, to_scooter_id, moved_by, created_at)
     VALUES (?, 1, ?, ?, 'admin', ?)`,
    ride,
    from,
    to,
    at
  )

describe('who rode a scooter', () => {
  test('is known from the first to the last second of a ride, and before and after it the rides around are', async () => {
    const { id, rider, scooter } = await pastRide()
    await sql(
      "UPDATE users SET license_status = 'approved', license_valid_until = ? WHERE id = ?",
      1_901_000_000,
      rider.id
    )
    await sql('UPDATE bookings SET pin_seen_at = ?, returned_at = end_at WHERE id = ?', secondsOf(NINE) + 60, id)
    await sql("UPDATE scooters SET registration_number = 'KA05WR0001' WHERE id = ?", scooter.id)
    const seconds = [-1, 0, 3599, 3600].map(seconds => new Date(NINE.getTime() + seconds * 1000))
    const answers = await Promise.all(seconds.map(at => ask(scooter.id, at)))
    expect(answers.map(({ around, rides }) => [rides.length, around.map(ride => ride.id)])).toEqual([
      [0, [id]],
      [1, []],
      [1, []],
      [0, [id]]
    ])
    expect(answers[1]).toEqual({
      around: [],
      registration_number: 'KA05WR0001',
      rides: [
        {
          cancelled_at: null,
          end_time: minutesAfter(60).toISOString(),
          id,
          license_expires_on: '2030-03-29',
          license_status: 'approved',
          moves: [],
          pin_seen_at: minutesAfter(1).toISOString(),
          property_name: expect.any(String),
          returned_at: minutesAfter(60).toISOString(),
          rider: 'known',
          start_time: NINE.toISOString(),
          user_email: rider.email,
          user_name: rider.name,
          user_phone: '+91 98450 12345'
        }
      ],
      scooter_name: scooter.name
    })
  })

  test('is nobody between the start and the payment of a ride that starts at once', async () => {
    const { id, scooter } = await pastRide()
    await sql('UPDATE bookings SET paid_at = ? WHERE id = ?', secondsOf(minutesAfter(9)), id)
    const seconds = [0, 539, 540].map(seconds => new Date(NINE.getTime() + seconds * 1000))
    expect(await Promise.all(seconds.map(at => ridersAt(scooter.id, at)))).toEqual([[], [], [id]])
  })

  test('is one ride in its extension, with the end of both', async () => {
    const ride = await rideUnderWay(-4, -1)
    await extend(ride)
    await extend(ride, 'held')
    const last = new Date(Date.now() - MINUTE_MS)
    const { rides } = await ask(ride.scooter.id, last)
    expect(rides.map(({ end_time, id }) => [id, end_time > last.toISOString()])).toEqual([[ride.id, true]])
  })

  test('after an early return is still shown until the booked end, with the return, beside the next ride', async () => {
    const { id, scooter } = await pastRide()
    const [returned, booked] = [secondsOf(minutesAfter(20)), secondsOf(minutesAfter(60))]
    await sql(
      'UPDATE bookings SET end_at = ?2, returned_at = ?2, booked_end_at = ?3 WHERE id = ?1',
      id,
      returned,
      booked
    )
    const next = await signedInRider()
    const after = { end: minutesAfter(90), start: minutesAfter(30) }
    const second = await insertBooking({ ...after, scooter_id: scooter.id, user_id: next.id })
    const [ride] = (await ask(scooter.id, minutesAfter(25))).rides
    expect(ride).toMatchObject({
      end_time: minutesAfter(60).toISOString(),
      id,
      returned_at: minutesAfter(20).toISOString()
    })
    expect(await ridersAt(scooter.id, minutesAfter(40))).toEqual([second.id, id])
    expect(await ridersAt(scooter.id, minutesAfter(61))).toEqual([second.id])
  })

  test('is the same rider until a late return', async () => {
    const { id, scooter } = await pastRide()
    await sql('UPDATE bookings SET returned_at = ? WHERE id = ?', secondsOf(minutesAfter(100)), id)
    expect(await ridersAt(scooter.id, minutesAfter(99))).toEqual([id])
    expect(await ridersAt(scooter.id, minutesAfter(100))).toEqual([])
  })

  test('is the rider who is late, as long as nobody has returned the scooter', async () => {
    const { id, rider, scooter } = await pastRide()
    const late = minutesAfter(100)
    expect(await ridersAt(scooter.id, late)).toEqual([])
    await setPropertyRules(admin, rider.property_id, { return_mode: 'confirmed' })
    expect(await ridersAt(scooter.id, late)).toEqual([id])
    expect(await ridersAt(scooter.id, minutesAfter(60))).toEqual([id])
    await sql('UPDATE bookings SET returned_at = ? WHERE id = ?', secondsOf(late), id)
    expect(await ridersAt(scooter.id, late)).toEqual([])
  })

  test('has read the PIN of each scooter of a moved ride at its time', async () => {
    const ride = await rideUnderWay(-3, 8)
    const second = await insertScooter(ride.rider.property_id)
    await sql('UPDATE bookings SET pin_seen_at = start_at WHERE id = ?', ride.id)
    const body = { from_scooter_id: ride.scooter.id, reason: 'x', scooter_id: second.id }
    await admin.call(moveRideAsAdmin, { body, params: { id: ride.id } })
    await sql('UPDATE moves SET created_at = created_at - 600 WHERE ride_id = ?', ride.id)
    const seenOn = async (id: string, minutes: number) => {
      const { rides } = await ask(id, new Date(Date.now() - minutes * MINUTE_MS))
      return rides.map(({ pin_seen_at }) => pin_seen_at)
    }
    const start = new Date(halfHour(-3) * 1000).toISOString()
    expect([await seenOn(ride.scooter.id, 20), await seenOn(second.id, 0)]).toEqual([[start], [null]])
  })

  test('of a moved ride is on each scooter for its time, and the first one tells where it went', async () => {
    const ride = await rideUnderWay(-3, 8)
    await extend(ride)
    const [second, third] = [await insertScooter(ride.rider.property_id), await insertScooter(ride.rider.property_id)]
    const move = (from_scooter_id: string, scooter_id: string) =>
      admin.call(moveRideAsAdmin, { body: { from_scooter_id, reason: 'x', scooter_id }, params: { id: ride.id } })
    await move(ride.scooter.id, second.id)
    await sql('UPDATE moves SET created_at = created_at - 1200 WHERE ride_id = ?', ride.id)
    await move(second.id, third.id)
    const [first, between, now] = [40, 10, 0].map(minutes => new Date(Date.now() - minutes * MINUTE_MS)) as [
      Date,
      Date,
      Date
    ]
    const at = (instant: Date) =>
      Promise.all([ride.scooter, second, third].map(async ({ id }) => (await ridersAt(id, instant)).length))
    expect([await at(first), await at(between), await at(now)]).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1]
    ])
    const { around } = await ask(ride.scooter.id, now)
    expect(around).toMatchObject([
      {
        id: ride.id,
        moves: [
          { from: ride.scooter.name, to: second.name },
          { from: second.name, to: third.name }
        ]
      }
    ])
    // In the second of the move, it is on the new scooter.
    const moves = await sql<{ created_at: number }>(
      'SELECT created_at FROM moves WHERE ride_id = ? ORDER BY revision',
      ride.id
    )
    const moved = new Date((moves[0]?.created_at ?? 0) * 1000)
    expect(await at(moved)).toEqual([0, 1, 0])
    expect(await at(new Date(moved.getTime() - 1000))).toEqual([1, 0, 0])
  })

  test('of a ride that was moved before its start is on the new scooter alone', async () => {
    const { id, scooter } = await pastRide()
    const old = await insertScooter((await insertProperty()).id)
    await insertMove(id, { at: secondsOf(NINE) - 60, from: old.id, to: scooter.id })
    expect(await ridersAt(scooter.id, minutesAfter(1))).toEqual([id])
    expect(await ask(old.id, minutesAfter(1))).toMatchObject({ around: [], rides: [] })
  })

  test('is still known after a refund of the whole ride, which a cancellation before the start is not', async () => {
    const ride = await rideUnderWay(-3, 8)
    await admin.call(cancelBookingAsAdmin, { body: { amount: 50 }, params: { id: ride.id } })
    const { rides } = await ask(ride.scooter.id, new Date(Date.now() - 10 * MINUTE_MS))
    expect(rides).toMatchObject([{ cancelled_at: expect.any(String), id: ride.id, rider: 'known' }])
    const { id, scooter } = await pastRide()
    await sql("UPDATE bookings SET state = 'cancelled', updated_at = start_at - 60 WHERE id = ?", id)
    expect(await ask(scooter.id, minutesAfter(1))).toMatchObject({ around: [], rides: [] })
  })

  test('is a deleted rider, without anything personal', async () => {
    const { id, rider, scooter } = await pastRide()
    await admin.call(deleteRider, { params: { id: rider.id } })
    expect((await ask(scooter.id, NINE)).rides).toMatchObject([
      { id, license_status: null, rider: 'deleted', user_email: null, user_name: null, user_phone: null }
    ])
  })

  test('is answered for a scooter that was deleted', async () => {
    const { id, scooter } = await pastRide()
    await admin.call(deleteScooter, { params: { id: scooter.id } })
    expect(await ridersAt(scooter.id, NINE)).toEqual([id])
  })
})

describe('the question', () => {
  test('is in the activity log before its answer, also without a ride', async () => {
    const { id } = await insertScooter((await insertProperty()).id)
    await ask(id, NINE)
    const entries = (await admin.call(listActivity, { query: {} })).filter(({ subject }) => subject === id)
    expect(entries).toMatchObject([{ action: 'who_rode', detail: whoRodeText.momentText(NINE.toISOString()) }])
  })

  test.each(['', 'yesterday', '2026-13-01T10:00', '-000001-01-01T00:00:00Z', '+275760-09-14T00:00:00Z'])(
    'is refused for the time %j, and leaves no entry',
    async at => {
      const { id } = await insertScooter((await insertProperty()).id)
      expect(await admin.refusal(whoRode, { params: { id }, query: { at } })).toMatchObject({
        detail: [{ msg: whoRodeText.invalidTime }],
        status: 422
      })
      expect(await sql('SELECT id FROM audits WHERE subject = ?', id)).toEqual([])
    }
  )

  test('is refused for a time ahead, an unknown scooter, a rider and a caretaker', async () => {
    const { rider, scooter } = await pastRide()
    const ahead = { at: new Date(Date.now() + HOUR_MS).toISOString() }
    expect(await admin.refusal(whoRode, { params: { id: scooter.id }, query: ahead })).toMatchObject({ status: 422 })
    const query = { at: NINE.toISOString() }
    const unknown = await admin.refusal(whoRode, { params: { id: "x' OR 1" }, query })
    expect(unknown).toMatchObject({ detail: bookingText.scooterNotFound, status: 404 })
    const caretaker = await staffOf('caretaker', { id: rider.property_id })
    for (const { token } of [rider, caretaker])
      expect((await send(whoRode, { params: { id: scooter.id }, query }, token)).status).toBe(403)
    expect(await sql("SELECT id FROM audits WHERE action = 'who_rode' AND subject = ?", scooter.id)).toEqual([])
  })

  test('of a manager is about own scooters, and names no rider of another property', async () => {
    const { id, rider, scooter } = await pastRide()
    const here = await insertProperty()
    const manager = await staffOf('manager', here)
    const input = { params: { id: scooter.id }, query: { at: NINE.toISOString() } }
    expect(await manager.refusal(whoRode, input)).toMatchObject({ detail: bookingText.scooterNotFound, status: 404 })
    await sql('UPDATE scooters SET property_id = ? WHERE id = ?', here.id, scooter.id)
    const answer = await ask(scooter.id, NINE, manager as typeof admin)
    expect(answer.rides).toMatchObject([{ id, rider: 'elsewhere', user_name: null, user_phone: null }])
    expect(JSON.stringify(answer)).not.toContain(rider.email)
  })
})
