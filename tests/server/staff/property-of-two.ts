import { HOUR_MS } from '#domain/time/time-units.ts'
import { signedInAdmin, signedInRider } from '#tests/helpers/data/people.ts'
import { insertBooking, insertPlan, insertProperty, insertScooter } from '#tests/helpers/data/rows.ts'
import { sql } from '#tests/helpers/servers/app.ts'

// Two properties whose rows can be told apart by any of their words and numbers.

/** A property with one row of everything that has a scope. `mark` is in every name, `amount` is its only price. */
export async function propertyWithRows(mark: string, amount: number) {
  const property = await insertProperty({ location: `${mark} Road`, name: `${mark} House` })
  const rider = await signedInRider({ name: `${mark} Rao`, property_id: property.id })
  const licence = `licence-${mark}`.toLowerCase()
  const photo = `photo-${mark}`.toLowerCase()
  const phone = `+91 9${amount}5 1${amount}0`
  await sql(
    'UPDATE users SET license_photo_url = ?, phone = ? WHERE id = ?',
    `/api/admin/licenses/${licence}`,
    phone,
    rider.id
  )
  const scooter = await insertScooter(property.id, { name: `${mark} scooter`, otp_pin: `${amount}${amount}` })
  const plan = await insertPlan(property.id, { cost: amount, name: `${mark} plan` })
  await sql('INSERT INTO legacy_pricing VALUES (?1, ?2, ?2, ?2, ?2)', property.id, amount)
  const booking = await insertBooking({
    amount,
    end: new Date(Date.now() + 2 * HOUR_MS),
    scooter_id: scooter.id,
    start: new Date(Date.now() - HOUR_MS),
    user_id: rider.id
  })
  await sql('UPDATE bookings SET return_photo_id = ? WHERE id = ?', photo, booking.id)
  await sql(
    `INSERT INTO uploads (id, kind, path, content_type, created_at, claimed_at, is_stored)
     VALUES (?1, 'photo', 'photos/2026-06-13/' || ?2 || '/' || ?1 || '.png', 'image/png', 0, 0, 1)`,
    photo,
    rider.id
  )
  await sql(
    'INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, ?, 0)',
    scooter.id,
    `${amount + 1}${amount}`
  )
  await sql("INSERT INTO scooter_papers (scooter_id, kind, number) VALUES (?, 'rc', ?)", scooter.id, `${mark} RC`)
  const problem = `problem-${mark}`.toLowerCase()
  await sql(
    `INSERT INTO problems (id, scooter_id, booking_id, user_id, kind, is_rideable, words, state, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, 'damaged', 1, ?5, 'open', unixepoch(), 0)`,
    problem,
    scooter.id,
    booking.id,
    rider.id,
    `${mark} mirror`
  )
  return { booking, licence, mark, phone, photo, plan, problem, property, rider, scooter }
}

export type PropertyRows = Awaited<ReturnType<typeof propertyWithRows>>

export const staffOf = async (role: 'caretaker' | 'manager', ...properties: { id: string }[]) =>
  signedInAdmin(
    role,
    properties.map(({ id }) => id)
  )
