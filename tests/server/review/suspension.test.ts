import { describe, expect, test } from 'vitest'
import { getBooking } from '#contract/bookings/my-bookings.ts'
import { changePin, listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { addRiderNote, getRiderFile, setSuspension } from '#contract/review/review.ts'
import * as reviewText from '#messages/admin/review.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty } from '#tests/helpers/data/rows.ts'
import { setRideTimes } from '#tests/helpers/data/stored-state.ts'
import { sql } from '#tests/helpers/servers/app.ts'
import {
  anotherRider,
  paidRide,
  refundsOf,
  setUpPaymentTests,
  storedBooking
} from '#tests/server/payments/sample-bookings.ts'
import { logOf, messagesTo, needsNoLicence, reviewCalls } from './calls.ts'

setUpPaymentTests()

const admin = setUpAdmin()
const calls = reviewCalls(admin)

const newPinOf = async (scooter_id: string) =>
  (await admin.call(listPinChanges)).find(change => change.scooter_id === scooter_id)?.new_pin

describe('a suspension', () => {
  test('stops every ride ahead, on every scooter, and is told without its reason', async () => {
    const ride = await paidRide(await anotherRider())
    await needsNoLicence(ride.scooter.id)
    const { rider } = ride
    const file = await admin.call(setSuspension, calls.suspend(rider, 50))
    expect(file).toMatchObject({ is_suspended: true, notes: [{ kind: 'suspension', text: 'Rode without a helmet' }] })
    expect(await admin.call(setSuspension, calls.suspend(rider, 0))).toEqual(file)
    const otherwise = { ...calls.suspend(rider).body, reason: 'Lent it to a friend' }
    expect(await admin.refusal(setSuspension, { body: otherwise, params: { id: rider.id } })).toMatchObject({
      detail: reviewText.riderChanged,
      status: 409
    })
    expect(await storedBooking(ride)).toMatchObject({ state: 'cancelled' })
    expect(await refundsOf(ride)).toMatchObject([{ paise: 5000 }])
    expect(await calls.lift(rider)).toMatchObject({ is_suspended: false })
    expect(await messagesTo(rider.id)).toEqual(['suspended', 'cancelled', 'restored'])
    const told = await sql('SELECT facts FROM outbox WHERE user_id = ?', rider.id)
    expect(JSON.stringify(told)).not.toContain('helmet')
    expect(await logOf(rider.id)).toEqual([
      { action: 'suspend_rider', detail: null },
      { action: 'restore_rider', detail: null }
    ])
  })

  test('leaves a ride under way, whose PIN its rider still reads, and its scooter gets a new PIN', async () => {
    const ride = await paidRide(await anotherRider())
    const now = Math.floor(Date.now() / 1000)
    await setRideTimes(ride.id, { end: now + 1800, start: now - 1800 })
    const read = () => ride.rider.call(getBooking, { params: { id: ride.id } })
    const { otp_pin } = await read()
    await sql('UPDATE bookings SET pin_seen_at = pin_seen_at - 60 WHERE id = ?', ride.id)
    expect(otp_pin).toMatch(/^\d{6}$/)
    await admin.call(setSuspension, calls.suspend(ride.rider))
    expect(await storedBooking(ride)).toMatchObject({ state: 'confirmed' })
    expect((await read()).otp_pin).toBe(otp_pin)
    const new_pin = await newPinOf(ride.scooter.id)
    expect(new_pin).toMatch(/^\d{6}$/)
    // A PIN that was changed since then needs no other one.
    await admin.call(changePin, {
      body: { anyway: true, new_pin: new_pin ?? '' },
      params: { scooter_id: ride.scooter.id }
    })
    await calls.lift(ride.rider)
    await admin.call(setSuspension, calls.suspend(ride.rider))
    expect(await newPinOf(ride.scooter.id)).toBe(undefined)
    await setRideTimes(ride.id, { end: 7200, start: 3600 })
  })
})

describe('the file of a rider', () => {
  test('has notes, each once, and no number that has changed meanwhile', async () => {
    const rider = await anotherRider()
    const note = (text: string, kind: 'note' | 'phone', id: string) =>
      ({ body: { id: id.repeat(32), kind, text }, params: { id: rider.id } }) as const
    await admin.call(addRiderNote, note('Lost the key', 'note', 'a'))
    await admin.call(addRiderNote, note('Lost the key', 'note', 'a'))
    await admin.call(addRiderNote, note('+91 98450 12345', 'phone', 'b'))
    expect((await calls.file(rider)).notes.map(({ kind, text }) => [kind, text])).toEqual([
      ['phone', '+91 98450 12345'],
      ['note', 'Lost the key']
    ])
    const refused = { detail: reviewText.riderChanged, status: 409 }
    expect(await admin.refusal(addRiderNote, note('+91 90000 00000', 'phone', 'c'))).toMatchObject(refused)
    expect((await admin.refusal(addRiderNote, note(' ', 'note', 'd'))).status).toBe(422)
  })

  test('names riders with the same number, and at another property only that there is one', async () => {
    const here = await insertProperty()
    const there = await insertProperty()
    const [one, two, far] = [
      await signedInRider({ property_id: here.id }),
      await signedInRider({ property_id: here.id }),
      await signedInRider({ property_id: there.id })
    ]
    for (const { id } of [one, two, far]) {
      await sql("UPDATE users SET phone = '+91 91234 99887' WHERE id = ?", id)
      await sql("INSERT INTO rider_words (word, user_id) VALUES ('9123499887', ?)", id)
    }
    await admin.call(setSuspension, calls.suspend(far))
    const manager = await signedInAdmin('manager', [here.id])
    const { same_phone } = await manager.call(getRiderFile, { params: { id: one.id } })
    expect(same_phone).toHaveLength(2)
    expect(same_phone).toEqual(
      expect.arrayContaining([
        { is_suspended: false, name: two.name },
        { is_suspended: true, name: null }
      ])
    )
  })
})
