import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { signIn } from '#contract/auth/sign-in.ts'
import { signUp } from '#contract/auth/sign-up.ts'
import {
  cancelBookingAsAdmin,
  listAllBookings,
  moveRideAsAdmin,
  returnRideAsAdmin
} from '#contract/bookings/admin-bookings.ts'
import { payCompensation, refundBooking } from '#contract/bookings/booking-payments.ts'
import { createHourlyBooking } from '#contract/bookings/create-booking.ts'
import { paySandboxOrder, recordPaymentFailure } from '#contract/payments/orders.ts'
import { closeRefund } from '#contract/payments/refunds.ts'
import { updateProblem } from '#contract/problems/problems.ts'
import { reportProblem } from '#contract/problems/report-problem.ts'
import { addRiderNote, decideLicence } from '#contract/review/review.ts'
import { deleteRider, listRiders, updateRiderPhoto } from '#contract/riders/admin-riders.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as ridersText from '#messages/admin/riders.ts'
import { brokenInvariants } from '#server/monitoring/invariants.ts'
import { newcomer, setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { everyRow, plantMarked } from '#tests/helpers/data/planted-rider.ts'
import { daysAhead, insertBooking, insertRefund, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { setSettling } from '#tests/helpers/data/stored-state.ts'
import { app, bucket, callAs, database, send, sql, startApp } from '#tests/helpers/servers/app.ts'

// A rider asks for the deletion of the account.

startApp()

const admin = setUpAdmin()

const PERSON = {
  date_of_birth: '1991-02-03',
  email: 'papaya.seller@orchard.test',
  name: 'Papaya Seller',
  password: 'Jackfruit#77',
  phone: '+91 99887 76655'
}

/** What the log keeps of the decisions about the licence. */
const licenceEntries = async (rider: string) =>
  (
    await sql<{ detail: string | null }>(
      "SELECT detail FROM audits WHERE subject = ? AND action IN ('reject_license', 'approve_license') ORDER BY rowid",
      rider
    )
  ).map(({ detail }) => detail)

async function signedUp() {
  const body = await newcomer(PERSON)
  const { license_photo_url: url, property_id } = body
  const { access_token } = await callAs(undefined, signUp, { body })
  const [{ id } = { id: '' }] = await sql<{ id: string }>('SELECT id FROM users WHERE email = ?', PERSON.email)
  return { id, licence: url.split('/').at(-1) ?? '', property_id, token: access_token }
}

const remove = (id: string) => admin.call(deleteRider, { params: { id } })
const refusalOf = (id: string) => admin.refusal(deleteRider, { params: { id } })

const hoursAway = (hours: number) => new Date(Date.now() + hours * 3_600_000)

async function aRide(rider: { id: string; property_id: string }, from: number, state?: 'held') {
  const { id: scooter_id } = await insertScooter(rider.property_id)
  const row = { end: hoursAway(from + 1), scooter_id, start: hoursAway(from), user_id: rider.id }
  return insertBooking(state ? { ...row, state } : row)
}

describe('deleting a rider', () => {
  test('removes all personal data and the photo, and keeps the bookings of a deleted rider', async () => {
    const rider = await signedUp()
    await aRide(rider, -48)
    expect(await sql('SELECT word FROM rider_words WHERE user_id = ?', rider.id)).toContainEqual({ word: 'papaya' })
    const { id: scooter_id } = await insertScooter(rider.property_id)
    const { session_id } = await callAs(rider.token, createHourlyBooking, {
      body: {
        duration_hours: 1,
        note_to_staff: 'Papaya delivery, please leave the box on',
        scooter_id,
        start_time: daysAhead(2, '10:00')
      }
    })
    const error_description = `Card of ${PERSON.name} declined`
    await callAs(rider.token, recordPaymentFailure, { body: { error_description, session_id } })
    const { profile_image_url } =
      (await admin.call(updateRiderPhoto, { body: { image: pictures.png() }, params: { id: rider.id } })) ?? {}
    expect(await bucket.list('licenses/')).toHaveLength(1)
    const note = { id: 'a'.repeat(32), kind: 'note', text: 'The papaya seller has a helmet of ours' } as const
    await admin.call(addRiderNote, { body: note, params: { id: rider.id } })
    const review =
      "license_status = 'rejected', license_reason = 'not_yours', license_waits_since = 1, suspended_at = 1, license_valid_until = 1"
    await sql(`UPDATE users SET ${review} WHERE id = ?`, rider.id)

    expect(await remove(rider.id)).toEqual({ message: ridersText.riderDeleted })

    expect(JSON.stringify(await everyRow())).not.toMatch(/papaya|99887 ?76655|1991-02-03/i)
    expect(
      await sql(
        `SELECT license_status, license_reason, license_waits_since, suspended_at, license_valid_until
           FROM users WHERE id = ?`,
        rider.id
      )
    ).toEqual([
      {
        license_reason: null,
        license_status: 'unreviewed',
        license_valid_until: null,
        license_waits_since: null,
        suspended_at: null
      }
    ])
    expect([await bucket.list('licenses/'), await bucket.list('images/')]).toEqual([[], []])
    expect((await send(getLicence, { params: { id: rider.licence } }, admin.token)).status).toBe(404)
    expect((await app.fetch(profile_image_url ?? '')).status).toBe(404)
    expect(await sql("SELECT status, reason FROM payments WHERE status <> 'captured'")).toEqual([
      { reason: null, status: 'failed' }
    ])
    expect(await admin.call(listAllBookings, { query: { user_id: rider.id } })).toMatchObject([
      { payment_status: 'Cancelled', user_name: ridersText.deletedRider },
      { payment_status: 'Completed', user_name: ridersText.deletedRider }
    ])
  })

  test('removes what admins wrote about the rider everywhere, and keeps the amounts', async () => {
    const rider = await signedInRider()
    const [back, refunded, cancelled, moved] = [
      await aRide(rider, -0.5),
      await aRide(rider, -48),
      await aRide(rider, 5),
      await aRide(rider, 10)
    ]
    const free = await insertScooter(rider.property_id)
    const words = 'Lent it to a cousin'
    const problem = {
      body: { id: 'c'.repeat(32), kind: 'damaged', is_rideable: true },
      params: { id: back.id }
    } as const
    const { id: problemId } = await rider.call(reportProblem, problem)
    await admin.call(updateProblem, { body: { note: words, state: 'fixed' }, params: { id: problemId } })
    await admin.call(returnRideAsAdmin, { body: { reason: words }, params: { id: back.id } })
    await admin.call(refundBooking, { body: { amount: 10, reason: words }, params: { id: refunded.id } })
    const [ride] = await sql<{ scooter_id: string }>('SELECT scooter_id FROM bookings WHERE id = ?', moved.id)
    const move = { from_scooter_id: ride?.scooter_id ?? '', reason: words, scooter_id: free.id }
    await admin.call(moveRideAsAdmin, { body: move, params: { id: moved.id } })
    for (const { id } of [cancelled, moved])
      await admin.call(cancelBookingAsAdmin, { body: { amount: 50, reason: words }, params: { id } })
    await sql('INSERT INTO compensations (booking_id, paise, created_at) VALUES (?, 700, 0)', cancelled.id)
    await admin.call(payCompensation, { body: { amount: 7, note: words }, params: { id: cancelled.id } })
    await sql("UPDATE refunds SET status = 'review' WHERE booking_id = ?", moved.id)
    const [refund] = await sql<{ id: string }>('SELECT id FROM refunds WHERE booking_id = ?', moved.id)
    await admin.call(closeRefund, { body: { amount: 50, note: words }, params: { id: refund?.id ?? '' } })
    await sql("UPDATE refunds SET status = 'processed'")
    const params = { id: rider.id }
    const rejection = { decision: 'reject', reason: 'unreadable', refund: 0, revision: 0 } as const
    await admin.call(decideLicence, { body: rejection, params })
    const approval = { decision: 'approve', expires_on: '2031-12-30', refund: 0, revision: 1 } as const
    await admin.call(decideLicence, { body: approval, params })
    expect(await licenceEntries(rider.id)).toEqual(['unreadable', '2031-12-30'])
    const stored = async () => JSON.stringify(await everyRow())
    expect((await stored()).split(words).length).toBeGreaterThan(12)

    await remove(rider.id)

    expect(await stored()).not.toContain(words)
    expect(await licenceEntries(rider.id)).toEqual([null, null])
    const entries = await sql<{ detail: string | null }>(
      "SELECT action, detail FROM audits WHERE subject IN (?, ?) AND action <> 'cancel_booking' ORDER BY rowid",
      refunded.id,
      cancelled.id
    )
    expect(entries).toEqual([
      { action: 'refund_booking', detail: '₹10' },
      { action: 'pay_compensation', detail: '₹7' }
    ])
    expect(await sql('SELECT state, note FROM problems WHERE id = ?', problemId)).toEqual([
      { note: null, state: 'fixed' }
    ])
    expect(await sql("SELECT detail FROM audits WHERE action = 'update_problem'")).toEqual([{ detail: 'fixed' }])
  })

  test('leaves nothing of what stands in the marked columns, in any table', async () => {
    const rider = await signedInRider()
    const { id: booking_id } = await aRide(rider, -48)
    const planted = Object.values(await plantMarked(rider.id, booking_id))
    const found = async () => {
      const stored = JSON.stringify(await everyRow())
      return planted.filter(value => stored.includes(String(value)))
    }
    expect(await found()).toEqual(planted)

    await remove(rider.id)

    expect(await found()).toEqual([])
    expect(await sql('SELECT property_id FROM users WHERE id = ?', rider.id)).toEqual([{ property_id: null }])
    expect(await sql("SELECT user_id FROM problems WHERE id = 'made'")).toEqual([{ user_id: null }])
  })

  test('ends the sessions, frees the email and removes the rider from the list, once', async () => {
    const rider = await signedUp()
    await remove(rider.id)
    expect((await send(getProfile, {}, rider.token)).status).toBe(401)
    const again = { body: { email: PERSON.email, password: PERSON.password } }
    expect((await send(signIn, again)).status).toBe(401)
    expect((await admin.call(listRiders, { query: {} })).map(({ id }) => id)).not.toContain(rider.id)
    expect(await refusalOf(rider.id)).toMatchObject({ detail: ridersText.riderNotFound, status: 404 })
    expect(await refusalOf('nobody')).toMatchObject({ detail: ridersText.riderNotFound, status: 404 })
    const written = (await admin.call(listActivity, { query: {} })).filter(({ subject }) => subject === rider.id)
    expect(written).toMatchObject([
      { action: 'delete_rider', admin_email: admin.email, detail: null, subject_name: ridersText.deletedRider }
    ])
    const next = await signedUp()
    await remove(next.id)
  })

  test.each([
    ['ahead', 2],
    ['under way', -0.5]
  ])('is rejected while a paid ride is %s, and changes nothing', async (_, from) => {
    const rider = await signedInRider()
    await aRide(rider, from)
    expect(await refusalOf(rider.id)).toMatchObject({ detail: formsText.openRidesText(1), status: 409 })
    expect(await admin.call(listRiders, { query: { q: rider.email } })).toMatchObject([{ rides_ahead: 1 }])
    expect(await rider.call(getProfile)).toMatchObject({ email: rider.email, name: rider.name })
  })

  test('is rejected while a payment or a refund is pending, or something is owed', async () => {
    const rider = await signedInRider()
    const { id } = await aRide(rider, -48)
    const payment_id = await insertRefund({ booking_id: id, status: 'review' })
    expect(await refusalOf(rider.id)).toMatchObject({ detail: ridersText.riderHasPendingRefund, status: 409 })
    await sql("UPDATE refunds SET status = 'processed' WHERE payment_id = ?", payment_id)
    const held = await aRide(rider, 20, 'held')
    await setSettling(held.id, true)
    expect(await refusalOf(rider.id)).toMatchObject({ detail: ridersText.riderHasPendingRefund, status: 409 })
    await setSettling(held.id, false)
    await sql('INSERT INTO compensations (booking_id, paise, created_at) VALUES (?, 100, 0)', id)
    expect(await refusalOf(rider.id)).toMatchObject({ detail: ridersText.riderHasPendingRefund, status: 409 })
    await sql('UPDATE compensations SET paid_at = 1')
    await remove(rider.id)
  })

  test('frees the holds; a later payment for them is refunded', async () => {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id)
    const order = await rider.call(createHourlyBooking, {
      body: { duration_hours: 1, scooter_id: scooter.id, start_time: daysAhead(2, '10:00') }
    })
    const since = { since: hoursAway(24) }
    await rider.call(paySandboxOrder, { body: { outcome: 'success' }, params: { order_id: order.razorpay_order_id } })
    await remove(rider.id)
    expect(await sql('SELECT state FROM bookings WHERE id = ?', order.session_id)).toEqual([{ state: 'cancelled' }])
    expect(await sql('SELECT 1 FROM slot_claims WHERE booking_id = ?', order.session_id)).toEqual([])
    await app.runMinute(hoursAway(1))
    expect(await sql('SELECT status FROM refunds WHERE booking_id = ?', order.session_id)).toEqual([
      { status: 'processed' }
    ])
    expect(await brokenInvariants(database(), app.lastRun(), since)).toEqual([])
  })

  test('tells the admin if the licence photo is stored elsewhere', async () => {
    const rider = await signedInRider()
    await sql("UPDATE users SET license_photo_url = 'https://cloud.test/licence' WHERE id = ?", rider.id)
    expect(await remove(rider.id)).toEqual({ message: ridersText.riderDeletedButCloud })
  })
})

describe('a rider who has not booked for three years', () => {
  const THREE_YEARS_HOURS = 3 * 365 * 24
  const HOUR = new Date('2026-03-01T20:00:00Z')
  const hoursBefore = (hours: number) => new Date(HOUR.getTime() - hours * 3_600_000)

  async function signedUpAt(at: Date) {
    const rider = await signedInRider()
    await sql('UPDATE users SET created_at = ? WHERE id = ?', at.getTime() / 1000, rider.id)
    return rider
  }

  async function aRideAt(rider: { id: string; property_id: string }, start: Date) {
    const { id: scooter_id } = await insertScooter(rider.property_id)
    const end = new Date(start.getTime() + 3_600_000)
    return insertBooking({ end, scooter_id, start, user_id: rider.id })
  }

  const exists = async ({ id }: { id: string }) =>
    (await sql<{ deleted_at: number | null }>('SELECT deleted_at FROM users WHERE id = ?', id))[0]?.deleted_at === null

  test('is deleted in the next hour, with the licence; a newer rider or one with a later ride is not', async () => {
    const long_ago = hoursBefore(THREE_YEARS_HOURS + 2000)
    const [idle, newer, rode_since, rode_before] = [
      await signedUpAt(long_ago),
      await signedUpAt(hoursBefore(THREE_YEARS_HOURS - 1)),
      await signedUpAt(long_ago),
      await signedUpAt(long_ago)
    ]
    await aRideAt(rode_since, hoursBefore(THREE_YEARS_HOURS - 1))
    await aRideAt(rode_before, hoursBefore(THREE_YEARS_HOURS + 1))
    await app.runMinute(new Date(HOUR.getTime() - 60_000))
    expect(await exists(idle)).toBe(true)
    await app.runMinute(HOUR)
    const remaining = await Promise.all([idle, newer, rode_since, rode_before].map(exists))
    expect(remaining).toEqual([false, true, true, false])
    expect((await send(getProfile, {}, idle.token)).status).toBe(401)
  })

  test('is deleted although twenty others wait for money', async () => {
    const long_ago = hoursBefore(THREE_YEARS_HOURS + 2000)
    for (let count = 0; count < 20; count++) {
      const { id } = await aRideAt(await signedUpAt(long_ago), long_ago)
      if (count % 2) await insertRefund({ booking_id: id, status: 'review' })
      else await sql('INSERT INTO compensations (booking_id, paise, created_at) VALUES (?, 100, 0)', id)
    }
    const idle = await signedUpAt(long_ago)
    await app.runMinute(new Date(HOUR.getTime() + HOUR_MS))
    expect(await exists(idle)).toBe(false)
  })
})
