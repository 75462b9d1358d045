import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { getRiderFile } from '#contract/review/review.ts'
import { exportOwnData, exportRider } from '#contract/riders/export.ts'
import { deskPaymentId } from '#domain/payments.ts'
import { EXPORTS_PER_DAY } from '#domain/request-limits.ts'
import { HOUR_MS, SECOND_MS } from '#domain/time/time-units.ts'
import { insertPastRides } from '#tests/helpers/data/past-rides.ts'
import { setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { plantMarked } from '#tests/helpers/data/planted-rider.ts'
import { insertBooking, insertScooter } from '#tests/helpers/data/rows.ts'
import { send, sql, startApp } from '#tests/helpers/servers/app.ts'

// What a rider and an owner can download.

startApp(() => ({ THROTTLE_TIMES: '1' }))

const admin = setUpAdmin()

const hoursAway = (hours: number) => new Date(Date.now() + hours * HOUR_MS)

async function aRide(rider: { id: string; property_id: string }, end: Date) {
  const { id: scooter_id } = await insertScooter(rider.property_id)
  const start = new Date(end.getTime() - HOUR_MS)
  const ride = await insertBooking({ end, scooter_id, start, user_id: rider.id })
  if (end < new Date()) await sql('UPDATE bookings SET returned_at = end_at WHERE id = ?', ride.id)
  return ride
}

/** What the deletion forgets and the file leaves out. */
const NOT_EXPORTED: Record<string, readonly string[]> = {
  'Words of the staff and the provider, which may name others': [
    'audits.detail',
    'compensations.note',
    'problems.note',
    'refunds.note',
    'rider_notes.text'
  ],
  'Hashes, keys, and what is made of the rest': [
    'email_tokens.hash',
    'push_subscriptions.auth',
    'push_subscriptions.p256dh',
    'rider_words.word',
    'users.name_key',
    'users.password_hash'
  ],
  'Only that it exists, or its host': ['push_subscriptions.endpoint', 'users.license_photo_url'],
  'Of a message, which the rider has got': ['outbox.body', 'outbox.error', 'outbox.facts']
}

const asText = (value: number | string) =>
  typeof value === 'number' ? new Date(value * SECOND_MS).toISOString() : value

describe('the own data', () => {
  test('has all that the deletion forgets, or says why not', async () => {
    const rider = await signedInRider()
    const { id: booking_id } = await aRide(rider, hoursAway(-48))
    const planted = await plantMarked(rider.id, booking_id)
    await sql("UPDATE users SET token_version = 1, password_hash = 'planted' WHERE id = ?", rider.id)
    const file = JSON.stringify(await rider.call(exportOwnData))
    const missing = Object.keys(planted).filter(name => !file.includes(asText(planted[name] ?? '')))
    expect(missing.sort()).toEqual(Object.values(NOT_EXPORTED).flat().sort())
  })

  test('has a section for each kind of row, with readable times and rupees, and nobody else', async () => {
    const rider = await signedInRider({ name: 'Own Name' })
    const other = await signedInRider({ name: 'Strange Person', property_id: rider.property_id })
    const ride = await aRide(rider, hoursAway(-48))
    await aRide(other, hoursAway(-48))
    await admin.call(getRiderFile, { params: { id: rider.id } })
    const { about, sections } = await rider.call(exportOwnData)
    expect(about).toBe('What ScootStay keeps about you')
    expect(Object.keys(sections).join()).toBe(
      'profile,consents,bookings,payments,refunds,owed,disputes,receipts,moves,problems,messages,devices,staff,notes'
    )
    expect(sections.profile).toMatchObject({ email: rider.email, has_license_photo: true, name: 'Own Name' })
    expect(sections.bookings).toMatchObject([{ end_at: expect.stringMatching(/^20.*Z$/), id: ride.id }])
    expect(sections.payments).toMatchObject([{ amount: 50, booking_id: ride.id, currency: 'INR' }])
    expect(sections.notes).toEqual({ about: 'Ask us for their text.', written_at: [] })
    expect(JSON.stringify(sections)).not.toMatch(/Strange|otp_pin|order_id/)
  })

  test('has a free ride for nothing, and no note of the staff about a payment at the desk', async () => {
    const rider = await signedInRider()
    const [paid, free] = [await aRide(rider, hoursAway(-48)), await aRide(rider, hoursAway(-24))]
    for (const [method, { id }] of [
      ['cash', paid],
      ['free', free]
    ] as const) {
      await sql(
        "UPDATE payments SET id = ?1, payment_id = ?1, paise = iif(?2 = 'free', 0, paise), reason = 'Paid by Strange Person' WHERE booking_id = ?3",
        deskPaymentId(method, id),
        method,
        id
      )
      await sql('UPDATE bookings SET payment_id = ? WHERE id = ?', deskPaymentId(method, id), id)
    }
    const { sections } = await rider.call(exportOwnData)
    expect(sections.bookings).toMatchObject([
      { amount: 50, id: paid.id },
      { amount: 0, id: free.id }
    ])
    expect(sections.payments).toMatchObject([
      { amount: 50, payment_id: deskPaymentId('cash', paid.id), reason: null },
      { amount: 0, payment_id: deskPaymentId('free', free.id), reason: null }
    ])
  })

  test('is answered three times a day', async () => {
    const rider = await signedInRider()
    for (let count = 0; count < EXPORTS_PER_DAY; count++) await rider.call(exportOwnData)
    expect(await rider.refusal(exportOwnData)).toMatchObject({ status: 429 })
    expect((await rider.refusal(exportOwnData)).detail).toMatch(/again in 24 hours\.$/)
  })

  test('of 2,000 bookings comes in one answer', async () => {
    const rider = await signedInRider()
    const { id: scooter_id } = await insertScooter(rider.property_id)
    await insertPastRides({ admin, rider, scooter_id }, { from: 1, to: 2000 })
    const reply = await send(exportOwnData, {}, rider.token)
    const { sections } = (await reply.json()) as { sections: Record<string, object[]> }
    expect([sections.bookings?.length, sections.payments?.length]).toEqual([2000, 2000])
  })

  test('is the same for an owner, who leaves an entry first that the rider reads', async () => {
    const rider = await signedInRider()
    const params = { id: rider.id }
    const { sections } = await admin.call(exportRider, { params })
    expect(sections.staff).toMatchObject([{ action: 'export_rider' }])
    const own = await rider.call(exportOwnData)
    expect({ ...own, made_at: '' }).toEqual({ ...own, made_at: '', sections })
    expect(await admin.call(listActivity, { query: {} })).toContainEqual(
      expect.objectContaining({ action: 'export_rider', subject: rider.id, subject_name: rider.name })
    )
    const manager = await signedInAdmin('manager', [rider.property_id])
    expect(await manager.refusal(exportRider, { params })).toMatchObject({ status: 403 })
    expect(await admin.refusal(exportRider, { params: { id: 'nobody' } })).toMatchObject({ status: 404 })
    expect(await sql("SELECT 1 FROM audits WHERE action = 'export_rider'")).toHaveLength(1)
  })

  test('has no email for a guest whose address is none', async () => {
    const guest = await signedInRider()
    await sql("UPDATE users SET email = 'desk-' || id WHERE id = ?", guest.id)
    const { sections } = await admin.call(exportRider, { params: { id: guest.id } })
    expect(sections.profile).toMatchObject({ email: '' })
  })
})
