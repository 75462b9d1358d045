import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as portal from '#contract/catalogue/admin-scooters.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import { mayActAs } from '#domain/admin/roles.ts'
import { effectiveStatus, generatePin, type ScooterStatus } from '#domain/catalogue/scooters.ts'
import { pick, sortRows } from '#domain/kit/rows.ts'
import type { ProblemKind } from '#domain/problems/problems.ts'
import type { BookingBlock } from '#domain/riders/licence.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { activityInsert, changedFieldNames, isSubjectActive } from '#server/activity/activity.ts'
import { d1, db, prepareNamed, prepareQuery, refuseDuplicate, refuseMissingReference } from '#server/db/client.ts'
import { pin_changes, properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/riders.ts'
import { isoFrom, isoOrNull, secondsOf, sqlAt } from '#server/db/sql.ts'
import { isOwnProperty, oldestFirst, pageOfFew } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { pinChangedMessage } from '#server/outbox/insert-message.ts'
import { newId, randomBelow } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { bookingBlock } from '#server/slots/hold-limits.ts'
import {
  blockedUntil,
  blockKind,
  countOpenRides,
  endMaintenanceReports,
  guestPhoneNow,
  isLateNow,
  knownDamage,
  openRidesOf,
  riderNameNow,
  riderNow,
  ridingUntil,
  statusNow
} from '#server/slots/scooter-state.ts'
import { claimStatement, releaseStatement } from '#server/uploads/claims.ts'
import { saveImage } from '#server/uploads/images.ts'
import { deleteUnlessBooked, endHoldsElsewhere } from './delete-or-archive.ts'
import { papersOf, parsePapers, savePapers } from './papers.ts'
import {
  activeProperty,
  assertKindKnown,
  currentOpening,
  isActive,
  refuseUnknownProperty,
  ruleColumns,
  unknownProperty,
  withDefaultRules
} from './properties.ts'

const riderColumns = {
  ...pick(scooters, 'id', 'image_url', 'name', 'property_id', 'status'),
  property_location: properties.location,
  property_name: properties.name
}

/** What riders read before they book. */
const shownRules = pick(
  ruleColumns,
  'free_cancel_minutes',
  'grace_minutes',
  'late_cancel_percent',
  'max_days_ahead',
  'max_ride_hours',
  'opens_at',
  'closes_at',
  'weekday_hours',
  'closed_dates',
  'paused_until',
  'pause_note',
  'lead_minutes',
  'support_phone'
)

/** What keeps a scooter from being booked now. */
const usageColumns = (now: Date) => ({
  blocked_until: sqlAt<number | null>(blockedUntil('scooters.id'), now),
  is_late: sqlAt(isLateNow('scooters.id'), now).mapWith(Boolean),
  riding_until: sqlAt<number | null>(ridingUntil('scooters.id'), now)
})

type UsageRow = { blocked_until: number | null; is_late: boolean; riding_until: number | null; status: ScooterStatus }

const effectiveStatusOf = ({ blocked_until, is_late, riding_until, status }: UsageRow) =>
  effectiveStatus(status, { isBlocked: blocked_until !== null, isLate: is_late, isRidden: riding_until !== null })

const adminColumns = (now: Date) => ({
  ...riderColumns,
  ...usageColumns(now),
  block_kind: sqlAt<ProblemKind | null>(blockKind('scooters.id'), now),
  booked_by: sqlAt<string | null>(riderNameNow('scooters.id'), now),
  booked_phone: sqlAt<string | null>(guestPhoneNow('scooters.id'), now),
  kind: scooters.kind,
  needs_license: scooters.needs_license,
  otp_pin: scooters.otp_pin,
  papers: sql<string>`${sql.raw(papersOf('scooters.id'))}`,
  property_deleted: sql<number>`${properties.archived_at} IS NOT NULL`,
  registration_number: scooters.registration_number,
  rides_ahead: sqlAt<number>(countOpenRides('scooter_id', 'scooters.id'), now)
})

/** Why the rider may not book the scooter, even for a ride that ends now. */
const BLOCK_NOW = bookingBlock(':now', { rider: 'users', rules: 'property_settings', scooter: 'scooters' })

/** Returns only scooters of the rider's own property, in any status and without PINs. */
export const listPropertyScooters = implement(contract.listPropertyScooters, async ({ params }, rider, { now }) => {
  if (rider.property_id !== params.property_id) return []
  const rows = await db
    .select({
      ...riderColumns,
      ...shownRules,
      ...usageColumns(now),
      booking_block: sqlAt<BookingBlock | null>(BLOCK_NOW, now),
      is_yours: sql`${sqlAt(riderNow('scooters.id'), now)} IS ${rider.id}`.mapWith(Boolean),
      known_damage: sql<string | null>`${sql.raw(knownDamage('scooters.id'))}`
    })
    .from(scooters)
    .innerJoin(properties, eq(properties.id, scooters.property_id))
    .innerJoin(users, eq(users.id, rider.id))
    .leftJoin(property_settings, eq(property_settings.property_id, scooters.property_id))
    .where(
      and(eq(scooters.property_id, params.property_id), isNull(scooters.archived_at), isNull(properties.archived_at))
    )
  return sortRows(rows.map(withDefaultRules), 'name').map(row => {
    const { blocked_until, is_late, riding_until, ...scooter } = row
    const status = effectiveStatusOf(row)
    const isBookableLater = status !== scooter.status
    const until = riding_until ?? blocked_until
    return {
      ...scooter,
      ...currentOpening(scooter, now),
      bookable_later: isBookableLater,
      booked_until: isBookableLater && until !== null ? isoFrom(until) : null,
      ...(is_late && { is_late }),
      status
    }
  })
})

export const listAllScooters = implement(portal.listAllScooters, async ({ query }, admin, { now, responseHeaders }) => {
  const condition = and(
    isOwnProperty(scooters.property_id, admin),
    query.id === undefined ? undefined : eq(scooters.id, query.id),
    query.property_id === undefined ? undefined : eq(scooters.property_id, query.property_id),
    query.status && eq(sqlAt<ScooterStatus>(statusNow('scooters'), now), query.status),
    // Riders cannot book scooters of a deleted property.
    query.status === 'Available' ? isNull(properties.archived_at) : undefined
  )
  const rows = await selectScooters(now, condition).orderBy(...oldestFirst(scooters))
  // The portal shows the effective status, so it sorts by it.
  const shown = rows.map(row => ({ ...row, status: effectiveStatusOf(row), stored: row.status }))
  const page = pageOfFew(shown, { query, responseHeaders, searched: ['name', 'property_name', 'registration_number'] })
  return page.map(({ stored, ...row }) => toAdminScooter({ ...row, status: stored }, admin))
})

function selectScooters(now: Date, condition: SQL | undefined) {
  return db
    .select(adminColumns(now))
    .from(scooters)
    .leftJoin(properties, eq(properties.id, scooters.property_id))
    .where(and(isNull(scooters.archived_at), condition))
}

const PIN_CHANGED = pinChangedMessage('EXISTS (SELECT 1 FROM scooters WHERE id = :scooter AND archived_at IS NULL)')

type AdminRow = Awaited<ReturnType<typeof selectScooters>>[number]

function toAdminScooter({ blocked_until, papers, property_deleted, riding_until, ...scooter }: AdminRow, staff: Staff) {
  return {
    ...scooter,
    blocked_until: isoOrNull(blocked_until),
    booked_until: isoOrNull(riding_until),
    papers: mayActAs(staff.role, 'manager') ? parsePapers(papers) : null,
    property_deleted: property_deleted === 1
  }
}

async function scooterById(id: string, staff: Staff, now: Date) {
  const [scooter] = await selectScooters(now, eq(scooters.id, id))
  if (!scooter) throw refusal('scooter_not_found')
  return toAdminScooter(scooter, staff)
}

export const createScooter = implement(portal.createScooter, async ({ body }, admin, { now }) => {
  const { name, needs_license = true, papers, status } = body
  await assertKindKnown(body.property_id || null, { kind: body.kind || null, name })
  const imageUrl = body.image ? await saveImage(body.image, admin.id, now) : null
  const pin = body.otp_pin || generatePin(randomBelow)
  const id = newId()
  const propertyId = propertyValue(body.property_id)
  const scooter = { id, image_url: imageUrl, name, needs_license, otp_pin: pin, property_id: propertyId, status }
  await refuseUnwritable(
    d1.batch([
      prepareQuery(db.insert(scooters).values({ ...scooter, ...plateValues(body), created_at: now })),
      ...savePapers(id, papers),
      activityInsert({ action: 'create_scooter', subject: id }, { admin, now }),
      ...(imageUrl ? [prepareQuery(claimStatement(imageUrl, now))] : [])
    ])
  )
  return scooterById(id, admin, now)
})

export const updateScooter = implement(portal.updateScooter, async ({ body, params }, admin, { now }) => {
  if (admin.role === 'caretaker') assertOnlyMaintenance(body)
  const scooter = await scooterById(params.id, admin, now)
  // Taking a scooter out of service alone needs no kind.
  if (body.kind !== undefined || body.property_id !== undefined) {
    const [kind, property] = [body.kind ?? scooter.kind, body.property_id ?? scooter.property_id]
    await assertKindKnown(property || null, { kind: kind || null, name: scooter.name })
  }
  const imageUrl = body.image && (await saveImage(body.image, admin.id, now))
  const pin = body.otp_pin && body.otp_pin !== scooter.otp_pin ? body.otp_pin : undefined
  const { name, needs_license, papers, property_id, status } = body
  const changes = {
    image_url: imageUrl,
    name,
    needs_license,
    otp_pin: pin,
    property_id: property_id === undefined ? undefined : movedTo(property_id, now),
    status,
    ...plateValues(body)
  }
  const changed = changedFieldNames({ ...changes, papers: papers?.length ? papers : undefined })
  if (changed !== '') {
    const changedPin = pin
      ? [
          prepareNamed(PIN_CHANGED, { now: secondsOf(now), scooter: scooter.id }),
          // The admin has set the lock.
          prepareQuery(db.delete(pin_changes).where(eq(pin_changes.scooter_id, scooter.id)))
        ]
      : []
    const changedImage = imageUrl ? [claimStatement(imageUrl, now), releaseStatement(scooter.image_url)] : []
    const write = refuseDuplicate(
      d1.batch([
        ...changedPin,
        activityInsert(
          { action: 'update_scooter', detail: changed, subject: scooter.id },
          { admin, now, when: isSubjectActive('scooters') }
        ),
        ...(status ? [prepareNamed(endMaintenanceReports(':scooter'), { scooter: scooter.id, status })] : []),
        // With the id, because a statement that sets nothing is none.
        prepareQuery(
          db
            .update(scooters)
            .set({ ...changes, id: scooter.id })
            .where(isActive(scooters, scooter.id))
        ),
        ...(property_id === undefined ? [] : endHoldsElsewhere(scooter.id, now)),
        ...savePapers(scooter.id, papers),
        ...changedImage.map(prepareQuery)
      ]),
      refusal('registration_taken')
    )
    await refuseMissingReference(write, async () => {
      const { property_id: from, rides_ahead: rides } = await scooterById(scooter.id, admin, now)
      const isRidden = rides > 0 && from !== (property_id || null)
      return isRidden ? refusal('scooter_has_rides', rides) : unknownProperty()
    })
  }
  return scooterById(scooter.id, admin, now)
})

/** A caretaker takes a scooter out of service and back. Throws 403 for any other change. */
function assertOnlyMaintenance({ status, ...others }: ServerInput<typeof portal.updateScooter>['body']): void {
  const isOther = changedFieldNames(others) !== ''
  if (isOther || (status !== 'Available' && status !== 'Maintenance')) throw refusal('not_allowed')
}

/** Throws if the property is unknown, or another scooter has the registration number. */
const refuseUnwritable = <T>(write: Promise<T>) =>
  refuseDuplicate(refuseUnknownProperty(write), refusal('registration_taken'))

/**
 * SQL: the property of a changed scooter, or an id that the foreign key rejects if that would take the scooter from its
 * riders: one reads the old gate, and the staff of the other property would decide about the rides of this one.
 */
const movedTo = (propertyId: string, now: Date) => sql`CASE
  WHEN property_id IS NOT ${propertyId || null} AND EXISTS (${sqlAt(openRidesOf('scooter_id', 'scooters.id'), now)}) THEN ''
  ELSE ${propertyValue(propertyId)} END`

/** Empty values are stored as null; missing ones stay. */
const plateValues = ({ kind, registration_number: number }: ServerInput<typeof portal.updateScooter>['body']) => ({
  kind: kind === '' ? null : kind,
  registration_number: number === '' ? null : number
})

/** An empty id means 'Unassigned'. */
const propertyValue = (propertyId: string) => (propertyId === '' ? null : activeProperty(propertyId))

/** Throws 409 if a paid ride is upcoming. Archives the scooter if a booking refers to it, else deletes it. */
export const deleteScooter = implement(portal.deleteScooter, async ({ params: { id } }, admin, { now }) => {
  const rides = await deleteUnlessBooked('scooters', await scooterById(id, admin, now), { admin, now })
  if (rides > 0) throw refusal('scooter_has_rides', rides)
  return { message: catalogueText.deleted }
})
