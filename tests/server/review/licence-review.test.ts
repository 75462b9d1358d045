import { describe, expect, test } from 'vitest'
import { extendBooking } from '#contract/bookings/manage-ride.ts'
import { decideLicence, getRiderFile, listLicences } from '#contract/review/review.ts'
import { replaceLicence, updateProfile } from '#contract/riders/edit-profile.ts'
import { getProfile } from '#contract/riders/profile.ts'
import * as authText from '#messages/account/auth.ts'
import * as refundsText from '#messages/admin/payments/refunds.ts'
import * as reviewText from '#messages/admin/review.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { dayAhead, sql } from '#tests/helpers/servers/app.ts'
import {
  anotherRider,
  claimsOf,
  deliver,
  eventOf,
  holdScooter,
  paidAtBank,
  paidRide,
  refundsOf,
  reportPayment,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'
import { logOf, messagesTo, needsNoLicence, reviewCalls } from './calls.ts'

setUpPaymentTests()

const admin = setUpAdmin()
const calls = reviewCalls(admin)

describe('a decision about a licence', () => {
  test('is told and logged, and the same again changes nothing', async () => {
    const rider = await anotherRider()
    await calls.needsReview(rider)
    const input = await calls.approve(rider, { expires_on: '2031-03-12' })
    const file = await admin.call(decideLicence, input)
    expect(file).toMatchObject({
      is_license_waiting: false,
      license_expires_on: '2031-03-12',
      license_status: 'approved',
      revision: 1
    })
    expect(await admin.call(decideLicence, input)).toEqual(file)
    expect(await rider.call(getProfile)).toMatchObject({ license_expires_on: '2031-03-12', license_status: 'approved' })
    await calls.needsReview(rider, false)
    await admin.call(decideLicence, await calls.reject(rider, 'unreadable'))
    expect(await rider.call(getProfile)).toMatchObject({ license_reason: 'unreadable', license_status: 'rejected' })
    // An approval is told only if the rider could not book before.
    expect(await messagesTo(rider.id)).toEqual(['license_approved', 'license_rejected'])
    await admin.call(decideLicence, await calls.approve(rider))
    await admin.call(decideLicence, await calls.approve(rider, { expires_on: dayAhead(901) }))
    expect(await messagesTo(rider.id)).toEqual(['license_approved', 'license_rejected', 'license_approved'])
    expect((await logOf(rider.id)).slice(0, 2)).toEqual([
      { action: 'approve_license', detail: '2031-03-12' },
      { action: 'reject_license', detail: 'unreadable' }
    ])
  })

  test('of a second reviewer, or about a photo that has changed, is refused', async () => {
    const rider = await anotherRider()
    const seen = await calls.reject(rider, 'learner')
    await admin.call(decideLicence, await calls.approve(rider))
    const changed = { detail: reviewText.riderChanged, status: 409 }
    expect(await admin.refusal(decideLicence, seen)).toMatchObject(changed)
    const before = await calls.approve(rider, { expires_on: dayAhead(30) })
    await calls.upload(rider)
    expect(await admin.refusal(decideLicence, before)).toMatchObject(changed)
    expect(await calls.file(rider)).toMatchObject({ is_license_waiting: true, license_status: 'approved' })
  })

  test('of a licence that has ended is refused by its date, and a wrong sum changes nothing', async () => {
    const ride = await paidRide(await anotherRider())
    expect(
      await admin.refusal(decideLicence, await calls.approve(ride.rider, { expires_on: dayAhead(-1) }))
    ).toMatchObject({
      detail: [{ loc: ['body', 'expires_on'], msg: reviewText.licenceEnded }],
      status: 422
    })
    expect(await admin.refusal(decideLicence, await calls.reject(ride.rider, 'expired'))).toMatchObject({
      detail: refundsText.amountChanged,
      status: 409
    })
    expect(await calls.file(ride.rider)).toMatchObject({ license_status: 'unreviewed', revision: 0 })
    expect(await storedBooking(ride)).toMatchObject({ state: 'confirmed' })
  })

  test('cancels the rides that it forbids with their extensions, refunds them in full and frees their slots', async () => {
    const rider = await anotherRider()
    const [ride, free] = [await paidRide(rider), await paidRide(rider)]
    await needsNoLicence(free.scooter.id)
    const order = await rider.call(extendBooking, { body: { hours: 1 }, params: { id: ride.id } })
    const extension = { ...ride, id: order.session_id, order }
    await reportPayment(extension, paidAtBank(extension))
    const held = await holdScooter(rider)
    const refund = (await storedBooking(ride)).amount + (await storedBooking(extension)).amount
    expect((await calls.file(rider)).rides).toMatchObject([{ needs_license: true, refund }, { needs_license: false }])
    await admin.call(decideLicence, await calls.reject(rider, 'not_a_license', { refund }))
    for (const row of [ride, extension]) {
      expect(await storedBooking(row)).toMatchObject({ cancelled_by: 'admin', refund_percent: 100, state: 'cancelled' })
      expect(await refundsOf(row)).toMatchObject([{ reason: 'cancelled', status: 'due' }])
    }
    expect([await claimsOf(ride), await claimsOf(extension), await claimsOf(held)]).toEqual([[], [], []])
    expect(await storedBooking(held)).toMatchObject({ state: 'cancelled' })
    expect(await storedBooking(free)).toMatchObject({ state: 'confirmed' })
    expect(await messagesTo(rider.id)).toEqual(['license_rejected', 'cancelled'])
    expect(await logOf(ride.id)).toMatchObject([{ action: 'cancel_booking' }])
    // Money that comes later goes back.
    await deliver(eventOf('payment.captured', paidAtBank(held)))
    expect(await refundsOf(held)).toMatchObject([{ paise: 5000, reason: 'cancelled' }])
  })

  test('of a manager also stops rides at another property, of which the file says no more than the sum', async () => {
    const ride = await paidRide(await anotherRider())
    const { id: property_id } = await insertProperty()
    await sql('UPDATE users SET property_id = ? WHERE id = ?', property_id, ride.rider.id)
    const manager = await signedInAdmin('manager', [property_id])
    const params = { id: ride.rider.id }
    const file = await manager.call(getRiderFile, { params })
    expect(file).toMatchObject({ bookings: 0, rides: [{ is_elsewhere: true, refund: 50 }] })
    expect(JSON.stringify(file)).not.toContain(ride.scooter.id)
    const { body } = await calls.reject(ride.rider, 'learner', { refund: 50 })
    await manager.call(decideLicence, { body, params })
    expect(await storedBooking(ride)).toMatchObject({ state: 'cancelled' })
  })

  test('waits for the decision about a disputed payment', async () => {
    const ride = await paidRide(await anotherRider())
    await sql(
      `INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, paise_deducted, currency,
                             created_at, told_at)
       VALUES ('d-' || ?1, ?1, ?2, 'open', 'chargeback', 'x', 5000, 0, 'INR', 0, 0)`,
      ride.payment_id,
      ride.id
    )
    const input = await calls.reject(ride.rider, 'not_yours', { refund: 50 })
    expect(await admin.refusal(decideLicence, input)).toMatchObject({
      detail: refundsText.paymentDisputed,
      status: 409
    })
    expect(await storedBooking(ride)).toMatchObject({ state: 'confirmed' })
    await sql("UPDATE disputes SET status = 'won' WHERE booking_id = ?", ride.id)
    await admin.call(decideLicence, input)
    expect(await storedBooking(ride)).toMatchObject({ state: 'cancelled' })
  })
})

describe('a rider', () => {
  test('who sends another photo keeps what was decided, and the old photo is released', async () => {
    const rider = await anotherRider()
    await calls.upload(rider)
    const first = (await calls.file(rider)).license_photo_url
    await admin.call(decideLicence, await calls.approve(rider, { expires_on: dayAhead(20) }))
    await calls.upload(rider)
    const file = await calls.file(rider)
    expect(file).toMatchObject({
      is_license_waiting: true,
      license_expires_on: dayAhead(20),
      license_status: 'approved'
    })
    expect(file.license_photo_url).not.toBe(first)
    const photos = await sql<{ claimed: number }>(
      "SELECT claimed_at IS NOT NULL AS claimed FROM uploads WHERE ?1 LIKE '%' || id OR ?2 LIKE '%' || id ORDER BY rowid",
      first,
      file.license_photo_url
    )
    expect(photos).toEqual([{ claimed: 0 }, { claimed: 1 }])
  })

  test('sends no photo of somebody else, none that is unknown, and the same one again to no effect', async () => {
    const [rider, other] = [await anotherRider(), await anotherRider()]
    await calls.upload(rider)
    await calls.upload(other)
    const { license_photo_url: own, revision } = await calls.file(rider)
    const { license_photo_url: taken } = await calls.file(other)
    const send = (photo: string | null | undefined) => ({ body: { license_photo_url: photo ?? '' } })
    const refused = { detail: [{ loc: ['body', 'license_photo_url'], msg: authText.unknownLicence }], status: 422 }
    for (const photo of [taken, `/api/admin/licenses/${'0'.repeat(32)}`, 'https://example.test/1.png', ''])
      expect(await rider.refusal(replaceLicence, send(photo))).toMatchObject(refused)
    expect(await rider.call(replaceLicence, send(own))).toMatchObject({ is_license_waiting: true })
    expect(await calls.file(rider)).toMatchObject({ license_photo_url: own, revision })
    expect(await calls.file(other)).toMatchObject({ license_photo_url: taken })
  })

  test('who is approved and changes the name or date of birth waits again, and nobody else does', async () => {
    const rider = await anotherRider()
    await admin.call(decideLicence, await calls.approve(rider))
    const { closed_property: _, license_status: _status, ...profile } = await rider.call(getProfile)
    const save = (body: object) =>
      rider.call(updateProfile, { body: { ...profile, property_id: rider.property_id, ...body } })
    expect(await save({ phone: '98450 54321' })).toMatchObject({ license_status: 'approved' })
    expect(await save({ name: 'Somebody Else' })).toMatchObject({
      is_license_waiting: true,
      license_expires_on: null,
      license_status: 'unreviewed'
    })
    const other = await anotherRider()
    const seen = await calls.approve(other)
    await admin.call(decideLicence, await calls.reject(other, 'learner'))
    const renamed = { ...profile, email: other.email, name: 'R', property_id: rider.property_id }
    expect(await other.call(updateProfile, { body: renamed })).toMatchObject({ license_status: 'rejected' })
    // Who looked at the licence has compared it with the name before.
    const again = { ...seen, body: { ...seen.body, revision: 1 } }
    expect((await admin.refusal(decideLicence, again)).status).toBe(409)
  })

  test('who signs up waits, in the list of the property', async () => {
    const { id: property_id } = await insertProperty()
    const manager = await signedInAdmin('manager', [property_id])
    const [before, waiting, other] = [
      await signedInRider({ property_id }),
      await signedInRider({ property_id }),
      await signedInRider({ property_id })
    ]
    await calls.upload(waiting)
    await calls.upload(other)
    await sql('UPDATE users SET license_waits_since = license_waits_since - 60 WHERE id = ?', other.id)
    const listed = await manager.call(listLicences)
    expect(listed.map(({ id }) => id)).toEqual([other.id, waiting.id, before.id])
    expect(listed.at(-1)).toMatchObject({ next_ride: null, waits_since: null })
    expect((await (await signedInAdmin('manager', [(await insertProperty()).id])).call(listLicences)).length).toBe(0)
    await sql('UPDATE users SET license_waits_since = NULL WHERE id = ?', other.id)
    expect((await manager.call(listLicences)).map(({ id }) => id)).toEqual([waiting.id, before.id])
  })

  test('with a ride soon is first in the list', async () => {
    const ride = await paidRide(await anotherRider())
    const [first] = await admin.call(listLicences, { query: { property_id: ride.rider.property_id } })
    expect(first).toMatchObject({ next_ride: expect.stringContaining('T') })
    expect((await admin.call(getRiderFile, { params: { id: ride.rider.id } })).rides).toHaveLength(1)
  })
})
