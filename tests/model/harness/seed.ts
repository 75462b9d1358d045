import { secondsOf } from '#server/db/sql.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { insertRiderSql } from '#tests/helpers/data/rider-row.ts'
import { rows } from '#tests/helpers/db/local-d1.ts'
import { emptyTables } from '#tests/model/harness/harness.ts'
import { now } from './clock.ts'

// One property, two scooters, three riders, an admin.

export const PROPERTY = 'p'
export const SCOOTERS = ['s0', 's1'] as const
export const RIDERS = ['r0', 'r1', 'r2'] as const
export const ADMIN = 'a0'

export type Scooter = (typeof SCOOTERS)[number]
export type Rider = (typeof RIDERS)[number]
export type Person = Rider | typeof ADMIN

// In an order without a row that a later table refers to.
const TABLES = [
  'outbox',
  'receipts',
  'moves',
  'problems',
  'admin_properties',
  'email_tokens',
  'slot_claims',
  'compensations',
  'disputes',
  'refunds',
  'payments',
  'webhook_events',
  'audits',
  'failing_items',
  'bookings',
  'pin_changes',
  'scooters',
  'rider_notes',
  'rider_words',
  'push_subscriptions',
  'users',
  'admins',
  'property_settings',
  'properties'
]

const SCOOTER = `
INSERT INTO scooters (id, property_id, name, status, otp_pin, created_at) VALUES (?1, 'p', ?1, 'Available', '482915', 0)`

export function seedProperty(): void {
  emptyTables(...TABLES)
  insertProperty(PROPERTY)
  for (const id of SCOOTERS) insertScooter(id)
  for (const id of RIDERS) insertRider(id)
  insertAdmin(ADMIN)
}

export function insertProperty(id: string): void {
  rows("INSERT INTO properties (id, name, location, created_at) VALUES (?1, upper(?1), 'L', 0)", id)
}

/** A rule of PROPERTY from now on, by its column of property_settings. */
export function setRule(name: string, value: number | string | null): void {
  rows(
    `INSERT INTO property_settings (property_id, ${name}, updated_at) VALUES (?1, ?2, 0)
     ON CONFLICT (property_id) DO UPDATE SET ${name} = ?2`,
    PROPERTY,
    value
  )
}

/** When PROPERTY takes bookings. */
export function setOpening(opening: { closed_dates?: readonly string[]; paused_until?: Date | null }): void {
  const { closed_dates, paused_until } = opening
  setRule('closed_dates', closed_dates ? JSON.stringify(closed_dates) : null)
  setRule('paused_until', paused_until ? secondsOf(paused_until) : null)
}

/** From now on payments get receipts. The clocks of tests are behind the migration. */
export function startReceipts(): void {
  rows("UPDATE runs SET ended_at = ?1 WHERE job IN ('receipts', 'receipts_since')", secondsOf(now()))
}

/** 0: from now on rides of PROPERTY start at once. Null: 30 minutes ahead. */
export const setLead = (minutes: 0 | null) => setRule('lead_minutes', minutes)

/** From now on PROPERTY keeps half of a late cancellation, and owes as much when it cancels late. */
export const keepHalf = () => setRule('late_cancel_percent', 50)

/** How the rides of PROPERTY are invoiced from now on. */
export const setRegistration = (choice: string | null) => setRule('gst_registration', choice)

/** A scooter of PROPERTY. */
export function insertScooter(id: string): void {
  rows(SCOOTER, id)
}

export const setNeedsLicence = (id: Scooter, isNeeded: boolean) =>
  rows('UPDATE scooters SET needs_license = ?2 WHERE id = ?1', id, Number(isNeeded))

/** A rider of PROPERTY. */
export function insertRider(id: string): void {
  rows(insertRiderSql({ id, property_id: PROPERTY }))
}

export function insertAdmin(id: string): void {
  rows(
    "INSERT INTO admins (id, name, email, password_hash, role, created_at) VALUES (?1, 'A', ?1, 'x', 'owner', 0)",
    id
  )
}

/** Clears the request limits, so that no call is rejected by them. */
export const clearThrottles = () => emptyTables('throttles')

/** Restores deleted properties and scooters; bookings do not change. */
export function restoreProperties(): void {
  rows('UPDATE properties SET archived_at = NULL')
  for (const id of SCOOTERS) rows(`${SCOOTER} ON CONFLICT (id) DO UPDATE SET archived_at = NULL`, id)
}

export const isPropertyOpen = () => rows('SELECT 1 FROM properties WHERE archived_at IS NULL').length > 0

export const isScooterActive = (scooter: Scooter) =>
  rows('SELECT 1 FROM scooters WHERE id = ?1 AND archived_at IS NULL', scooter).length > 0

/** Neither the scooter nor its property is deleted. */
export function isScooterOffered(scooter: Scooter): boolean {
  const found = rows(
    `SELECT 1 FROM scooters s JOIN properties p ON p.id = s.property_id
      WHERE s.id = ?1 AND s.archived_at IS NULL AND p.archived_at IS NULL`,
    scooter
  )
  return found.length > 0
}

/** A session of the present password. */
export function tokenOf(id: Person): Promise<string> {
  const table = id === ADMIN ? 'admins' : 'users'
  const [row] = rows<{ token_version: number }>(`SELECT token_version FROM ${table} WHERE id = ?1`, id)
  return newToken(id === ADMIN ? 'admin' : 'user', { id, token_version: row?.token_version ?? 1 }, now())
}

interface ProblemFields {
  blocked_from?: Date
  blocked_until?: Date
  kind?: string
  /** Of a report: its ride and rider. */
  ride?: { id: string; rider: Rider }
  scooter: Scooter
  state?: string
}

let problems = 0

/** An open service window of a scooter, or a rider's report that it cannot be ridden. */
export function insertProblem({ ride, scooter, state = 'open', ...fields }: ProblemFields): void {
  const seconds = (instant?: Date) => (instant ? Math.floor(instant.getTime() / 1000) : null)
  rows(
    `INSERT INTO problems (id, scooter_id, kind, is_rideable, state, blocked_from, blocked_until, booking_id, user_id,
                           created_at, updated_at)
     VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7, ?8, ?9, ?9)`,
    `problem-${++problems}`,
    scooter,
    fields.kind ?? (ride ? 'pin' : 'service'),
    state,
    seconds(fields.blocked_from),
    seconds(fields.blocked_until),
    ride?.id ?? null,
    ride?.rider ?? null,
    seconds(now())
  )
}
