import { expect, test } from 'vitest'
import { sql, startApp } from '#tests/helpers/servers/app.ts'
import { makeDatabaseBefore } from './version-1.ts'

// A database from before notes had a property, and before a deletion took what admins had written.

startApp(undefined, async d1 => {
  await makeDatabaseBefore(d1, '0039_notes-of-a-property.sql')
  const rows = [
    "INSERT INTO properties (id, name, location, created_at) VALUES ('p', 'P', 'X', 0)",
    "INSERT INTO admins (id, name, email, password_hash, created_at) VALUES ('a', 'A', 'a@example.test', 'x', 0)",
    ...['kept', 'deleted'].flatMap(rider => [
      `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, license_photo_url, property_id, created_at, deleted_at)
       VALUES ('${rider}', 'R', '${rider}', '', '', '', '', 'p', 0, iif('${rider}' = 'deleted', 1, NULL))`,
      `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at, archived_at)
       VALUES ('s-${rider}', 'p', 'S', 'Available', '482915', 0, iif('${rider}' = 'deleted', 1, NULL))`,
      `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                             amount, state, payment_id, cancel_reason, created_at, updated_at)
       VALUES ('b-${rider}', '${rider}', 's-${rider}', 'S', 'p', 'P', 0, 3600, 1, 50, 'cancelled', 'pay-${rider}', 'rude', 0, 0)`,
      `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
       VALUES ('pay-${rider}', 'b-${rider}', 'pay-${rider}', 'captured', 5000, 'INR', 0)`,
      `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, note, created_at)
       VALUES ('r-${rider}', 'pay-${rider}', 'b-${rider}', 1000, 'goodwill', 'processed', 'rude', 0)`,
      `INSERT INTO compensations (booking_id, paise, created_at, paid_at, note) VALUES ('b-${rider}', 700, 0, 1, 'rude')`,
      `INSERT INTO problems (id, scooter_id, booking_id, kind, is_rideable, note, state, created_at, updated_at)
       VALUES ('f-${rider}', 's-${rider}', 'b-${rider}', 'other', 1, 'rude', 'fixed', 0, 0),
              ('o-${rider}', 's-${rider}', NULL, 'damaged', 1, 'left mirror', 'known', 0, 0)`,
      `INSERT INTO audits (id, created_at, admin_id, action, subject, detail)
       VALUES ('1-${rider}', 0, 'a', 'refund_booking', 'b-${rider}', '₹10 · rude'),
              ('2-${rider}', 0, 'a', 'close_refund', 'r-${rider}', 'rude'),
              ('3-${rider}', 0, 'a', 'reject_license', '${rider}', 'unreadable')`
    ]),
    "INSERT INTO rider_notes (id, user_id, admin_id, kind, text, created_at) VALUES ('n', 'kept', 'a', 'note', 'x', 0)"
  ]
  await d1.batch(rows.map(row => d1.prepare(row)))
})

test('an upgrade gives a note the present property of its rider', async () => {
  expect(await sql('SELECT id, property_id FROM rider_notes')).toEqual([{ id: 'n', property_id: 'p' }])
})

test.each([
  ['kept', 'rude', '₹10 · rude'],
  ['deleted', null, '₹10']
])('what admins wrote about a rider who is %s becomes %j, and the amounts stay', async (rider, words, refunded) => {
  const stored = await sql(
    `SELECT b.cancel_reason, r.note AS refund, r.paise, c.note AS paid, c.paise AS owed, p.note AS fixed
       FROM bookings b JOIN refunds r ON r.booking_id = b.id JOIN compensations c ON c.booking_id = b.id
       JOIN problems p ON p.booking_id = b.id WHERE b.user_id = ?`,
    rider
  )
  expect(stored).toEqual([{ cancel_reason: words, fixed: words, owed: 700, paid: words, paise: 1000, refund: words }])
  const entries = await sql<{ detail: string | null }>(
    "SELECT detail FROM audits WHERE id LIKE '%-' || ? ORDER BY id",
    rider
  )
  expect(entries.map(({ detail }) => detail)).toEqual([refunded, words, 'unreadable'])
})

test('the problems of a deleted scooter are over', async () => {
  const states = await sql<{ state: string }>("SELECT state FROM problems WHERE id LIKE 'o-%' ORDER BY id")
  expect(states.map(({ state }) => state)).toEqual(['fixed', 'known'])
})
