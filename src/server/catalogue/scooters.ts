import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type {
  createScooter,
  deleteScooter,
  listAllScooters,
  listPropertyScooters,
  updateScooter
} from '#contract/catalogue/scooters.admin.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/booking-window.ts'
import { newPin } from '#domain/pin.ts'
import { addMinutes } from '#domain/time.ts'
import * as text from '#messages/admin.ts'
import { scooterNotFound } from '#messages/booking.ts'
import { auditRow, namesIn } from '#server/admin/audit-log.ts'
import { dateFrom, db } from '#server/db/client.ts'
import { bookings, properties, scooters } from '#server/db/schema.ts'
import { conflict, invalidField, notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { byName, contains, cutOf, orderOf, pageOf } from '#server/http/list-query.ts'
import { newId, randomBelow } from '#server/runtime/ids.ts'
import { claiming, releasing } from '#server/uploads/image-references.ts'
import { newImage } from '#server/uploads/images.ts'
import { deleteScooterUnlessRidden } from './deletion.ts'
import { propertyExists } from './properties.ts'

const shared = {
  id: scooters.id,
  image_url: scooters.image_url,
  name: scooters.name,
  property_id: scooters.property_id,
  property_location: properties.location,
  property_name: properties.name,
  status: scooters.status
}

const forAdmin = (now: Date) => ({
  ...shared,
  otp_pin: scooters.otp_pin,
  property_deleted: sql<number>`${properties.archived_at} IS NOT NULL`,
  riding_until: ridingUntil(now),
  rides_ahead: ridesAhead(now)
})

// The paid ride that covers now. A ride is at most a day long: the second bound lets the index do the work.
const ridingUntil = (now: Date) => sql<number | null>`(
  SELECT max(${bookings.end_at}) FROM ${bookings}
  WHERE ${and(
    eq(bookings.scooter_id, scooters.id),
    lte(bookings.start_at, now),
    gt(bookings.start_at, addMinutes(now, -LONGEST_RIDE_MINUTES)),
    gt(bookings.end_at, now),
    eq(bookings.state, 'confirmed')
  )})`

// Here too: without the first bound every ride that the scooter ever had would be read.
const ridesAhead = (now: Date) => sql<number>`(
  SELECT count(*) FROM ${bookings}
  WHERE ${and(
    eq(bookings.scooter_id, scooters.id),
    gt(bookings.start_at, addMinutes(now, -LONGEST_RIDE_MINUTES)),
    gt(bookings.end_at, now),
    eq(bookings.state, 'confirmed')
  )})`

/** A rider sees the scooters of his own property only (decision 44), whatever their status, never a PIN. */
export const scootersOfProperty: Operation<typeof listPropertyScooters> = async ({ params }, rider, { now }) => {
  if (rider.property_id !== params.property_id) return []
  const rows = await db
    .select({ ...shared, riding_until: ridingUntil(now) })
    .from(scooters)
    .innerJoin(properties, eq(properties.id, scooters.property_id))
    .where(
      and(eq(scooters.property_id, params.property_id), isNull(scooters.archived_at), isNull(properties.archived_at))
    )
    .orderBy(asc(scooters.name))
  return rows.map(({ riding_until, ...scooter }) => {
    // Decision 40: Maintenance > stored Booked > a paid ride covering now > Available.
    const isRidden = scooter.status === 'Available' && riding_until !== null
    return {
      ...scooter,
      bookable_later: isRidden,
      booked_until: isRidden ? dateFrom(riding_until).toISOString() : null,
      status: isRidden ? 'Booked' : scooter.status
    }
  })
}

export const allScooters: Operation<typeof listAllScooters> = async ({ query }, _, { now, reply }) => {
  const { limit, offset } = cutOf(query)
  const order = {
    created_at: scooters.created_at,
    name: byName(scooters.name),
    property_name: byName(properties.name),
    status: scooters.status
  }
  const rows = await adminRows(
    now,
    and(
      query.property_id === undefined ? undefined : eq(scooters.property_id, query.property_id),
      query.status && eq(scooters.status, query.status),
      query.q ? or(contains(scooters.name, query.q), contains(properties.name, query.q)) : undefined
    )
  )
    .orderBy(...orderOf(query.sort, order, { newest: scooters.created_at, table: scooters }))
    .limit(limit)
    .offset(offset)
  return pageOf(rows.map(seenByAdmin), query, reply)
}

function adminRows(now: Date, wanted: SQL | undefined) {
  return db
    .select(forAdmin(now))
    .from(scooters)
    .leftJoin(properties, eq(properties.id, scooters.property_id))
    .where(and(isNull(scooters.archived_at), wanted))
    .$dynamic()
}

type AdminRow = { property_deleted: number; riding_until: number | null }

function seenByAdmin<Row extends AdminRow>({ property_deleted, riding_until, ...scooter }: Row) {
  return {
    ...scooter,
    booked_until: riding_until === null ? null : dateFrom(riding_until).toISOString(),
    property_deleted: property_deleted === 1
  }
}

async function scooterById(id: string, now: Date) {
  const [scooter] = await adminRows(now, eq(scooters.id, id))
  if (!scooter) throw notFound(scooterNotFound)
  return seenByAdmin(scooter)
}

export const addScooter: Operation<typeof createScooter> = async ({ body }, by, { now }) => {
  const { name, status } = body
  const property_id = await assignable(body.property_id)
  const image_url = body.image && (await newImage(body.image, by.id, now))
  const otp_pin = body.otp_pin || newPin(randomBelow)
  const id = newId()
  const scooter = { created_at: now, id, image_url: image_url ?? null, name, otp_pin, property_id, status }
  await db.batch([
    db.insert(scooters).values(scooter),
    auditRow({ action: 'create_scooter', subject: id }, by, now),
    ...(image_url ? [claiming(image_url, now)] : [])
  ])
  return scooterById(id, now)
}

export const changeScooter: Operation<typeof updateScooter> = async ({ body, params }, by, { now }) => {
  const kept = await scooterById(params.id, now)
  const property_id = body.property_id === undefined ? undefined : await assignable(body.property_id)
  const image_url = body.image && (await newImage(body.image, by.id, now))
  const changes = { image_url, name: body.name, otp_pin: body.otp_pin || undefined, property_id, status: body.status }
  const changed = namesIn(changes)
  if (changed !== '') {
    await db.batch([
      db.update(scooters).set(changes).where(eq(scooters.id, kept.id)),
      auditRow({ action: 'update_scooter', detail: changed, subject: kept.id }, by, now),
      ...(image_url ? [claiming(image_url, now), releasing(kept.image_url)] : [])
    ])
  }
  return scooterById(kept.id, now)
}

// Empty: 'Unassigned' (decision 52).
async function assignable(property_id: string): Promise<string | null> {
  if (property_id === '') return null
  if (!(await propertyExists(property_id))) throw invalidField('property_id', text.propertyNotFound)
  return property_id
}

/** Refused while a paid ride is ahead; archived where a booking refers to it, else gone (design.md §10.5). */
export const removeScooter: Operation<typeof deleteScooter> = async ({ params: { id } }, by, { now }) => {
  const rides = await deleteScooterUnlessRidden(await scooterById(id, now), by, now)
  if (rides > 0) throw conflict(text.scooterHasRides(rides))
  return { message: text.deleted }
}
