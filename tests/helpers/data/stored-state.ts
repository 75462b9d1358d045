import { sql, sqlBatch } from '#tests/helpers/servers/app.ts'

// States that no call can create at once: those that come with time, with another process, or from an old or damaged
// database. Every function writes to the database of the running Worker.

/** Deletes all rows of these tables. */
export async function emptyTables(...tables: string[]): Promise<void> {
  await sqlBatch(...tables.map(table => [`DELETE FROM ${table}`] as const))
}

/** Forgets all counted requests and failed sign-ins, as if the limits' time had passed. */
export const resetThrottles = () => emptyTables('throttles')

/** Ends an unpaid hold in the past. A paid booking does not change. */
export async function endHold(booking_id: string): Promise<void> {
  await sqlBatch(
    ["UPDATE bookings SET hold_until = 1 WHERE id = ? AND state = 'held'", booking_id],
    ['UPDATE slot_claims SET hold_until = 1 WHERE booking_id = ? AND hold_until IS NOT NULL', booking_id]
  )
}

/** Sets the start and the end of a ride, without its claims. Unix seconds. */
export async function setRideTimes(booking_id: string, { end, start }: { end: number; start: number }): Promise<void> {
  await sql('UPDATE bookings SET start_at = ?2, end_at = ?3 WHERE id = ?1', booking_id, start, end)
}

/** A ride of the first day of 1970, which ended long ago. */
export const moveRideToPast = (booking_id: string) => setRideTimes(booking_id, { end: 7200, start: 3600 })

/** Whether a payment of the booking awaits the provider's answer. */
export async function setSettling(booking_id: string, isSettling: boolean): Promise<void> {
  await sql('UPDATE bookings SET settling = ?2 WHERE id = ?1', booking_id, isSettling ? 1 : 0)
}

/** Marks the row of a property, scooter or rider as deleted, and changes nothing else. */
export async function markDeleted(kind: 'property' | 'rider' | 'scooter', id: string): Promise<void> {
  if (kind === 'rider') await sql('UPDATE users SET deleted_at = 1 WHERE id = ?', id)
  else await sql(`UPDATE ${kind === 'property' ? 'properties' : 'scooters'} SET archived_at = 1 WHERE id = ?`, id)
}

/** The minute job ran last this many seconds ago. */
export async function setLastRun(job: 'installed' | 'minute', seconds: number): Promise<void> {
  await sql('UPDATE runs SET ended_at = unixepoch() - ?2 WHERE job = ?1', job, seconds)
}

/** Decides all disputes for the property's owner, so that none is open. */
export const winAllDisputes = () => sql("UPDATE disputes SET status = 'won'")

/** A scooter whose lock needs this PIN since this Unix second. */
export async function insertPinChange(scooter_id: string, new_pin: string, created_at = 1): Promise<void> {
  await sql(
    'INSERT INTO pin_changes (scooter_id, new_pin, created_at) VALUES (?, ?, ?)',
    scooter_id,
    new_pin,
    created_at
  )
}

/** A report keeps the scooter from being booked for two hours. */
export const blockNow = (scooter_id: string) =>
  sql(
    `INSERT INTO problems (id, scooter_id, kind, is_rideable, state, blocked_from, blocked_until, created_at, updated_at)
     VALUES (?1, ?1, 'pin', 0, 'open', unixepoch() - 1, unixepoch() + 7200, 0, 0)`,
    scooter_id
  )

/** Makes all uploads older than the day after which unused ones are deleted. */
export const ageUploads = () => sql('UPDATE uploads SET created_at = created_at - 86401')

/** Whether the objects of all uploads are in the bucket, as far as their rows know. */
export const setUploadsStored = (areStored: boolean) => sql('UPDATE uploads SET is_stored = ?', areStored ? 1 : 0)

/** Uses up all limits: their next request is refused. */
export const exhaustThrottles = (count: number) =>
  sql('UPDATE throttles SET count = ?, locked_until = forgotten_at', count)

/** Lets an hour of every limit pass. */
export const passThrottleHour = () =>
  sql('UPDATE throttles SET locked_until = locked_until - 3600, forgotten_at = forgotten_at - 3600')

/** A rider who wants no reminders by mail. */
export const turnRemindersOff = (rider_id: string) => sql('UPDATE users SET reminders = 0 WHERE id = ?', rider_id)

/** Moves the end of a hold to this many seconds from now. */
export const setHoldSeconds = (booking_id: string, seconds: number) =>
  sql('UPDATE bookings SET hold_until = unixepoch() + ?2 WHERE id = ?1', booking_id, seconds)

/** Moves the payment of a booking to this Unix second. */
export const setPaidAt = (booking_id: string, seconds: number) =>
  sql('UPDATE bookings SET paid_at = ?2 WHERE id = ?1', booking_id, seconds)
