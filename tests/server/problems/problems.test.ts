import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { getBooking, listMyBookings } from '#contract/bookings/my-bookings.ts'
import { listPropertyScooters } from '#contract/catalogue/catalogue.ts'
import { addProblem, listProblems, updateProblem } from '#contract/problems/problems.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { deleteRider } from '#contract/riders/admin-riders.ts'
import { getToday } from '#contract/staff/today.ts'
import { getReturnPhoto, uploadReturnPhoto } from '#contract/uploads/uploads.ts'
import { RETURN_PHOTO_RETENTION_DAYS } from '#domain/constants.ts'
import { PROBLEMS_PER_HOUR } from '#domain/request-limits.ts'
import { dayAndTimeText } from '#domain/time/time-texts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/time-units.ts'
import * as activityText from '#messages/admin/activity.ts'
import * as bookingText from '#messages/booking/booking.ts'
import * as problemsText from '#messages/problems.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { exhaustThrottles, passThrottleHour } from '#tests/helpers/data/stored-state.ts'
import { app, bucket, send, sql, startApp } from '#tests/helpers/servers/app.ts'
import { staffOf } from '#tests/server/staff/property-of-two.ts'

// What riders report about the scooter of a ride, and what the staff make of it.

startApp()

const admin = setUpAdmin()

let count = 0
const newId = () => (++count).toString(16).padStart(32, '0')

type Rider = Awaited<ReturnType<typeof signedInRider>>
type Scooter = Awaited<ReturnType<typeof insertScooter>>

/** A rider's paid ride. The times are minutes from now. */
async function rideAt(
  from: number,
  to: number,
  { rider: known, scooter: own }: { rider?: Rider; scooter?: Scooter } = {}
) {
  const rider = known ?? (await signedInRider())
  const scooter = own ?? (await insertScooter(rider.property_id))
  const [start, end] = [from, to].map(minutes => new Date(Date.now() + minutes * MINUTE_MS)) as [Date, Date]
  const { id } = await insertBooking({ end, scooter_id: scooter.id, start, user_id: rider.id })
  return { id, rider, scooter }
}

type Ride = Awaited<ReturnType<typeof rideAt>>

const underWay = (options?: Parameters<typeof rideAt>[2]) => rideAt(-10, 60, options)

const inputOf = ({ id }: Ride, body: object = {}) => ({
  body: { id: newId(), kind: 'pin' as const, ...body },
  params: { id }
})
const report = (ride: Ride, body?: object) => ride.rider.call(reportProblem, inputOf(ride, body))
const refused = (ride: Ride, body?: object) => ride.rider.refusal(reportProblem, inputOf(ride, body))

const problemOf = async (id: string) =>
  (await sql<Record<string, unknown>>('SELECT * FROM problems WHERE id = ?', id))[0]
describe('a report', () => {
  test.each(['damaged', 'other'])('of %s asks whether the scooter can be ridden', async kind => {
    expect(await refused(await underWay(), { kind })).toMatchObject({
      detail: [{ loc: ['body', 'is_rideable'], msg: problemsText.canYouRide }],
      status: 422
    })
  })

  test('cannot say that a scooter with a dead PIN can be ridden', async () => {
    const { id } = await report(await underWay(), { is_rideable: true })
    expect(await problemOf(id)).toMatchObject({ is_rideable: 0 })
  })

  test('is possible from 30 minutes before the start until the end, or the return', async () => {
    await report(await rideAt(29, 90))
    expect(await refused(await rideAt(31, 90))).toMatchObject({ detail: problemsText.tooEarly, status: 400 })
    expect(await refused(await rideAt(-60, -1))).toMatchObject({ detail: problemsText.rideOver, status: 400 })
    const returned = await underWay()
    await sql('UPDATE bookings SET returned_at = unixepoch() WHERE id = ?', returned.id)
    expect(await refused(returned)).toMatchObject({ detail: problemsText.rideOver })
    const cancelled = await underWay()
    await sql("UPDATE bookings SET state = 'cancelled' WHERE id = ?", cancelled.id)
    expect(await refused(cancelled)).toMatchObject({ detail: problemsText.rideOver })
  })

  test('of a ride of another rider is not found, and an id of another report is not taken', async () => {
    const ride = await underWay()
    const stranger = await underWay()
    expect(await refused({ ...ride, rider: stranger.rider })).toMatchObject({
      detail: bookingText.bookingNotFound,
      status: 404
    })
    const { id } = await report(ride)
    expect(await refused(stranger, { id })).toMatchObject({ detail: bookingText.rideChanged, status: 409 })
    expect(await problemOf(id)).toMatchObject({ user_id: ride.rider.id })
  })

  test(`is possible ${PROBLEMS_PER_HOUR} times an hour; a repeated one is not counted`, async () => {
    const ride = await underWay()
    const { id } = await report(ride)
    await exhaustThrottles(PROBLEMS_PER_HOUR)
    expect(await refused(ride, { kind: 'not_here' })).toMatchObject({ status: 429 })
    expect(await report(ride)).toEqual({ id })
    await passThrottleHour()
    await report(ride, { kind: 'not_here' })
  })
})

describe('the photo of a report', () => {
  const upload = async ({ rider }: Ride) =>
    (await rider.call(uploadReturnPhoto, { body: { file: pictures.jpeg() } })).id
  const view = (id: string, token: string) => send(getReturnPhoto, { params: { id } }, token)

  test('is read by its rider and the staff of the property, and kept for a while', async () => {
    const ride = await underWay()
    const photo = await upload(ride)
    const { id } = await report(ride, { photo_id: photo })
    const here = await staffOf('caretaker', { id: ride.rider.property_id })
    const elsewhere = await staffOf('caretaker', await insertProperty())
    const other = await signedInRider({ property_id: ride.rider.property_id })
    const replies = await Promise.all([ride.rider, here, elsewhere, other].map(({ token }) => view(photo, token)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    const days = (count: number) => new Date(Math.ceil((Date.now() + count * DAY_MS) / HOUR_MS) * HOUR_MS)
    await app.runMinute(days(2))
    expect(await problemOf(id)).toMatchObject({ photo_id: photo })
    await app.runMinute(days(RETURN_PHOTO_RETENTION_DAYS + 1))
    expect(await problemOf(id)).toMatchObject({ photo_id: null })
  })
})

describe('the staff', () => {
  test('read the problems of their properties, with what is known of the rider and the rides inside', async () => {
    const ride = await underWay()
    const { id } = await report(ride, { words: 'Dark' })
    await rideAt(70, 130, {
      rider: await signedInRider({ property_id: ride.rider.property_id }),
      scooter: ride.scooter
    })
    const caretaker = await staffOf('caretaker', { id: ride.rider.property_id })
    const [row, ...others] = await caretaker.call(listProblems, { query: { state: 'open' } })
    expect(others).toEqual([])
    expect(row).toMatchObject({ id, rides_inside: 1, user_name: ride.rider.name, user_reports: 1, words: 'Dark' })
    expect(JSON.stringify(row)).not.toContain(ride.scooter.otp_pin)
    expect((await caretaker.call(getToday, {})).problems).toEqual([row])
    const elsewhere = await staffOf('caretaker', await insertProperty())
    expect(await elsewhere.call(listProblems, {})).toEqual([])
    expect(await elsewhere.refusal(updateProblem, { body: { state: 'fixed' }, params: { id } })).toMatchObject({
      detail: problemsText.problemNotFound,
      status: 404
    })
    const query = { page: '1', per_page: '1', property_id: ride.rider.property_id } as const
    await report(ride, { kind: 'not_here' })
    expect(await admin.call(listProblems, { query })).toMatchObject([{ kind: 'not_here', user_reports: 2 }])
    expect(await admin.call(listProblems, { query: { ...query, page: '2' } })).toMatchObject([{ id }])
  })

  test('mark it as known, with what riders read; or fixed, and the scooter in service', async () => {
    const ride = await underWay()
    const { id } = await report(ride, { is_rideable: true, kind: 'damaged' })
    const params = { id }
    const caretaker = await staffOf('caretaker', { id: ride.rider.property_id })
    expect(await caretaker.refusal(updateProblem, { body: { note: ' ', state: 'known' }, params })).toMatchObject({
      detail: [{ loc: ['body', 'note'], msg: problemsText.noteMissing }],
      status: 422
    })
    const known = { note: 'left mirror scratched', scooter_status: 'Maintenance', state: 'known' } as const
    expect(await caretaker.call(updateProblem, { body: known, params })).toMatchObject({
      note: known.note,
      scooter_status: 'Maintenance',
      state: 'known'
    })
    const damage = { known_damage: known.note }
    expect(await ride.rider.call(listMyBookings, {})).toMatchObject([damage])
    expect(await ride.rider.call(getBooking, { params: { id: ride.id } })).toMatchObject(damage)
    const { property_id } = ride.rider
    expect(await ride.rider.call(listPropertyScooters, { params: { property_id } })).toMatchObject([damage])
    const fixed = { scooter_status: 'Available', state: 'fixed' } as const
    expect(await caretaker.call(updateProblem, { body: fixed, params })).toMatchObject({ note: known.note, ...fixed })
    expect((await ride.rider.call(listMyBookings, {}))[0]?.known_damage).toBeNull()
    const [entry] = await admin.call(listActivity, { query: { page: '1' } })
    expect(entry).toMatchObject({ action: 'update_problem', detail: 'fixed · Available', subject: ride.scooter.id })
    expect(await admin.refusal(updateProblem, { body: fixed, params: { id: newId() } })).toMatchObject({ status: 404 })
  })

  test('mark it as fixed without a network, and the log has the time of the press, unless that is before the report', async () => {
    const ride = await underWay()
    const [one, other] = [await report(ride), await report(ride, { kind: 'not_here' })]
    await sql('UPDATE problems SET created_at = created_at - 3600 WHERE id = ?', one.id)
    const pressed = new Date(Date.now() - 30 * MINUTE_MS)
    const body = { pressed_at: pressed.toISOString(), state: 'fixed' } as const
    for (const { id } of [one, one, other])
      expect(await admin.call(updateProblem, { body, params: { id } })).toMatchObject({ state: 'fixed' })
    const details = await sql<{ detail: string }>(
      "SELECT detail FROM audits WHERE action = 'update_problem' AND subject = ? ORDER BY rowid",
      ride.scooter.id
    )
    const time = activityText.pressedText(dayAndTimeText(pressed, new Date()))
    expect(details.map(({ detail }) => detail)).toEqual([`fixed · ${time}`, 'fixed'])
  })

  test('note a damage once, at a property of their own; several are told together', async () => {
    const ride = await underWay()
    const body = { id: newId(), note: 'left mirror scratched', scooter_id: ride.scooter.id }
    const manager = await staffOf('manager', { id: ride.rider.property_id })
    const { problem } = await manager.call(addProblem, { body })
    expect(problem).toMatchObject({ kind: 'damaged', note: body.note, state: 'known', user_name: null })
    expect(await manager.call(addProblem, { body })).toEqual({ hits: [], problem })
    await manager.call(addProblem, { body: { ...body, id: newId(), note: 'seat torn' } })
    expect(await ride.rider.call(listMyBookings, {})).toMatchObject([
      { known_damage: 'left mirror scratched, seat torn' }
    ])
    const elsewhere = await staffOf('manager', await insertProperty())
    expect(await elsewhere.refusal(addProblem, { body: { ...body, id: newId() } })).toMatchObject({ status: 404 })
    const caretaker = await staffOf('caretaker', { id: ride.rider.property_id })
    expect(await caretaker.refusal(addProblem, { body })).toMatchObject({ status: 403 })
  })

  test('are mailed about a scooter that cannot be ridden, while that is so', async () => {
    const mailsOf = (account: string) =>
      sql<{ body: string; state: string; subject: string }>(
        "SELECT state, subject, body FROM outbox WHERE admin_id = ? AND kind = 'problem' ORDER BY created_at",
        account
      )
    const ride = await underWay()
    const caretaker = await staffOf('caretaker', { id: ride.rider.property_id })
    const elsewhere = await staffOf('caretaker', await insertProperty())
    await report(ride, { is_rideable: true, kind: 'damaged' })
    expect(await mailsOf(caretaker.id)).toEqual([])
    await report(ride)
    const { id } = await report(ride, { kind: 'not_here' })
    await admin.call(updateProblem, { body: { state: 'fixed' }, params: { id } })
    await app.runMinute()
    const mails = await mailsOf(caretaker.id)
    expect(mails.map(({ state }) => state).sort()).toEqual(['dropped', 'sent'])
    expect(mails.find(({ state }) => state === 'sent')?.subject).toBe(`${ride.scooter.name}: the PIN doesn't work`)
    expect(await mailsOf(elsewhere.id)).toEqual([])
  })
})

test('a deleted rider leaves the problem without words, photo and name', async () => {
  const ride = await underWay()
  const { id: photo_id } = await ride.rider.call(uploadReturnPhoto, { body: { file: pictures.jpeg() } })
  const { id } = await report(ride, { photo_id, words: 'My seat' })
  await sql('UPDATE bookings SET start_at = start_at - 90000, end_at = end_at - 90000 WHERE id = ?', ride.id)
  const [stored] = await sql<{ path: string }>('SELECT path FROM uploads WHERE id = ?', photo_id)
  await admin.call(deleteRider, { params: { id: ride.rider.id } })
  expect(await problemOf(id)).toMatchObject({ photo_id: null, state: 'open', user_id: null, words: null })
  expect(await bucket.has(stored?.path ?? '')).toBe(false)
  const rows = await admin.call(listProblems, { query: { property_id: ride.rider.property_id } })
  expect(JSON.stringify(rows)).not.toContain(ride.rider.name)
})
