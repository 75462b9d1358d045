import { addDays, addMinutes, dayOf, instantAt } from '#domain/time/india-time.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { admins } from '#server/db/schema/admins.ts'
import * as catalogue from '#server/db/schema/catalogue.ts'
import { rider_words, users } from '#server/db/schema/riders.ts'
import { type Demo, searchRows } from '../../../demo/demo.ts'

// The properties, scooters and riders, which are equal in every database.

export const PROPERTIES = 20
export const SCOOTERS = 200
export const RIDERS = 2000

const SCOOTERS_EACH = SCOOTERS / PROPERTIES
/** One in this many scooters is in maintenance. */
const OUT_OF_ORDER = 17

export const PASSWORD = 'Bench@123'
export const ADMIN = { email: 'admin@bench.test', id: 'bench-admin', name: 'Nandini Shetty' }
/** The rider whose screens are measured. They live at the first property. */
export const RIDER = { email: 'rider0@bench.test', id: riderId(0) }

const FIRST_NAMES = ['Asha', 'Kabir', 'Meera', 'Rohan', 'Zoya', 'Ananya', 'Ishaan', 'Lakshmi', 'Vikram', 'Tara', 'Dev']
const LAST_NAMES = ['Rao', 'Iyer', 'Khan', 'Das', 'Pillai', 'Fernandes', 'Nair', 'Shetty', 'Kulkarni', 'Sen', 'Reddy']
const MODELS = ['Ather 450X', 'Ola S1 Air', 'TVS iQube', 'Bajaj Chetak', 'Vida V1 Pro']
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const PLANS = [
  { cost: 50, hours: 1, name: 'Quick Hop' },
  { cost: 140, hours: 3, name: 'Errand Run' },
  { cost: 270, hours: 6, name: 'Half Day' },
  { cost: 500, hours: 12, name: 'Full Day' }
] as const

function riderId(index: number): string {
  return `rider-${index}`
}

function propertyId(index: number): string {
  return `property-${index}`
}

function planId(property_id: string, hours: number): string {
  return `${property_id}-${hours}h`
}

/** The scooter's fields that a booking stores. */
export function scooterAt(index: number) {
  const home = Math.floor(index / SCOOTERS_EACH)
  return {
    property_id: propertyId(home),
    property_name: `Residency ${home + 1}`,
    scooter_id: `scooter-${index}`,
    scooter_name: `${MODELS[index % MODELS.length]} · ${index + 1}`
  }
}

function each<Row>(count: number, rowOf: (index: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => rowOf(index))
}

function scooterRow(index: number, created_at: Date) {
  const { property_id, scooter_id, scooter_name } = scooterAt(index)
  const status = index % OUT_OF_ORDER === OUT_OF_ORDER - 1 ? ('Maintenance' as const) : ('Available' as const)
  return { created_at, id: scooter_id, name: scooter_name, otp_pin: String(482_915 + index), property_id, status }
}

function riderRow(index: number, { opened, password_hash }: { opened: Date; password_hash: string }) {
  const firstName = FIRST_NAMES[index % FIRST_NAMES.length]
  const lastName = LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length]
  return {
    created_at: addMinutes(opened, index),
    date_of_birth: '1995-06-15',
    email: `rider${index}@bench.test`,
    id: riderId(index),
    license_photo_url: 'https://bench.test/licence',
    name: `${firstName} ${lastName}`,
    password_hash,
    phone: '+91 98450 11223',
    property_id: propertyId(index % PROPERTIES)
  }
}

/** The scooters of the measured rider. Nobody else rides them. */
export const OWN_SCOOTERS = 5
/** A scooter at the rider's property that others book too. */
export const BUSY_SCOOTER = scooterAt(OWN_SCOOTERS).scooter_id

/** A window of the measured rider, later than all existing bookings. */
export function freeWindow(now: Date) {
  const { property_id } = scooterAt(OWN_SCOOTERS)
  const start_time = instantAt(addDays(dayOf(now), 16), '10:00')
  return { pricing_plan_id: planId(property_id, PLANS[0].hours), scooter_id: BUSY_SCOOTER, start_time }
}

/** All rows whose number does not depend on the bookings. */
export async function fixtureRows(opened: Date): Promise<Demo['rows']> {
  const stamp = { created_at: opened }
  const password_hash = await hashPassword(PASSWORD)
  const properties = each(PROPERTIES, index => ({
    ...stamp,
    id: propertyId(index),
    location: `Street ${index + 1}, Bengaluru`,
    name: `Residency ${index + 1}`
  }))
  const plans = properties.flatMap(({ id }) =>
    PLANS.map(plan => ({
      ...stamp,
      ...plan,
      available_days: EVERY_DAY,
      id: planId(id, plan.hours),
      is_active: true,
      property_id: id
    }))
  )
  const riders = each(RIDERS, index => riderRow(index, { opened, password_hash }))
  return [
    [admins, [{ ...ADMIN, ...stamp, password_hash }]],
    [catalogue.properties, properties],
    [catalogue.scooters, each(SCOOTERS, index => scooterRow(index, opened))],
    [catalogue.pricing_plans, plans],
    [users, riders],
    [rider_words, searchRows(riders)]
  ]
}
