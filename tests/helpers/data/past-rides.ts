import { sql } from '#tests/helpers/servers/app.ts'

interface PastRides {
  admin: { id: string }
  rider: { id: string; property_id: string }
  scooter_id: string
}

const NUMBERS = 'WITH RECURSIVE n (i) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?2)'

/**
 * Inserts the paid rides with these numbers, every other hour back from a week ago, each with an activity entry of its
 * scooter.
 */
export async function insertPastRides(
  { admin, rider, scooter_id }: PastRides,
  { from, to }: { from: number; to: number }
): Promise<void> {
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, hours,
                           amount, state, payment_id, paid_at, returned_at, created_at, updated_at)
     ${NUMBERS} SELECT 'past-' || i, ?3, ?4, 'S', ?5, 'P', at, at + 3600, 1, 50, 'confirmed', 'past-' || i, at,
                       at + 3600, at, at FROM (SELECT i, unixepoch() - 604800 - i * 7200 AS at FROM n)`,
    from,
    to,
    rider.id,
    scooter_id,
    rider.property_id
  )
  await sql(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT id, id, id, 'captured', 5000, 'INR', created_at FROM bookings WHERE id LIKE 'past-%'
         ON CONFLICT DO NOTHING`
  )
  await sql(
    `INSERT INTO audits (id, created_at, admin_id, action, subject)
     SELECT id, created_at, ?, 'change_pin', scooter_id FROM bookings WHERE id LIKE 'past-%'
         ON CONFLICT DO NOTHING`,
    admin.id
  )
}
