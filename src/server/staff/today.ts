import * as contract from '#contract/staff/today.ts'
import { LONGEST_RIDE_MINUTES } from '#domain/catalogue/property-rules.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/sort-rows.ts'
import type { ReturnMode } from '#domain/problems/problems.ts'
import { addDays, dayOf, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { LIST_PIN_CHANGES, type PinChangeRow, toPinChanges } from '#server/catalogue/pins.ts'
import { prepareNamed, readRows } from '#server/db/client.ts'
import { isoFrom, secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { type ProblemRow, SELECT_PROBLEMS, toProblem } from '#server/problems/problems.ts'
import type { Staff } from '#server/sessions/actor.ts'
import { rideEnd } from '#server/slots/booking-sql.ts'

/** The rides of a day that are listed. */
const TODAY_RIDES_MAX = 300

// The day of a property. Parameters: :property, :from and :to of the day, :isToday, :now.

// Each part of the UNION reads a range of an index.
const RIDES = `
SELECT * FROM (
  SELECT r.id, r.scooter_id, r.scooter_name, r.start_at, ${rideEnd('r.id')} AS end_at, r.returned_at, r.return_photo_id, r.note_to_staff,
         u.name AS user_name, iif(u.deleted_at IS NULL, u.phone, NULL) AS user_phone
    FROM (SELECT id FROM bookings
           WHERE property_id = :property AND start_at > :from - ${LONGEST_RIDE_MINUTES * MINUTE_SECONDS} AND start_at < :to
             AND kind = 'ride' AND +state = 'confirmed'
           UNION
          SELECT id FROM bookings
           WHERE kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL AND end_at < :from
             AND +property_id = :property AND :isToday) shown
    JOIN bookings r ON r.id = shown.id LEFT JOIN users u ON u.id = r.user_id)
 WHERE coalesce(returned_at, end_at) >= :from OR (returned_at IS NULL AND :isToday)
 ORDER BY start_at, id LIMIT ${TODAY_RIDES_MAX + 1}`

interface RideRow {
  id: string
  scooter_id: string
  scooter_name: string
  start_at: number
  end_at: number
  returned_at: number | null
  return_photo_id: string | null
  note_to_staff: string | null
  user_name: string
  user_phone: string | null
}

const MAINTENANCE = `
SELECT id, name FROM scooters WHERE property_id = :property AND status = 'Maintenance' AND archived_at IS NULL`

const PROBLEMS = `${SELECT_PROBLEMS}
 WHERE p.state = 'open' AND s.property_id = :property ORDER BY p.created_at DESC LIMIT ${PAGE_SIZE}`

// Caretakers read nothing of the riders' licences.
const LICENCES = `
SELECT count(*) AS count FROM (
  SELECT 1 FROM users
   WHERE property_id = :property AND license_waits_since > 0 AND deleted_at IS NULL AND :isManager
   LIMIT ${PAGE_SIZE})`

interface NamedRow {
  id: string
  name: string
}

const PROPERTIES = `
SELECT id, name, return_mode FROM properties LEFT JOIN property_settings ON property_id = id
 WHERE archived_at IS NULL AND ${isMine('id')}`

interface PropertyRow extends NamedRow {
  return_mode: ReturnMode | null
}

/** The property asked for, or the first by name; undefined if the caller has none. */
async function chosenProperty(wanted: string | undefined, staff: Staff): Promise<PropertyRow | undefined> {
  const { results } = await prepareNamed(PROPERTIES, { mine: mineOf(staff) }).all<PropertyRow>()
  return results.find(({ id }) => id === wanted) ?? sortRows(results, 'name')[0]
}

export const getToday = implement(contract.getToday, async ({ query }, staff, { now }) => {
  const today = dayOf(now)
  const { day = today } = query
  const property = await chosenProperty(query.property_id, staff)
  const empty = { day, has_more: false, maintenance: [], pin_changes: [], problems: [], rides: [] }
  if (!property) return { ...empty, property_id: null, property_name: null }
  const isManager = staff.role !== 'caretaker'
  const [rides, pins, maintenance, problems, [licences]] = await readRows<
    [RideRow[], PinChangeRow[], NamedRow[], ProblemRow[], { count: number }[]]
  >([RIDES, LIST_PIN_CHANGES, MAINTENANCE, PROBLEMS, LICENCES], {
    from: secondsOf(instantAt(day, MIDNIGHT)),
    isManager: Number(isManager),
    isToday: Number(day === today),
    mine: JSON.stringify([property.id]),
    now: secondsOf(now),
    property: property.id,
    to: secondsOf(instantAt(addDays(day, 1), MIDNIGHT))
  })
  return {
    day,
    has_more: rides.length > TODAY_RIDES_MAX,
    ...(isManager && { licences: licences?.count ?? 0 }),
    maintenance: sortRows(maintenance, 'name'),
    pin_changes: toPinChanges(pins),
    problems: problems.map(toProblem),
    property_id: property.id,
    property_name: property.name,
    rides: rides.slice(0, TODAY_RIDES_MAX).map(({ end_at, returned_at, start_at, ...ride }) => ({
      ...ride,
      end_time: isoFrom(end_at),
      ...(property.return_mode === 'confirmed' &&
        returned_at === null &&
        end_at <= secondsOf(now) && { is_late: true }),
      returned_at: returned_at === null ? null : isoFrom(returned_at),
      start_time: isoFrom(start_at)
    }))
  }
})
