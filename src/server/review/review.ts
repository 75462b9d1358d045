import * as contract from '#contract/review/review.ts'
import { PAGE_SIZE } from '#domain/constants.ts'
import { rupeesOf } from '#domain/money.ts'
import { type Decision, endOfDay, lastDayBefore } from '#domain/riders/licence.ts'
import { DAY_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed, readRows, runIdempotent } from '#server/db/client.ts'
import { emailOf, type rider_notes, type users } from '#server/db/schema/riders.ts'
import { dateFrom, isoFrom, isoOrNull, type StoredRow, secondsOf, withoutIndex } from '#server/db/sql.ts'
import { isMine, isMyRider, mineOf, RIDERS_WITH_RIDES_HERE } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { leavesAt, leavesOn } from '#server/riders/deletion.ts'
import { numberOf, type SamePhone, SELECT_SAME_PHONE } from '#server/riders/search.ts'
import { deliversMail } from '#server/runtime/env.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { decide, type RowAhead, ridesOf, SELECT_ROWS_AHEAD } from './decide.ts'

const RIDER_NOTES_SHOWN = 50

// The licences that wait, and the file of a rider. Parameters: :rider, :now and :mine.

const NEXT_RIDES_SECONDS = 7 * DAY_SECONDS

/** SQL: the riders who wait, of those whom the caller reaches. */
const isWaiting = (rider: string) =>
  `${rider}.license_waits_since IS NOT NULL AND ${rider}.deleted_at IS NULL AND ${isMyRider(`${rider}.id`)}`

const NEXT_RIDE = `b.state = 'confirmed' AND b.start_at > :now AND b.start_at < :now + ${NEXT_RIDES_SECONDS}`

/** SQL: the first who wait, by the index of all or those of each property. `when` is a condition on `w`. */
const firstWaiting = (when: string) => {
  const first = (condition: string) => `
  SELECT w.id FROM users w WHERE w.license_waits_since ${when} AND w.deleted_at IS NULL AND ${condition}
   ORDER BY w.license_waits_since, w.rowid LIMIT ${PAGE_SIZE}`
  return `
SELECT id FROM (${first(':mine IS NULL')})
 UNION ALL
SELECT u.id FROM json_each(:mine) mine CROSS JOIN users u ON u.id IN (${first('w.property_id = mine.value')})
 UNION ALL
SELECT u.id FROM (${RIDERS_WITH_RIDES_HERE}) here CROSS JOIN users u ON u.id = here.user_id
 WHERE u.license_waits_since ${when} AND u.deleted_at IS NULL`
}

// Riders with a ride soon first, then those who wait longest; those from before last.
const QUEUE = `
SELECT u.id, u.name, u.property_id, p.name AS property_name, u.license_status, u.license_waits_since,
       (SELECT min(b.start_at) FROM bookings b WHERE b.user_id = u.id AND ${NEXT_RIDE}) AS next_ride
  FROM (SELECT id FROM (SELECT b.user_id AS id FROM bookings b CROSS JOIN users u ON u.id = b.user_id
                         WHERE ${NEXT_RIDE} AND b.kind = 'ride' AND ${isWaiting('u')}
                         ORDER BY b.start_at LIMIT ${PAGE_SIZE})
         UNION
        SELECT id FROM (${firstWaiting('> 0')})
         UNION
        SELECT id FROM (${firstWaiting('= 0')})) waiting
  CROSS JOIN users u ON u.id = waiting.id
  LEFT JOIN properties p ON p.id = u.property_id
 ORDER BY next_ride IS NULL, next_ride, u.license_waits_since = 0, u.license_waits_since, u.rowid LIMIT ${PAGE_SIZE}`

interface QueueRow extends StoredRow<typeof users, 'id' | 'license_status' | 'name' | 'property_id'> {
  license_waits_since: number
  next_ride: number | null
  property_name: string | null
}

export const listLicences = implement(contract.listLicences, async ({ query: { property_id } }, admin, { now }) => {
  // The call has checked that the property of the filter is one of the caller's.
  const mine = property_id === undefined ? mineOf(admin) : JSON.stringify([property_id])
  const { results } = await prepareNamed(QUEUE, { mine, now: secondsOf(now) }).all<QueueRow>()
  return results.map(({ license_waits_since, next_ride, ...row }) => ({
    ...row,
    next_ride: isoOrNull(next_ride),
    waits_since: license_waits_since === 0 ? null : isoFrom(license_waits_since)
  }))
})

const SELECT_RIDER = `
SELECT u.id, u.name, ${emailOf('u')} AS email, u.email_confirmed_at, u.phone, u.date_of_birth, u.property_id, p.name AS property_name, u.profile_image_url,
       u.license_photo_url, u.license_status, u.license_reason, u.license_valid_until, u.license_waits_since,
       u.license_revision, u.suspended_at, u.created_at, ${leavesAt('u')} AS leaves_at,
       (SELECT n.text FROM rider_notes n WHERE n.user_id = u.id AND n.kind = 'suspension'
         ORDER BY n.created_at DESC, n.rowid DESC LIMIT 1) AS suspended_because,
       (SELECT count(*) FROM bookings b WHERE b.user_id = u.id AND ${isMine(withoutIndex('b.property_id'))}) AS bookings
  FROM users u LEFT JOIN properties p ON p.id = u.property_id
 WHERE u.id = :rider AND u.deleted_at IS NULL`

/** SQL: what was noted at the properties of the caller, and by the caller. */
const NOTES_OF_RIDER = `
SELECT n.id, n.kind, n.text, n.created_at, a.name AS admin_name
  FROM rider_notes n LEFT JOIN admins a ON a.id = n.admin_id AND a.deleted_at IS NULL
 WHERE n.user_id = :rider AND (${isMine('n.property_id')} OR n.admin_id = :admin)`

const SELECT_NOTES = `${NOTES_OF_RIDER} ORDER BY n.created_at DESC, n.rowid DESC LIMIT ${RIDER_NOTES_SHOWN}`

type NotInFile =
  | 'are_words_folded'
  | 'deleted_at'
  | 'deletion_asked_at'
  | 'name_key'
  | 'password_hash'
  | 'reminders'
  | 'token_version'

interface RiderRow extends Omit<StoredRow<typeof users>, NotInFile> {
  bookings: number
  leaves_at: number | null
  property_name: string | null
  suspended_because: string | null
}

interface NoteRow extends StoredRow<typeof rider_notes, 'created_at' | 'id' | 'kind' | 'text'> {
  admin_name: string | null
}

const toNote = ({ created_at, ...note }: NoteRow) => ({ ...note, created_at: isoFrom(created_at) })

interface LoadedRider {
  notes: NoteRow[]
  rider: RiderRow
  rows: RowAhead[]
}

async function loadRider(id: string, staff: Staff, now: Date): Promise<LoadedRider> {
  const { notes, riders, rows } = await readRows<{ notes: NoteRow; riders: RiderRow; rows: RowAhead }>(
    { riders: SELECT_RIDER, rows: SELECT_ROWS_AHEAD, notes: SELECT_NOTES },
    { admin: staff.id, mine: mineOf(staff), now: secondsOf(now), rider: id }
  )
  const [rider] = riders
  if (!rider) throw refusal('user_not_found')
  return { notes, rider, rows }
}

async function toFile({ notes, rider, rows }: LoadedRider, staff: Staff, now: Date): Promise<contract.RiderFile> {
  const {
    created_at,
    email_confirmed_at,
    leaves_at,
    license_revision,
    license_valid_until,
    license_waits_since,
    suspended_at,
    suspended_because: _,
    ...fields
  } = rider
  const params = { mine: mineOf(staff), now: secondsOf(now), number: numberOf(rider.phone), rider: rider.id }
  const samePhone = await prepareNamed(SELECT_SAME_PHONE, params).all<SamePhone>()
  return {
    ...fields,
    created_at: isoFrom(created_at),
    ...(deliversMail() && rider.email !== '' && { is_email_confirmed: email_confirmed_at !== null }),
    is_license_waiting: license_waits_since !== null,
    is_suspended: suspended_at !== null,
    leaves_on: leavesOn(leaves_at),
    license_expires_on: license_valid_until === null ? null : lastDayBefore(dateFrom(license_valid_until)),
    notes: notes.map(toNote),
    revision: license_revision,
    rides: ridesOf(rows).map(({ end_time, needs_license, paise, property_id }) => ({
      end_time,
      is_elsewhere: staff.properties !== null && !staff.properties.includes(property_id),
      needs_license,
      refund: rupeesOf(paise)
    })),
    same_phone: samePhone.results.map(({ is_suspended, name }) => ({ is_suspended: is_suspended === 1, name }))
  }
}

export const getRiderFile = implement(contract.getRiderFile, async ({ params: { id } }, admin, { now }) =>
  toFile(await loadRider(id, admin, now), admin, now)
)

/** Whether it has been decided like this already. Throws 409 for a suspension with another reason, which would be lost. */
function isDecided(
  {
    license_reason,
    license_status,
    license_valid_until,
    license_waits_since,
    suspended_at,
    suspended_because
  }: RiderRow,
  decision: Decision
) {
  if (decision.decision === 'suspend') {
    if (suspended_at !== null && suspended_because !== decision.reason) throw refusal('rider_changed')
    return suspended_at !== null
  }
  if (decision.decision === 'restore') return suspended_at === null
  if (license_waits_since !== null) return false
  return decision.decision === 'approve'
    ? license_status === 'approved' && license_valid_until === secondsOf(endOfDay(decision.expires_on))
    : license_status === 'rejected' && license_reason === decision.reason
}

/**
 * The same decision again answers like the first. Throws 409 if the rider or the amount has changed since `shown`,
 * where a revision is that of the licence.
 */
async function decideOnce(
  id: string,
  decision: Decision,
  shown: { refund: number; revision?: number },
  { admin, now }: { admin: Staff; now: Date }
): Promise<contract.RiderFile> {
  const before = await loadRider(id, admin, now)
  const { license_revision: revision } = before.rider
  if (isDecided(before.rider, decision)) return toFile(before, admin, now)
  if ((shown.revision ?? revision) !== revision) throw refusal('rider_changed')
  await decide(id, decision, { refund: shown.refund, revision, rows: before.rows }, { admin, now })
  const after = await loadRider(id, admin, now)
  if (isDecided(after.rider, decision)) return toFile(after, admin, now)
  throw refusal(after.rider.license_revision === revision ? 'amount_changed' : 'rider_changed')
}

export const decideLicence = implement(contract.decideLicence, async ({ body, params: { id } }, admin, { now }) =>
  decideOnce(id, body, body, { admin, now })
)

export const setSuspension = implement(contract.setSuspension, async ({ body, params: { id } }, admin, { now }) =>
  body.is_suspended
    ? decideOnce(id, { decision: 'suspend', reason: body.reason }, body, { admin, now })
    : decideOnce(id, { decision: 'restore' }, { refund: 0 }, { admin, now })
)

// A number is noted only while it is the rider's.
const INSERT_NOTE = `
INSERT INTO rider_notes (id, user_id, property_id, admin_id, kind, text, created_at)
SELECT :id, u.id, u.property_id, :admin, :kind, :text, :now FROM users u
 WHERE u.id = :rider AND u.deleted_at IS NULL AND (:kind = 'note' OR u.phone = :text)
    ON CONFLICT DO NOTHING`

export const addRiderNote = implement(contract.addRiderNote, async ({ body, params: { id } }, admin, { now }) => {
  const params = { ...body, admin: admin.id, mine: mineOf(admin), now: secondsOf(now), rider: id }
  const { stored } = await runIdempotent<{ stored: NoteRow }>(
    { insert: INSERT_NOTE, stored: `${NOTES_OF_RIDER} AND n.id = :id` },
    params
  )
  const [note] = stored.results
  if (!note) throw refusal('rider_changed')
  return toNote(note)
})
