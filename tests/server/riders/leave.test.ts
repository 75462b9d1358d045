import { describe, expect, test } from 'vitest'
import { askForDeletion, requestPasswordReset, resetPassword } from '#contract/auth/passwords.ts'
import { signIn } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { getRiderFile } from '#contract/review/review.ts'
import { listRiders } from '#contract/riders/admin-riders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { KEPT_AFTER_RIDE_DAYS } from '#domain/constants.ts'
import { SIGN_IN_FAILURES_ALLOWED } from '#domain/request-limits.ts'
import { addDays, addMinutes, dayOf, instantAt, plainDateText } from '#domain/time/india-time.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as accountText from '#messages/account/account.ts'
import * as bookingBlocksText from '#messages/booking/booking-blocks.ts'
import { newcomer, PASSWORD, setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { everyRow } from '#tests/helpers/data/planted-rider.ts'
import { daysAhead, insertBooking, insertRefund, insertScooter } from '#tests/helpers/data/rows.ts'
import { app, bucket, callAs, send, sql, startApp, toRequestInit } from '#tests/helpers/servers/app.ts'

// A rider asks for the deletion of the account.

startApp(() => ({ THROTTLE_TIMES: '1' }))

const admin = setUpAdmin()

type Rider = Awaited<ReturnType<typeof signedInRider>>

const ask = (rider: Pick<Rider, 'call'>, password = PASSWORD) => rider.call(askForDeletion, { body: { password } })
const refusalOf = (rider: Pick<Rider, 'refusal'>, password = PASSWORD) =>
  rider.refusal(askForDeletion, { body: { password } })
const signInAs = ({ email }: { email: string }, password = PASSWORD) =>
  callAs(undefined, signIn, { body: { email, password } })

const hoursAway = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

async function aRide(rider: { id: string; property_id: string }, end: Date) {
  const { id: scooter_id } = await insertScooter(rider.property_id)
  const start = new Date(end.getTime() - HOUR_MS)
  const ride = await insertBooking({ end, scooter_id, start, user_id: rider.id })
  if (end < new Date()) await sql('UPDATE bookings SET returned_at = end_at WHERE id = ?', ride.id)
  return ride
}

const leavingOf = async ({ id }: { id: string }) =>
  (await sql<{ deletion_asked_at: number | null }>('SELECT deletion_asked_at FROM users WHERE id = ?', id))[0]
    ?.deletion_asked_at !== null
const isDeleted = async ({ id }: { id: string }) =>
  (await sql('SELECT 1 FROM users WHERE id = ? AND deleted_at IS NOT NULL', id)).length > 0

/** Runs the hourly jobs, whenever they ran last, and then what the next minute does. */
async function runHour(at: Date) {
  await sql("UPDATE runs SET ended_at = 0 WHERE job = 'hourly'")
  for (const minutes of [0, 1]) await app.runMinute(addMinutes(at, minutes))
}

/** In the first hour of a day. */
const runOn = (day: string) => runHour(instantAt(day, '00:30'))

describe('a rider who leaves', () => {
  test('is deleted on the day that the answer names, and reads it as the portal does', async () => {
    const rider = await signedInRider()
    const { end_time } = { end_time: hoursAway(-30) }
    await aRide(rider, end_time)
    const day = addDays(dayOf(end_time), KEPT_AFTER_RIDE_DAYS + 1)
    expect(await ask(rider)).toEqual({
      deleted_on: day,
      message: `Your account will be deleted on ${plainDateText(day)}.`
    })
    const params = { id: rider.id }
    expect(await admin.call(getRiderFile, { params })).toMatchObject({ leaves_on: day })
    expect(await admin.call(listRiders, { query: { q: rider.email } })).toMatchObject([{ leaves_on: day }])
    await runOn(addDays(day, -1))
    expect(await isDeleted(rider)).toBe(false)
    await runOn(day)
    expect(await isDeleted(rider)).toBe(true)
  })

  test('leaves no text in a table, a picture or the log', async () => {
    const person = {
      date_of_birth: '1991-02-03',
      email: 'guava.seller@orchard.test',
      name: 'Guava Seller',
      password: 'Jackfruit#77',
      phone: '+91 99887 76644'
    }
    const body = await newcomer(person)
    const { license_photo_url: url, property_id } = body
    const { access_token } = await callAs(undefined, signUp, { body })
    const [{ id } = { id: '' }] = await sql<{ id: string }>('SELECT id FROM users WHERE email = ?', person.email)
    const ride = await aRide({ id, property_id }, hoursAway(0.5))
    const words = { body: { id: 'd'.repeat(32), is_rideable: true, kind: 'damaged', words: 'Guava juice on the seat' } }
    await callAs(access_token, reportProblem, { ...words, params: { id: ride.id } } as never)
    const { id: scooter_id } = await insertScooter(property_id)
    const start_time = daysAhead(2, '10:00')
    await callAs(access_token, createHourlyBooking, {
      body: { duration_hours: 1, note_to_staff: 'For the guavas', scooter_id, start_time }
    })
    await sql("UPDATE bookings SET state = 'released', hold_until = NULL WHERE state = 'held' AND user_id = ?", id)
    await sql(
      'UPDATE bookings SET end_at = end_at - 3600, start_at = start_at - 3600, returned_at = end_at WHERE id = ?',
      ride.id
    )
    const { deleted_on } = await callAs(access_token, askForDeletion, { body: { password: person.password } })
    const stored = async () => JSON.stringify([await everyRow(), await bucket.list('')])
    expect(await stored()).toMatch(/guava/i)

    await runOn(deleted_on ?? '')

    expect(await isDeleted({ id })).toBe(true)
    expect(await stored()).not.toMatch(/guava|99887 ?76644|1991-02-03/i)
    expect(app.logs().join('\n')).not.toMatch(/guava|99887 ?76644/i)
    expect((await send(getLicence, { params: { id: url.split('/').at(-1) ?? '' } }, admin.token)).status).toBe(404)
  })

  test('without a ride is deleted within the hour, twenty before the others', async () => {
    const rider = await signedInRider()
    expect(await ask(rider)).toEqual({ deleted_on: null, message: 'Your account is deleted within the hour.' })
    for (let count = 0; count < 20; count++) {
      const other = await signedInRider({ property_id: rider.property_id })
      await sql('UPDATE users SET deletion_asked_at = 2000000000 WHERE id = ?', other.id)
    }
    await runHour(hoursAway(1))
    expect(await isDeleted(rider)).toBe(true)
    expect(await sql('SELECT 1 FROM users WHERE deletion_asked_at = 2000000000')).toHaveLength(1)
    await runHour(hoursAway(2))
    expect(await sql('SELECT 1 FROM users WHERE deletion_asked_at = 2000000000')).toEqual([])
  })

  test.each<[string, (booking_id: string) => Promise<unknown>]>([
    ['a refund under way', booking_id => insertRefund({ booking_id, status: 'review' })],
    ['a debt', id => sql('INSERT INTO compensations (booking_id, paise, created_at) VALUES (?, 700, 0)', id)],
    [
      'an open dispute',
      id =>
        sql(
          `INSERT INTO disputes (dispute_id, booking_id, payment_id, status, phase, reason, paise, paise_deducted, currency,
                                 created_at, told_at)
           SELECT 'dispute-' || id, id, payment_id, 'open', 'chargeback', 'x', 5000, 0, 'INR', 0, 0 FROM bookings WHERE id = ?`,
          id
        )
    ]
  ])('reads that it happens once the payments are settled: %s', async (_, insert) => {
    const messageAfter = async (ended: Date) => {
      const rider = await signedInRider()
      await insert((await aRide(rider, ended)).id)
      return (await ask(rider)).message
    }
    expect(await messageAfter(hoursAway(-100 * 24))).toBe('Your account will be deleted once all payments are settled.')
    expect(await messageAfter(hoursAway(-30))).toMatch(/^Your .* on \d.*, or later, once all payments are settled\.$/)
  })

  test('has no session any more, on any device, and no link to a password', async () => {
    const rider = await signedInRider()
    const { access_token: elsewhere } = await signInAs(rider)
    await callAs(undefined, requestPasswordReset, { body: { email: rider.email } })
    await ask(rider)
    expect((await send(getProfile, {}, rider.token)).status).toBe(401)
    expect((await send(getProfile, {}, elsewhere)).status).toBe(401)
    expect(await sql('SELECT 1 FROM email_tokens WHERE user_id = ?', rider.id)).toEqual([])
  })

  test('stays by signing in, not by a new password alone', async () => {
    const rider = await signedInRider()
    await ask(rider)
    await callAs(undefined, requestPasswordReset, { body: { email: rider.email } })
    await app.runMinute()
    const [mail] = await sql<{ body: string }>(
      "SELECT body FROM outbox WHERE kind = 'password_reset' AND user_id = ?",
      rider.id
    )
    const [, token = ''] = /#([\w-]+)/.exec(mail?.body ?? '') ?? []
    await callAs(undefined, resetPassword, { body: { password: 'NewRider@456', token } })
    expect(await leavingOf(rider)).toBe(true)
    await signInAs(rider, 'NewRider@456')
    expect(await leavingOf(rider)).toBe(false)
    await runHour(hoursAway(1))
    expect(await isDeleted(rider)).toBe(false)
  })

  test('is not deleted while suspended', async () => {
    const rider = await signedInRider()
    await ask(rider)
    await sql('UPDATE users SET suspended_at = 1 WHERE id = ?', rider.id)
    await runHour(hoursAway(1))
    expect(await isDeleted(rider)).toBe(false)
    expect(await admin.call(getRiderFile, { params: { id: rider.id } })).toMatchObject({ leaves_on: null })
    await sql('UPDATE users SET suspended_at = NULL WHERE id = ?', rider.id)
    await runHour(hoursAway(2))
    expect(await isDeleted(rider)).toBe(true)
  })
})

describe('asking for the deletion is refused', () => {
  test('with a wrong password, which locks the account like a sign-in', async () => {
    const rider = await signedInRider()
    for (let count = 0; count < SIGN_IN_FAILURES_ALLOWED; count++)
      expect(await refusalOf(rider, 'Wrong@123')).toMatchObject({ detail: accountText.wrongCurrent, status: 400 })
    expect(await refusalOf(rider, 'Wrong@123')).toMatchObject({ status: 400 })
    expect(await refusalOf(rider)).toMatchObject({ status: 429 })
    expect(await leavingOf(rider)).toBe(false)
    expect((await send(getProfile, {}, rider.token)).status).toBe(200)
  })

  test('without a password, by an admin, and from another site', async () => {
    const rider = await signedInRider()
    expect(await refusalOf(rider, '')).toMatchObject({ detail: [{ msg: accountText.currentMissing }], status: 422 })
    expect(await admin.refusal(askForDeletion, { body: { password: PASSWORD } })).toMatchObject({ status: 403 })
    const { headers, ...request } = await toRequestInit(askForDeletion, { password: PASSWORD }, rider.token)
    const reply = await app.fetch('/api/profile/delete', {
      ...request,
      headers: { ...headers, origin: 'https://elsewhere.example' }
    })
    expect([reply.status, await leavingOf(rider)]).toEqual([403, false])
  })

  test('while a ride is ahead, held or not returned, and while suspended', async () => {
    const ahead = { detail: 'You have a ride that is not over. Cancel or return it first.', status: 409 }
    const rider = await signedInRider()
    const { id } = await aRide(rider, hoursAway(5))
    expect(await refusalOf(rider)).toMatchObject(ahead)
    await sql('UPDATE bookings SET start_at = 1000000, end_at = 1003600 WHERE id = ?', id)
    expect(await refusalOf(rider)).toMatchObject(ahead)
    await sql('UPDATE bookings SET returned_at = 1003600 WHERE id = ?', id)
    const { id: scooter_id } = await insertScooter(rider.property_id)
    const { session_id } = await rider.call(createHourlyBooking, {
      body: { duration_hours: 1, scooter_id, start_time: daysAhead(2, '10:00') }
    })
    expect(await refusalOf(rider)).toMatchObject(ahead)
    await sql("UPDATE bookings SET state = 'released', hold_until = NULL WHERE id = ?", session_id)
    await sql('UPDATE users SET suspended_at = 1 WHERE id = ?', rider.id)
    expect(await refusalOf(rider)).toMatchObject({ detail: bookingBlocksText.BLOCK_TEXTS.rider_suspended, status: 403 })
    await sql('UPDATE users SET suspended_at = NULL WHERE id = ?', rider.id)
    expect(await ask(rider)).toMatchObject({ deleted_on: null })
  })
})
