import { DAYS } from '#domain/constants.ts'
import { instantAt, type Weekday } from '#domain/time/india-time.ts'
import { dayAhead, sql } from '#tests/helpers/servers/app.ts'

let count = 0

export async function insertProperty(fields: { name?: string; location?: string } = {}) {
  const property = {
    id: `property-${++count}`,
    location: 'Indiranagar, Bengaluru',
    name: `Property ${count}`,
    ...fields
  }
  await sql(
    'INSERT INTO properties (id, name, location, created_at) VALUES (?, ?, ?, ?)',
    property.id,
    property.name,
    property.location,
    count
  )
  return property
}

export async function insertScooter(
  property_id: string,
  fields: { name?: string; otp_pin?: string; status?: string } = {}
) {
  const scooter = {
    id: `scooter-${++count}`,
    name: `Scooter ${count}`,
    otp_pin: `48${1000 + count}`,
    status: 'Available',
    ...fields
  }
  await sql(
    'INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    scooter.id,
    property_id,
    scooter.name,
    scooter.status,
    scooter.otp_pin,
    count
  )
  return scooter
}

export async function insertPlan(
  property_id: string,
  fields: { cost?: number; days?: readonly Weekday[]; hours?: number; is_active?: boolean; name?: string } = {}
) {
  const plan = {
    cost: 140,
    days: DAYS,
    hours: 3,
    id: `plan-${++count}`,
    is_active: true,
    name: `Plan ${count}`,
    ...fields
  }
  await sql(
    `INSERT INTO pricing_plans (id, property_id, name, hours, cost, available_days, is_active, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
    plan.id,
    property_id,
    plan.name,
    plan.hours,
    plan.cost,
    JSON.stringify(plan.days),
    plan.is_active ? 1 : 0
  )
  return plan
}

/** Rates of 60, 150, 280 and 510 rupees for 1, 3, 6 and 12 hours. */
export async function insertLegacyPricing(property_id: string): Promise<void> {
  await sql('INSERT INTO legacy_pricing VALUES (?, 60, 150, 280, 510)', property_id)
}

interface BookingOptions {
  amount?: number
  created_at?: Date
  end: Date
  id?: string
  plan_name?: string
  scooter_id: string
  start: Date
  state?: 'cancelled' | 'confirmed' | 'expired' | 'held' | 'refunded'
  user_id: string
}

/** Inserts a captured payment of a booking's full amount. */
async function insertPayment(payment_id: string, booking_id: string): Promise<void> {
  await sql(
    `INSERT INTO payments (id, booking_id, payment_id, status, paise, currency, created_at)
     SELECT ?1, id, ?1, 'captured', amount * 100, 'INR', created_at FROM bookings WHERE id = ?2`,
    payment_id,
    booking_id
  )
}

/** Inserts a refund with its own payment, as if the booking had been paid twice. */
export async function insertRefund({ booking_id, status }: { booking_id: string; status: string }): Promise<string> {
  const payment_id = `pay-${status}-${booking_id}`
  await insertPayment(payment_id, booking_id)
  await sql(
    `INSERT INTO refunds (id, payment_id, booking_id, paise, reason, status, lease_until, created_at)
     SELECT id, id, ?2, paise, 'extra_payment', ?3, 99999999999, 0 FROM payments WHERE id = ?1`,
    payment_id,
    booking_id,
    status
  )
  return payment_id
}

/** Inserts a past or future booking directly, with any window and status. */
export async function insertBooking({
  amount = 50,
  created_at,
  end,
  id = `booking-${++count}`,
  plan_name,
  scooter_id,
  start,
  state,
  user_id
}: BookingOptions) {
  const bookingState = state ?? 'confirmed'
  const at = (instant: Date) => Math.floor(instant.getTime() / 1000)
  const hold_until = bookingState === 'held' ? at(new Date()) + 900 : null
  const payment_id = bookingState === 'confirmed' || bookingState === 'refunded' ? `pay-${id}` : null
  await sql(
    `INSERT INTO bookings (id, user_id, scooter_id, scooter_name, property_id, property_name, start_at, end_at, plan_id,
                           plan_name, hours, amount, state, hold_until, payment_id, created_at, updated_at)
     SELECT ?1, ?2, s.id, s.name, p.id, p.name, ?4, ?5, ?6, ?6, 1, ?7, ?8, ?9, ?10, ?11, ?11
       FROM scooters s JOIN properties p ON p.id = s.property_id WHERE s.id = ?3`,
    id,
    user_id,
    scooter_id,
    at(start),
    at(end),
    plan_name ?? null,
    amount,
    bookingState,
    hold_until,
    payment_id,
    at(created_at ?? start)
  )
  if (payment_id && bookingState === 'confirmed') await insertPayment(payment_id, id)
  return { id }
}

/** A future instant by India's clock. For example, '10:00' in two days is daysAhead(2, '10:00'). */
export function daysAhead(days: number, clock: string): string {
  return instantAt(dayAhead(days), clock).toISOString()
}

/** The smallest files whose first bytes match their image type. */
export const pictures = {
  jpeg: () =>
    new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])], 'licence.jpg', {
      type: 'image/jpeg'
    }),
  // The start of an iPhone photo: the file type box with its brands.
  heic: () => new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_0042.HEIC', { type: '' }),
  png: () =>
    new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'photo.png', { type: 'image/png' }),
  svg: () => new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drawing.jpg', { type: 'image/jpeg' })
}
