import { beforeEach, describe, expect, test } from 'vitest'
import { deleteScooter, updateScooter } from '#contract/catalogue/admin-scooters.ts'
import { MINUTE_MS } from '#domain/time/time-units.ts'
import { setUpAdmin } from '#tests/helpers/data/people.ts'
import { app, sql, startApp } from '#tests/helpers/servers/app.ts'
import {
  cronAfter,
  OLD_PIN,
  pinCalls,
  pinOf,
  pinSeenAt,
  rideBetween,
  riderAt,
  seenByRider,
  untilSeen
} from './pin-calls.ts'

startApp()

const admin = setUpAdmin()
const { changeOf, setRules } = pinCalls(() => admin)
const at = (rules: Parameters<typeof riderAt>[1]) => riderAt(() => admin, rules)

// Other tests run the cron in the future.
beforeEach(() => sql("DELETE FROM runs WHERE job = 'minute'"))

describe('the PIN of a ride', () => {
  test('is shown from the payment on, unless the property sets a time before the start', async () => {
    const { rider, scooter } = await at({})
    const { id } = await rideBetween(rider, scooter.id, [120, 180])
    expect(await seenByRider(rider, id)).toEqual({ otp_pin: OLD_PIN, pin_from: null })
    await setRules(rider.property_id, { pin_lead_minutes: 60 })
    const { otp_pin, pin_from } = await seenByRider(rider, id)
    expect(otp_pin).toBeNull()
    expect(Math.abs(new Date(pin_from ?? '').getTime() - Date.now() - 60 * MINUTE_MS)).toBeLessThan(5000)
    await setRules(rider.property_id, { pin_lead_minutes: 121 })
    expect(await seenByRider(rider, id)).toEqual({ otp_pin: OLD_PIN, pin_from: null })
  })

  test('is recorded as read at its first read, not before and not again', async () => {
    const { rider, scooter } = await at({ pin_lead_minutes: 60 })
    const [later, now] = [
      await rideBetween(rider, scooter.id, [120, 180]),
      await rideBetween(rider, scooter.id, [30, 90])
    ]
    await seenByRider(rider, now.id)
    const seen = await untilSeen(now.id)
    expect(Math.abs(seen * 1000 - Date.now())).toBeLessThan(10_000)
    expect(await pinSeenAt(later.id)).toBeNull()
    await sql('UPDATE bookings SET pin_seen_at = 5 WHERE id = ?', now.id)
    await seenByRider(rider, now.id)
    await setRules(rider.property_id, { pin_lead_minutes: null })
    await seenByRider(rider, now.id)
    await untilSeen(later.id)
    expect(await pinSeenAt(now.id)).toBe(5)
  })

  test('is shown although its read cannot be recorded, which is logged', async () => {
    const { rider, scooter } = await at({})
    const { id } = await rideBetween(rider, scooter.id, [30, 90])
    await sql(
      "CREATE TRIGGER full BEFORE UPDATE OF pin_seen_at ON bookings BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    expect(await seenByRider(rider, id)).toMatchObject({ otp_pin: OLD_PIN })
    await expect.poll(() => app.logs().some(line => String(line).includes('disk full'))).toBe(true)
    await sql('DROP TRIGGER full')
    await seenByRider(rider, id)
    expect(await untilSeen(id)).toBeGreaterThan(0)
  })

  test('counts as read when the page of My Bookings contains it', async () => {
    const { rider, scooter } = await at({})
    const { id } = await rideBetween(rider, scooter.id, [30, 90])
    const page = await app.fetch('/my-bookings', { headers: { cookie: `session=${rider.token}; userType=user` } })
    expect((await page.text()).includes(OLD_PIN)).toBe(true)
    expect(await untilSeen(id)).toBeGreaterThan(0)
  })
})

describe('after a ride', () => {
  test('a PIN that an admin sets in the form takes the place of the new one', async () => {
    const { rider, scooter } = await at({ pin_mode: 'rotate' })
    await rideBetween(rider, scooter.id, [-60, -1])
    await cronAfter(0)
    const save = (body: { name?: string; otp_pin?: string }) =>
      admin.call(updateScooter, { body, params: { id: scooter.id } })
    await save({ name: 'Renamed', otp_pin: OLD_PIN })
    expect(await changeOf(scooter.id)).toMatchObject({ scooter_name: 'Renamed' })
    await save({ otp_pin: '135790' })
    await cronAfter(1)
    expect(await changeOf(scooter.id)).toBeUndefined()
    expect(await pinOf(scooter.id)).toBe('135790')
  })

  test('a deleted scooter leaves the list', async () => {
    const { rider, scooter } = await at({ pin_mode: 'rotate' })
    await rideBetween(rider, scooter.id, [-60, -1])
    await cronAfter(0)
    await admin.call(deleteScooter, { params: { id: scooter.id } })
    expect(await changeOf(scooter.id)).toBeUndefined()
    await cronAfter(1)
    expect(await sql('SELECT 1 FROM pin_changes WHERE scooter_id = ?', scooter.id)).toEqual([])
  })
})
