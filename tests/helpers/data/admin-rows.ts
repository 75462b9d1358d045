import { sql } from '#tests/helpers/servers/app.ts'

// Fills the portal's lists with one statement each. Values vary between rows as they would in production.

/** A row source that INSERT statements select from. */
const ROWS = 'WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?1)'
const ANY = 'lower(hex(randomblob(16)))'
const NAMES =
  "substr('AshaRaviMeeraKiranDevikaFarhan', 1 + abs(random()) % 20, 5) || ' ' || substr(lower(hex(randomblob(4))), 1, 6)"
const idOfRowSql = (table: string) =>
  `(SELECT id FROM (SELECT id, row_number() OVER (ORDER BY rowid DESC) AS place FROM ${table}) WHERE place = counted.n)`
const withRows = (statement: string) => statement.replace('SELECT', `${ROWS} SELECT`)

/** Adds `rows` rows to each list, plus a few open tasks for admins. All are newer than existing rows. */
export async function fillPortal(rows: number, admin_id: string): Promise<void> {
  const statements = [
    `INSERT INTO properties (id, name, location, created_at)
     SELECT ${ANY}, 'Residence ' || ${NAMES}, ${NAMES} || ', Bengaluru', unixepoch() + n FROM counted`,
    `INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at)
     SELECT ${ANY}, ${idOfRowSql('properties')}, 'Ather 450X ' || n, 'Available', 100000 + abs(random()) % 900000,
            unixepoch() + n FROM counted`,
    `INSERT INTO legacy_pricing (property_id, hourly_1, hourly_3, hourly_6, hourly_12)
     SELECT ${idOfRowSql('properties')}, 50 + n, 130 + n, 240 + n, 450 + n FROM counted`,
    `INSERT INTO pricing_plans (id, property_id, name, hours, cost, available_days, is_active, created_at)
     SELECT ${ANY}, ${idOfRowSql('properties')}, 'Plan of ' || ${NAMES}, 1 + n % 24, 100 + n, '["monday","friday"]', n % 2,
            unixepoch() + n FROM counted`,
    `INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, created_at)
     SELECT ${ANY}, ${NAMES}, lower(hex(randomblob(5))) || '@example.in', 9800000000 + abs(random()) % 99999999,
            '1995-06-15', '', ${idOfRowSql('properties')}, '/api/admin/licenses/' || ${ANY}, unixepoch() + n FROM counted`,
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, created_at, updated_at)
     SELECT ${ANY}, ${idOfRowSql('users')}, s.id, s.name, p.id, p.name, unixepoch() - n * 5400, unixepoch() - n * 5400 + 3600,
            1, 50 + n, 'confirmed', 'pay_' || hex(randomblob(7)), unixepoch() + n, 0
       FROM counted JOIN scooters s ON s.id = ${idOfRowSql('scooters')} JOIN properties p ON p.id = s.property_id`,
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT b.payment_id, b.id, b.payment_id, 'captured', b.amount * 100, 'INR', b.created_at
       FROM counted JOIN bookings b ON b.id = ${idOfRowSql('bookings')}`,
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, refund_id, lease_until, created_at)
     SELECT b.payment_id, b.payment_id, b.id, b.amount * 100, 'slot_lost', CASE WHEN n < 4 THEN 'review' ELSE 'processed' END,
            'rfnd_' || hex(randomblob(7)), CASE WHEN n < 4 THEN 99999999999 END, b.created_at
       FROM counted JOIN bookings b ON b.id = ${idOfRowSql('bookings')}`,
    `INSERT INTO disputes (dispute_id, payment_id, booking_id, status, phase, reason, paise, paise_deducted, currency,
                           respond_by, created_at, told_at)
     SELECT 'disp_' || hex(randomblob(7)), b.payment_id, b.id, CASE WHEN n < 3 THEN 'open' ELSE 'won' END, 'chargeback',
            'credit_not_processed', b.amount * 100, 0, 'INR', b.created_at + 864000, b.created_at, b.created_at
       FROM counted JOIN bookings b ON b.id = ${idOfRowSql('bookings')} WHERE n < 6`,
    `INSERT INTO audits (id, created_at, admin_id, action, subject)
     SELECT ${ANY}, unixepoch() + n, ?2, 'view_license', ${idOfRowSql('users')} FROM counted`
  ]
  for (const statement of statements) {
    await sql(withRows(statement), rows, ...(statement.includes('?2') ? [admin_id] : []))
  }
}
