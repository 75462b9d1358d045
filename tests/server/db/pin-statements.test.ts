import { beforeAll, expect, test, vi } from 'vitest'
import { markPinsSeen, rotatePinsOfEndedRides } from '#server/catalogue/pins.ts'
import { emptyTables } from '#tests/helpers/data/stored-state.ts'
import { measureCost } from '#tests/helpers/db/watched-d1.ts'
import { sql, startApp } from '#tests/helpers/servers/app.ts'

vi.mock('cloudflare:workers', () => import('#tests/helpers/db/watched-d1.ts'))

startApp()

const NOW = new Date('2026-06-15T06:30:00Z')
const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)'

/** One ride every half hour, back from now, and an activity entry after each. */
async function fillRides(from: number, to: number): Promise<void> {
  const at = NOW.getTime() / 1000
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     ${NUMBERS} SELECT 'b' || i, 'u', 's', 'S', 'p', 'P', ?3 - i * 1800, ?3 - i * 1800 + 1700, 1, 50, 'confirmed',
                       'pay' || i, 0, 0 FROM n`,
    from,
    to,
    at
  )
  await sql(
    `INSERT INTO audits (id, created_at, admin_id, action, subject)
     ${NUMBERS} SELECT 'a' || i, ?3 - i * 1800 + 1750, 'a', 'change_pin', 's' FROM n`,
    from,
    to,
    at
  )
}

beforeAll(async () => {
  await sql("INSERT INTO properties (id, name, location, created_at) VALUES ('p', 'P', 'L', 0)")
  await sql("INSERT INTO property_settings (property_id, pin_mode, updated_at) VALUES ('p', 'rotate', 0)")
  await sql(
    "INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at) VALUES ('s', 'p', 'S', 'Available', '1', 0)"
  )
  await sql("INSERT INTO admins (id, name, email, password_hash, created_at) VALUES ('a', 'A', 'a', '', 0)")
  await sql(
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, license_photo_url, created_at)
     VALUES ('u', 'U', 'u', '', '', '', '', 0)`
  )
})

test('a minute of the cron reads the rides of a day, however many there were', async () => {
  await fillRides(1, 1000)
  const few = await measureCost(() => rotatePinsOfEndedRides(NOW))
  await fillRides(1001, 10_000)
  const many = await measureCost(() => rotatePinsOfEndedRides(NOW))
  expect(many.rows_read).toBeLessThanOrEqual(few.rows_read)
  expect(many.rows_read).toBeLessThan(200)
})

test('a read that is recorded after the cancellation adds a PIN, once', async () => {
  const waiting = () => sql<{ new_pin: string }>("SELECT new_pin FROM pin_changes WHERE scooter_id = 's'")
  await sql("UPDATE bookings SET state = 'cancelled', updated_at = 5 WHERE id = 'b1'")
  await markPinsSeen(['b1', 'b2'], NOW)
  const [added] = await waiting()
  expect(added?.new_pin).toMatch(/^\d{6}$/)
  await emptyTables('pin_changes')
  await markPinsSeen(['b1', 'b2'], new Date(NOW.getTime() + 60_000))
  expect(await waiting()).toEqual([])
})
