import { asc } from 'drizzle-orm'
import { STAFF_RIDE_FIELDS } from '#contract/bookings/admin-bookings.ts'
import * as contract from '#contract/staff/today.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { pick, sortRows } from '#domain/kit/rows.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { selectStaffRides, toStaffRide } from '#server/bookings/admin/admin-bookings.ts'
import { LIST_PIN_CHANGES, type PinChangeRow, toPinChanges } from '#server/catalogue/pins.ts'
import { prepareNamed, readRows } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { type SqlParams, secondsOf, sqlNamed, withoutIndex } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { type DeskRefundRow, SELECT_DESK_REFUNDS, toDeskRefund } from '#server/payments/refunds/admin-refunds.ts'
import { type ProblemRow, SELECT_PROBLEMS, toProblem } from '#server/problems/problems.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'

const TODAY_RIDES_MAX = 300

// The day of one or several properties. Parameters: :properties, a JSON array of ids, :from and :to of the day, :isToday,
// :now.

const OF_PROPERTIES = '(SELECT value FROM json_each(:properties))'

// Each part of the UNION reads a range of an index.
const IS_SHOWN = `
bookings.id IN (
  SELECT bookings.id FROM json_each(:properties) property CROSS JOIN bookings ON property_id = property.value
   WHERE start_at > :from - ${LONGEST_RIDE_MINUTES * MINUTE_SECONDS} AND start_at < :to
     AND kind = 'ride' AND ${withoutIndex('state')} = 'confirmed'
   UNION
  SELECT id FROM bookings
   WHERE kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL AND end_at < :from
     AND ${withoutIndex('property_id')} IN ${OF_PROPERTIES} AND :isToday)
 AND (coalesce(bookings.returned_at, ${rideEnd('bookings.id')}) >= :from OR (bookings.returned_at IS NULL AND :isToday))`

const selectRides = (params: SqlParams) =>
  selectStaffRides()
    .where(sqlNamed(IS_SHOWN, params))
    .orderBy(withoutIndex(bookings.start_at), asc(bookings.id))
    .limit(TODAY_RIDES_MAX + 1)

/** A ride ends with its paid extensions. */
export function toTodayRide(row: Awaited<ReturnType<typeof selectRides>>[number], now: Date) {
  const ride = toStaffRide({ ...row, end_at: row.ride_end_at ?? row.end_at }, now)
  return {
    ...pick(ride, ...STAFF_RIDE_FIELDS),
    property_name: row.property_name,
    returned_at: row.ride_returned_at?.toISOString() ?? null,
    user_phone: ride.user_phone || null
  }
}

const MAINTENANCE = `
SELECT s.id, s.name, p.name AS property_name FROM scooters s JOIN properties p ON p.id = s.property_id
 WHERE s.property_id IN ${OF_PROPERTIES} AND s.status = 'Maintenance' AND s.archived_at IS NULL`

const PROBLEMS = `${SELECT_PROBLEMS}
 WHERE p.state = 'open' AND s.property_id IN ${OF_PROPERTIES} ORDER BY p.created_at DESC LIMIT ${PAGE_SIZE}`

// Caretakers read nothing of the riders' licences.
const LICENCES = `
SELECT count(*) AS count FROM (
  SELECT 1 FROM json_each(:properties) property CROSS JOIN users ON property_id = property.value
   WHERE license_waits_since > 0 AND deleted_at IS NULL AND :isManager
   LIMIT ${PAGE_SIZE})`

interface NamedRow {
  id: string
  name: string
}

interface MaintenanceRow extends NamedRow {
  property_name: string
}

interface Rows {
  deskRefunds: DeskRefundRow
  licences: { count: number }
  maintenance: MaintenanceRow
  pins: PinChangeRow
  problems: ProblemRow
}

const PROPERTIES = `
SELECT id, name FROM properties WHERE archived_at IS NULL AND ${isMine('id')}`

/** The property asked for, or the first by name; all with `all`. Empty if the caller has none. */
async function chosenProperties(
  { all, property_id }: { all?: string | undefined; property_id?: string | undefined },
  staff: Staff
): Promise<NamedRow[]> {
  const { results } = await prepareNamed(PROPERTIES, { mine: mineOf(staff) }).all<NamedRow>()
  if (all === 'true') return results
  const [first] = sortRows(results, 'name')
  const chosen = results.find(({ id }) => id === property_id) ?? first
  return chosen ? [chosen] : []
}

export const getToday = implement(contract.getToday, async ({ query }, staff, { now }) => {
  const today = dayOf(now)
  const { day = today } = query
  const properties = await chosenProperties(query, staff)
  const only = properties.length === 1 ? properties[0] : undefined
  const ids = JSON.stringify(properties.map(({ id }) => id))
  const isManager = staff.role !== 'caretaker'
  const params = {
    from: secondsOf(instantAt(day, MIDNIGHT)),
    isManager: Number(isManager),
    isToday: Number(day === today),
    mine: ids,
    now: secondsOf(now),
    properties: ids,
    to: secondsOf(instantAt(addDays(day, 1), MIDNIGHT))
  }
  const [rides, { deskRefunds, licences, maintenance, pins, problems }] = await Promise.all([
    selectRides(params),
    readRows<Rows>(
      {
        deskRefunds: `${SELECT_DESK_REFUNDS} LIMIT ${PAGE_SIZE}`,
        licences: LICENCES,
        maintenance: MAINTENANCE,
        pins: LIST_PIN_CHANGES,
        problems: PROBLEMS
      },
      params
    )
  ])
  return {
    day,
    has_more: rides.length > TODAY_RIDES_MAX,
    ...(isManager && { desk_backs: deskRefunds.map(toDeskRefund), licences: licences[0]?.count ?? 0 }),
    maintenance: sortRows(maintenance, 'name'),
    pin_changes: toPinChanges(pins),
    problems: problems.map(toProblem),
    property_id: only?.id ?? null,
    property_name: only?.name ?? null,
    rides: rides.slice(0, TODAY_RIDES_MAX).map(row => toTodayRide(row, now))
  }
})
