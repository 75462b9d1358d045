import { describe, expect, test } from 'vitest'
import { returnRide } from '#contract/bookings/manage-ride.ts'
import { listMyBookings } from '#contract/bookings/my-bookings.ts'
import { changePin, listPinChanges, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import { getProfile } from '#contract/riders/profile.ts'
import { KEPT_PRESS_DAYS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { dayAndTimeText, roundedUpTimeText } from '#domain/time/time-texts.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import * as activityText from '#messages/admin/activity.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import * as formsText from '#messages/admin/forms.ts'
import * as mailsText from '#messages/mails.ts'
import { setUpAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { insertPinChange } from '#tests/helpers/data/stored-state.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import { OLD_PIN, pinCalls, pinOf, rideBetween, untilSeen } from './pin-calls.ts'

startApp()

const admin = setUpAdmin()
const { change, changeOf, refusedChange } = pinCalls(() => admin)

const NEW_PIN = '739264'

async function waitingScooter(property_id: string, fields: { name?: string } = {}) {
  const scooter = await insertScooter(property_id, { otp_pin: OLD_PIN, ...fields })
  await insertPinChange(scooter.id, NEW_PIN, 1000)
  return scooter
}

async function scooterInRide() {
  const rider = await signedInRider()
  const scooter = await waitingScooter(rider.property_id)
  const { id } = await rideBetween(rider, scooter.id, [-30, 30])
  return { id, rider, scooter }
}

const activityOf = (scooter_id: string) =>
  sql('SELECT admin_id FROM audits WHERE action = ? AND subject = ?', 'change_pin', scooter_id)

describe('the list of PINs to change', () => {
  test('is empty at first, and sorted by property and scooter', async () => {
    expect(await admin.call(listPinChanges, { query: {} })).toEqual([])
    const [one, other] = [await insertProperty({ name: 'B House' }), await insertProperty({ name: 'a house' })]
    await waitingScooter(one.id, { name: 'A1' })
    const scooter = await waitingScooter(other.id, { name: 'b2' })
    await waitingScooter(other.id, { name: 'A3' })
    const listed = await admin.call(listPinChanges, { query: {} })
    expect(listed.map(({ scooter_name }) => scooter_name)).toEqual(['A3', 'b2', 'A1'])
    expect(listed[1]).toEqual({
      created_at: new Date(1_000_000).toISOString(),
      in_use_by: null,
      in_use_phone: null,
      in_use_until: null,
      is_late: false,
      new_pin: NEW_PIN,
      otp_pin: OLD_PIN,
      property_name: 'a house',
      scooter_id: scooter.id,
      scooter_name: 'b2'
    })
    const second = await admin.call(listPinChanges, { query: { page: '2', per_page: '2' } })
    expect(second.map(({ scooter_name }) => scooter_name)).toEqual(['A1'])
  })
})

describe('an admin who has changed a lock', () => {
  test('sets the PIN, and the scooter leaves the list with one activity entry', async () => {
    const scooter = await waitingScooter((await insertProperty()).id)
    expect(await change(scooter.id, NEW_PIN)).toEqual({ message: pinChangesText.pinChanged })
    expect(await change(scooter.id, NEW_PIN)).toEqual({ message: pinChangesText.pinChanged })
    expect([await pinOf(scooter.id), await changeOf(scooter.id)]).toEqual([NEW_PIN, undefined])
    expect(await activityOf(scooter.id)).toEqual([{ admin_id: admin.id }])
  })

  test('to a PIN of an old list is refused, and nothing changes', async () => {
    const scooter = await waitingScooter((await insertProperty()).id)
    const refused = { detail: pinChangesText.pinChangeOutdated, status: 409 }
    expect(await refusedChange(scooter.id, { anyway: true, new_pin: '111222' })).toMatchObject(refused)
    expect([await pinOf(scooter.id), (await changeOf(scooter.id))?.new_pin]).toEqual([OLD_PIN, NEW_PIN])
    await change(scooter.id, NEW_PIN)
    expect(await refusedChange(scooter.id, { new_pin: OLD_PIN })).toMatchObject(refused)
    expect(await pinOf(scooter.id)).toBe(NEW_PIN)
    expect(await activityOf(scooter.id)).toHaveLength(1)
  })

  test('during a ride is asked first, and the rider then reads the new PIN', async () => {
    const { scooter } = await scooterInRide()
    const listed = await changeOf(scooter.id)
    const until = new Date(listed?.in_use_until ?? '')
    expect(Math.abs(until.getTime() - addMinutes(new Date(), 30).getTime())).toBeLessThan(5000)
    expect(await refusedChange(scooter.id, { new_pin: NEW_PIN })).toMatchObject({
      detail: pinChangesText.scooterInUse(roundedUpTimeText(until, new Date())),
      status: 409
    })
    expect([await pinOf(scooter.id), await activityOf(scooter.id)]).toEqual([OLD_PIN, []])
    await change(scooter.id, NEW_PIN, true)
    expect([await pinOf(scooter.id), await changeOf(scooter.id)]).toEqual([NEW_PIN, undefined])
  })

  test('without a network is not asked: the rider reads the new PIN, and the log has the time of the press', async () => {
    const { id, rider, scooter } = await scooterInRide()
    await rider.call(listMyBookings)
    await untilSeen(id)
    const pressed = addMinutes(new Date(), -40)
    const body = { new_pin: NEW_PIN, pressed_at: pressed.toISOString() }
    const send = () => admin.call(changePin, { body, params: { scooter_id: scooter.id } })
    expect([await send(), await send()]).toEqual(Array(2).fill({ message: pinChangesText.pinChanged }))
    expect([await pinOf(scooter.id), await changeOf(scooter.id)]).toEqual([NEW_PIN, undefined])
    const detail = activityText.pressedText(dayAndTimeText(pressed, new Date()))
    expect(await sql("SELECT detail FROM audits WHERE action = 'change_pin' AND subject = ?", scooter.id)).toEqual([
      { detail }
    ])
    expect(await sql("SELECT kind FROM outbox WHERE user_id = ? AND kind = 'pin_changed'", rider.id)).toHaveLength(1)
  })

  test.each([
    ['in the future', (now: Date) => addMinutes(now, 30).toISOString()],
    ['long ago', (now: Date) => addMinutes(now, -KEPT_PRESS_DAYS * DAY_MINUTES - 1).toISOString()]
  ])('by a phone whose clock is wrong, %s, sets the PIN all the same, and the log has no time', async (_, timeAt) => {
    const { scooter } = await scooterInRide()
    const body = { new_pin: NEW_PIN, pressed_at: timeAt(new Date()) }
    await admin.call(changePin, { body, params: { scooter_id: scooter.id } })
    expect(await pinOf(scooter.id)).toBe(NEW_PIN)
    expect(await sql("SELECT detail FROM audits WHERE action = 'change_pin' AND subject = ?", scooter.id)).toEqual([
      { detail: null }
    ])
  })

  test('with a text that is no time is asked as without one', async () => {
    const { scooter } = await scooterInRide()
    const refused = await refusedChange(scooter.id, { new_pin: NEW_PIN, pressed_at: 'a while ago' })
    expect([refused.status, await pinOf(scooter.id)]).toEqual([409, OLD_PIN])
  })

  test('is told the end of an extended ride', async () => {
    const { id, scooter } = await scooterInRide()
    await sql(
      `INSERT INTO bookings (id, kind, ride_id, user_id, scooter_id, scooter_name, property_id, property_name, start_at,
                             end_at, hours, amount, state, payment_id, created_at, updated_at)
       SELECT 'more', 'extension', id, user_id, scooter_id, scooter_name, property_id, property_name, end_at,
              end_at + 7200, 1, 50, 'confirmed', 'pay-more', 0, 0 FROM bookings WHERE id = ?`,
      id
    )
    const until = new Date((await changeOf(scooter.id))?.in_use_until ?? '')
    expect(Math.abs(until.getTime() - addMinutes(new Date(), 150).getTime())).toBeLessThan(5000)
  })

  test.each([[{}], [{ new_pin: 739_264 }], [{ new_pin: '73926' }]])('must name the PIN: %j', async body => {
    const scooter = await waitingScooter((await insertProperty()).id)
    const refused = await refusedChange(scooter.id, body)
    expect(refused).toMatchObject({ detail: [{ loc: ['body', 'new_pin'], msg: formsText.invalidPin }], status: 422 })
  })
})

describe('a rider who is late with a scooter', () => {
  /** The ride ended half an hour ago, and its rider has read the PIN. */
  async function lateScooter(fields: { otp_pin?: string } = {}) {
    const rider = await signedInRider()
    const scooter = await insertScooter(rider.property_id, { otp_pin: OLD_PIN, ...fields })
    await admin.call(updatePropertyRules, { body: { return_mode: 'confirmed' }, params: { id: rider.property_id } })
    const { id } = await rideBetween(rider, scooter.id, [-90, -30])
    const onCard = async () => (await rider.call(listMyBookings)).find(booking => booking.id === id)
    expect((await onCard())?.otp_pin).toBe(scooter.otp_pin)
    await untilSeen(id)
    return { id, onCard, rider, scooter }
  }

  test('is named in the list, and keeps the PIN until an admin insists', async () => {
    const { rider, scooter } = await lateScooter()
    await insertPinChange(scooter.id, NEW_PIN)
    const name = (await rider.call(getProfile)).name
    expect(await changeOf(scooter.id)).toMatchObject({ in_use_by: name, in_use_until: null, is_late: true })
    const refused = { detail: pinChangesText.scooterInUse(null), status: 409 }
    expect(await refusedChange(scooter.id, { new_pin: NEW_PIN })).toMatchObject(refused)
    expect([await pinOf(scooter.id), await activityOf(scooter.id)]).toEqual([OLD_PIN, []])
    await change(scooter.id, NEW_PIN, true)
    expect([await pinOf(scooter.id), await changeOf(scooter.id)]).toEqual([NEW_PIN, undefined])
  })

  test.each(['the list', 'the form'])(
    'is told of a PIN that was changed through %s, and reads when, but not the PIN',
    async way => {
      const { onCard, rider, scooter } = await lateScooter()
      await insertPinChange(scooter.id, NEW_PIN)
      if (way === 'the list') await change(scooter.id, NEW_PIN, true)
      else await admin.call(updateScooter, { body: { otp_pin: NEW_PIN }, params: { id: scooter.id } })
      const card = await onCard()
      expect(card).toMatchObject({ is_late: true, otp_pin: null })
      expect(Math.abs(Date.parse(card?.pin_changed_at ?? '') - Date.now())).toBeLessThan(60_000)
      await app.runMinute(new Date())
      const sent = await sql<{ subject: string }>(
        "SELECT subject FROM outbox WHERE kind = 'pin_changed' AND user_id = ?",
        rider.id
      )
      expect(sent).toEqual([{ subject: mailsText.pinChangedLate({ end: '', scooter: scooter.name }).subject }])
    }
  )

  test('is not told after the return', async () => {
    const { id, rider, scooter } = await lateScooter()
    await insertPinChange(scooter.id, NEW_PIN)
    await change(scooter.id, NEW_PIN, true)
    await rider.call(returnRide, { body: {}, params: { id } })
    await app.runMinute(new Date())
    const [message] = await sql("SELECT state FROM outbox WHERE kind = 'pin_changed' AND user_id = ?", rider.id)
    expect(message).toEqual({ state: 'dropped' })
  })
})
