import { describe, expect, test } from 'vitest'
import { listActivity } from '#contract/activity/activity.ts'
import { requestPasswordReset } from '#contract/auth/passwords.ts'
import { signIn } from '#contract/auth/sign-in.ts'
import { listAllBookings } from '#contract/bookings/admin-bookings.ts'
import { exportBookings } from '#contract/bookings/bookings-csv.ts'
import { listPinChanges } from '#contract/catalogue/admin-scooters.ts'
import { whoRode } from '#contract/catalogue/who-rode.ts'
import { listRefunds } from '#contract/payments/refunds.ts'
import { getRiderFile, setSuspension } from '#contract/review/review.ts'
import { deleteRider, listRiderMessages, listRiders } from '#contract/riders/admin-riders.ts'
import { addGuest } from '#contract/riders/guests.ts'
import { getLicence } from '#contract/uploads/uploads.ts'
import { TERMS_VERSION } from '#domain/operator.ts'
import { HOUR_MS } from '#domain/time/time-units.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import * as authText from '#messages/account/auth.ts'
import * as guestsText from '#messages/admin/guests.ts'
import * as reviewText from '#messages/admin/review.ts'
import { PASSWORD, setUpAdmin, signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertProperty, insertRefund, insertScooter, pictures } from '#tests/helpers/data/rows.ts'
import { markDeleted } from '#tests/helpers/data/stored-state.ts'
import { app, bucket, callAs, dayAhead, refusedCallAs, send, sql, startApp } from '#tests/helpers/servers/app.ts'

// The desk adds guests without an email.

startApp()

const owner = setUpAdmin()

let count = 0
const newId = () => (++count).toString(16).padStart(32, '0')
const newPhone = () => `98450 ${30_000 + ++count}`

function guestAt(property_id: string, fields: Record<string, unknown> = {}) {
  return {
    date_of_birth: '1993-04-05',
    expires_on: dayAhead(400),
    id: newId(),
    licence: pictures.jpeg(),
    name: 'Tamarind Walker',
    phone: newPhone(),
    property_id,
    terms_version: TERMS_VERSION,
    ...fields
  }
}

const add = (guest: ReturnType<typeof guestAt>, admin: Pick<typeof owner, 'call'> = owner) =>
  admin.call(addGuest, { body: guest as never })
const refusalOf = (guest: ReturnType<typeof guestAt>, admin = owner) => admin.refusal(addGuest, { body: guest })

const storedAs = async (id: string) => (await sql('SELECT * FROM users WHERE id = ?', id))[0]

async function addedGuest(fields: Record<string, unknown> = {}) {
  const { id: property_id } = await insertProperty()
  return add(guestAt(property_id, fields))
}

async function aRide({ id, property_id }: { id: string; property_id: string | null }, fromHours: number) {
  const { id: scooter_id } = await insertScooter(property_id ?? '')
  const start = new Date(Date.now() + fromHours * HOUR_MS)
  const booking = await insertBooking({ end: new Date(start.getTime() + HOUR_MS), scooter_id, start, user_id: id })
  return { ...booking, scooter_id }
}

describe('adding a guest', () => {
  test('approves the licence, keeps the photo for admins, and is in the log with the agreed terms', async () => {
    const property = await insertProperty()
    const manager = await signedInAdmin('manager', [property.id])
    const guest = guestAt(property.id)
    const added = await add(guest, manager)
    expect(added).toMatchObject({ email: '', id: guest.id, name: guest.name, phone: guest.phone, rides_ahead: 0 })
    const file = await manager.call(getRiderFile, { params: { id: guest.id } })
    expect(file).toMatchObject({ email: '', is_license_waiting: false, license_expires_on: guest.expires_on })
    expect(file.license_status).toBe('approved')
    const params = { id: licenceIdFromUrl(file.license_photo_url ?? '') ?? '' }
    expect((await send(getLicence, { params }, manager.token)).headers.get('content-type')).toBe('image/jpeg')
    expect(await bucket.list(`licenses/${guest.id}/`)).toHaveLength(1)
    expect(await sql('SELECT version FROM consents WHERE user_id = ?', guest.id)).toEqual([{ version: TERMS_VERSION }])
    const [entry] = (await owner.call(listActivity)).filter(({ action }) => action === 'add_guest')
    expect(entry).toMatchObject({ admin_email: manager.email, detail: null, subject_name: guest.name })
  })

  test('answers a repeated request like the first, and refuses its id for somebody else', async () => {
    const { id: property_id } = await insertProperty()
    const guest = guestAt(property_id)
    const twice = await Promise.all([add(guest), add(guest)])
    expect(twice[0]).toEqual(twice[1])
    expect(await add(guest)).toEqual(twice[0])
    const entries = (await owner.call(listActivity)).filter(({ subject }) => subject === guest.id)
    expect(entries).toHaveLength(1)
    const other = { ...guest, name: 'Somebody', phone: newPhone() }
    expect(await refusalOf(other)).toMatchObject({ detail: reviewText.riderChanged, status: 409 })
    const words = await sql<{ word: string }>('SELECT word FROM rider_words WHERE user_id = ?', guest.id)
    expect(words.map(({ word }) => word)).toContain('tamarind')
    const rider = await signedInRider()
    expect(await refusalOf(guestAt(property_id, { id: rider.id }))).toMatchObject({ status: 422 })
  })

  test.each([
    ['name', '', guestsText.missing.name],
    ['phone', 'none', guestsText.callable],
    ['phone', '98450', guestsText.callable],
    ['date_of_birth', '', guestsText.missing.date_of_birth],
    ['date_of_birth', '0193-04-05', guestsText.checkBirthYear],
    ['date_of_birth', dayAhead(-17 * 365), guestsText.tooYoung],
    ['expires_on', dayAhead(-1), guestsText.licenceEnded],
    ['licence', '', guestsText.missing.licence],
    ['terms_version', '', guestsText.missing.terms_version],
    ['property_id', '', guestsText.missing.property_id]
  ])('refuses %s %j', async (field, value, msg) => {
    const { id } = await insertProperty()
    const guest = guestAt(id, { [field]: value })
    expect(await refusalOf(guest)).toMatchObject({ detail: [{ loc: ['body', field], msg }], status: 422 })
    expect(await storedAs(guest.id)).toBeUndefined()
  })

  test('refuses what is no picture, and another property', async () => {
    const [here, there] = [await insertProperty(), await insertProperty()]
    const manager = await signedInAdmin('manager', [here.id])
    const notes = guestAt(here.id, { licence: new Blob(['notes'], { type: 'image/png' }) })
    expect(await refusalOf(notes)).toMatchObject({ status: 400 })
    expect(await refusalOf(guestAt(there.id), manager)).toMatchObject({ status: 404 })
    expect(await refusalOf(guestAt('nowhere'))).toMatchObject({ status: 404 })
    await markDeleted('property', there.id)
    expect(await refusalOf(guestAt(there.id))).toMatchObject({ status: 404 })
    const caretaker = await signedInAdmin('caretaker', [here.id])
    expect(await refusalOf(guestAt(here.id), caretaker)).toMatchObject({ status: 403 })
  })

  test('names who has the number, unless the rider is of another property', async () => {
    const [here, there] = [await insertProperty(), await insertProperty()]
    const [known, far] = [await add(guestAt(here.id, { name: 'Asha Rao' })), await add(guestAt(there.id))]
    const manager = await signedInAdmin('manager', [here.id])
    const typed = `+91 ${known.phone.replace(' ', '-')}`
    const detail = 'Asha Rao has this number.'
    expect(await refusalOf(guestAt(here.id, { phone: typed }), manager)).toMatchObject({ detail, status: 409 })
    expect(await refusalOf(guestAt(here.id, { phone: far.phone }), manager)).toMatchObject({
      detail: 'Somebody at another property has this number.'
    })
    await sql('UPDATE users SET suspended_at = 1 WHERE id = ?', known.id)
    expect(await refusalOf(guestAt(here.id, { phone: known.phone }), manager)).toMatchObject({
      detail: 'Asha Rao, suspended, has this number.'
    })
    const other = guestAt(here.id, { phone: known.phone, same_phone: 'true' })
    expect(await add(other, manager)).toMatchObject({ id: other.id })
    const entries = (await owner.call(listActivity)).filter(({ subject }) => subject === other.id)
    expect(entries).toMatchObject([{ action: 'add_guest', detail: guestsText.samePhoneLogged }])
  })
})

describe('a guest without an email', () => {
  test("can't sign in, and no link to a password is made", async () => {
    const { id } = await addedGuest()
    const email = `desk-${id}`
    for (const password of [PASSWORD, 'none'])
      expect(await refusedCallAs(undefined, signIn, { body: { email, password } })).toMatchObject({
        detail: authText.wrongCredentials,
        status: 401
      })
    await callAs(undefined, requestPasswordReset, { body: { email } })
    expect(await sql('SELECT * FROM email_tokens WHERE user_id = ?', id)).toEqual([])
    expect(await sql('SELECT * FROM outbox WHERE user_id = ?', id)).toEqual([])
  })

  test('is found by name and phone, and not by what stands for the email', async () => {
    const guest = await addedGuest({ name: 'Kokum Sharma' })
    const found = async (q: string) => (await owner.call(listRiders, { query: { q } })).map(({ id }) => id)
    expect(await found('kokum')).toEqual([guest.id])
    expect(await found(`+91${guest.phone.replace(' ', '')}`)).toEqual([guest.id])
    expect(await found(`desk-${guest.id}`)).toEqual([])
    expect(await found('desk')).toEqual([])
    // As the cron does for riders of an earlier version.
    await sql('UPDATE users SET name_key = NULL WHERE id = ?', guest.id)
    await app.runMinute()
    expect((await storedAs(guest.id))?.name_key).toMatch(/^kokum/)
    expect(await found('desk')).toEqual([])
  })

  test('has no email in the lists, the file of bookings and the answer who rode', async () => {
    const guest = await addedGuest()
    const ride = await aRide(guest, -0.5)
    await insertRefund({ booking_id: ride.id, status: 'review' })
    const params = { id: ride.scooter_id }
    await sql("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '135790', 0)", ride.scooter_id)
    const [booking] = await owner.call(listAllBookings, { query: { user_id: guest.id } })
    expect(booking).toMatchObject({ user_email: '', user_name: guest.name, user_phone: guest.phone })
    const answers = [
      booking,
      await (await send(exportBookings, { query: { user_id: guest.id } }, owner.token)).text(),
      await owner.call(whoRode, { params, query: { at: new Date().toISOString() } }),
      (await owner.call(listRefunds, { query: {} })).filter(({ booking_id }) => booking_id === ride.id),
      await owner.call(listRiders)
    ]
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toContain(guest.name)
      expect(JSON.stringify(answer)).not.toContain('desk-')
    }
    const changes = await owner.call(listPinChanges)
    expect(changes.find(({ scooter_id }) => scooter_id === ride.scooter_id)?.in_use_phone).toBe(guest.phone)
    const rider = await signedInRider()
    const { scooter_id } = await aRide(rider, -0.5)
    await sql("INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, '135790', 0)", scooter_id)
    const ofRider = (await owner.call(listPinChanges)).find(change => change.scooter_id === scooter_id)
    expect(ofRider).toMatchObject({ in_use_by: rider.name, in_use_phone: null })
  })

  test('gets no message', async () => {
    const { id } = await addedGuest()
    const body = { is_suspended: true, reason: 'Lost a helmet', refund: 0 } as const
    await owner.call(setSuspension, { body, params: { id } })
    expect(await owner.call(listRiderMessages, { params: { id } })).toMatchObject([{ state: 'due' }])
    await app.runMinute()
    expect(await owner.call(listRiderMessages, { params: { id } })).toMatchObject([{ sent_at: null, state: 'dropped' }])
    expect(await (await app.fetch('/outbox')).text()).not.toContain('desk-')
  })

  test('leaves nothing when the row is deleted', async () => {
    const guest = await addedGuest({ date_of_birth: '1991-07-19', name: 'Jamun Fernandes' })
    await aRide(guest, -48)
    await owner.call(deleteRider, { params: { id: guest.id } })
    const tables = await sql<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'"
    )
    const rows = await Promise.all(tables.map(({ name }) => sql(`SELECT * FROM ${name}`)))
    const digits = guest.phone.replace(' ', '')
    expect(JSON.stringify(rows)).not.toMatch(
      new RegExp(`jamun|fernandes|1991-07-19|${guest.phone}|${digits}|desk-${guest.id}`, 'i')
    )
    expect(await bucket.list(`licenses/${guest.id}/`)).toEqual([])
    const [booking] = await owner.call(listAllBookings, { query: { user_id: guest.id } })
    expect(booking).toMatchObject({ user_email: '', user_phone: '' })
  })
})
