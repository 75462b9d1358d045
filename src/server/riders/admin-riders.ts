import { and, desc, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import * as contract from '#contract/riders/admin-riders.ts'
import * as guestContract from '#contract/riders/guests.ts'
import { pick } from '#domain/kit/rows.ts'
import type { RIDER_MESSAGE_KINDS } from '#domain/outbox/outbox.ts'
import { endOfDay } from '#domain/riders/licence.ts'
import { LICENCE_URL_PREFIX } from '#domain/uploads/urls.ts'
import * as guestsText from '#messages/admin/guests.ts'
import { activityInsert, batchWithActivity } from '#server/activity/activity.ts'
import { db, readRows, runIdempotent } from '#server/db/client.ts'
import { properties } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/outbox.ts'
import { emailOf, nameOrder, users } from '#server/db/schema/riders.ts'
import { type SqlParams, secondsOf, sqlAt, sqlNamed, withoutIndex } from '#server/db/sql.ts'
import {
  isMyRider,
  isOwnProperty,
  mineOf,
  RIDERS_WITH_RIDES_HERE,
  rowid,
  rowOrder,
  rowRange,
  selectPage
} from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { limitImageUploads } from '#server/http/throttle.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { agreedVersion, recordConsent } from '#server/sessions/accounts.ts'
import type { Staff } from '#server/sessions/sessions.ts'
import { countOpenRides } from '#server/slots/scooter-state.ts'
import { claimStatement, IS_NEW_LICENCE, releaseStatement } from '#server/uploads/claims.ts'
import { saveImage, store } from '#server/uploads/images.ts'
import { leavesAt, leavesOn } from './deletion.ts'
import { FROM_SAME_PHONE, findRiders, numberOf, type SamePhone, SELECT_SAME_PHONE, saveWords } from './search.ts'

const RIDER_MESSAGES_SHOWN = 50

/** The first riders of one property, in the order of the list. */
const firstRiders = alias(users, 'first')

export const listRiders = implement(contract.listRiders, async ({ query }, admin, { now, responseHeaders }) => {
  const found = query.q ? await findRiders(query.q, admin, now) : null
  const { property_id } = query
  // The call has checked that the property of the filter is one of the caller's.
  const ids = property_id === undefined ? admin.properties : [property_id]
  const params = { mine: ids && JSON.stringify(ids), now: secondsOf(now) }
  const as = (column: SQLWrapper) => (found?.ids || (ids && !found) ? withoutIndex(column) : column)
  const condition = and(
    ids && !found ? isAmongFirst(params, query) : undefined,
    ids && found ? sqlNamed<boolean>(isMyRider('users.id'), params) : undefined,
    found?.isMatch(users.id)
  )
  const order = orderOf(users, query, as)
  const rows = await selectPage(selectRiders(now, condition), { ...order, responseHeaders })
  return rows.map(toAdminRider)
})

type RidersQuery = ServerInput<typeof contract.listRiders>['query']

function orderOf(table: typeof firstRiders | typeof users, query: RidersQuery, as = (column: SQLWrapper) => column) {
  const columns = { created_at: as(table.created_at), email: as(table.email), name: as(nameOrder(table)) }
  return { columns, query, table }
}

/**
 * SQL: the rider is one of the first of these properties, in the order of the list, so that no more rows of each are
 * read than a page needs; or has a ride there.
 */
function isAmongFirst(params: SqlParams, query: RidersQuery): SQL {
  const { limit, offset } = rowRange(query)
  const order = sql.join(rowOrder(orderOf(firstRiders, query)), sql`, `)
  return sql`${users.id} IN (
    SELECT r.id FROM json_each(${params.mine}) mine JOIN users r ON r.rowid IN (
      SELECT ${rowid(firstRiders)} FROM users ${firstRiders}
       WHERE ${firstRiders.property_id} = mine.value AND ${firstRiders.deleted_at} IS NULL
       ORDER BY ${order} LIMIT ${limit === -1 ? -1 : limit + offset})
     UNION ALL ${sqlNamed(RIDERS_WITH_RIDES_HERE, params)})`
}

function selectRiders(now: Date, condition: SQL | undefined) {
  return db
    .select({
      ...pick(
        users,
        'created_at',
        'id',
        'license_photo_url',
        'license_status',
        'name',
        'phone',
        'profile_image_url',
        'property_id'
      ),
      email: sql<string>`${sql.raw(emailOf('users'))}`,
      is_suspended: isNotNull(users.suspended_at).mapWith(Boolean),
      leaves_at: sql.raw(leavesAt('users')) as SQL<number | null>,
      property_name: properties.name,
      rides_ahead: sqlAt<number>(countOpenRides('user_id', 'users.id'), now)
    })
    .from(users)
    .leftJoin(properties, eq(properties.id, users.property_id))
    .where(and(isNull(users.deleted_at), condition))
}

function toAdminRider<Row extends { created_at: Date; leaves_at: number | null }>(row: Row) {
  const { created_at, leaves_at, ...rider } = row
  return { ...rider, created_at: created_at.toISOString(), leaves_on: leavesOn(leaves_at) }
}

/** The rider as in the list. Throws 404 if there is none. */
export async function adminRiderById(id: string, now: Date) {
  const [stored] = await selectRiders(now, eq(users.id, id))
  if (!stored) throw refusal('user_not_found')
  return toAdminRider(stored)
}

/** The previous picture is deleted by the next sweep. */
export const updateRiderPhoto = implement(contract.updateRiderPhoto, async ({ body, params }, admin, { now }) => {
  const stored = await adminRiderById(params.id, now)
  const profileImageUrl = await saveImage(body.image, admin.id, now)
  const isActive = and(eq(users.id, stored.id), isNull(users.deleted_at))
  const changes = [
    db.update(users).set({ profile_image_url: profileImageUrl }).where(isActive),
    claimStatement(profileImageUrl, now),
    releaseStatement(stored.profile_image_url)
  ]
  const when = 'EXISTS (SELECT 1 FROM users WHERE id = :subject AND deleted_at IS NULL)'
  const entry = { action: 'update_photo', subject: stored.id } as const
  const [, updated] = await batchWithActivity(entry, { admin, now, when }, ...changes)
  if (updated?.meta.changes === 0) throw refusal('user_not_found')
  return { ...stored, profile_image_url: profileImageUrl }
})

/**
 * The latest messages to a rider, for support: subject and state, without the text. Those about rides of other
 * properties are left out, which the rider may have moved from.
 */
export const listRiderMessages = implement(contract.listRiderMessages, async ({ params: { id } }, admin) => {
  const property = sql`(SELECT b.property_id FROM bookings b WHERE b.id = ${outbox.booking_id})`
  const isAboutMine = isOwnProperty(property, admin)
  const rows = await db
    .select({
      ...pick(outbox, 'channel', 'created_at', 'error', 'id', 'sent_at', 'state', 'subject'),
      kind: sql<(typeof RIDER_MESSAGE_KINDS)[number]>`${outbox.kind}`
    })
    .from(outbox)
    .where(
      and(eq(outbox.user_id, id), isNull(outbox.admin_id), isAboutMine && or(isNull(outbox.booking_id), isAboutMine))
    )
    .orderBy(desc(outbox.created_at))
    .limit(RIDER_MESSAGES_SHOWN)
  return rows.map(({ created_at, sent_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null
  }))
})

// The desk adds a guest without an email and password, and has looked at the licence. In place of the email stands
// 'desk-<id>'. The words of the phone are in the same batch, so of two desks with one number one adds its guest.

const ADD = `
INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, license_status,
                   license_valid_until, license_waits_since, license_revision, reminders, created_at)
SELECT :rider, :name, 'desk-' || :rider, :phone, :date_of_birth, 'none', p.id, :photo, 'approved',
       :until, NULL, 1, 0, :now
  FROM properties p
 WHERE p.id = :property_id AND p.archived_at IS NULL AND ${IS_NEW_LICENCE}
   AND (:isSomebodyElse OR NOT EXISTS (SELECT 1 ${FROM_SAME_PHONE}))
    ON CONFLICT (id) DO NOTHING`

/** SQL: this batch has added the guest. No other one has this photo. */
const IS_ADDED = 'EXISTS (SELECT 1 FROM users WHERE id = :rider AND license_photo_url = :photo)'

const CLAIM_LICENCE = `UPDATE uploads SET claimed_at = :now WHERE id = :licence AND ${IS_ADDED}`

const SELECT_WITH_ID = 'SELECT name, phone, date_of_birth, property_id FROM users WHERE id = :rider'
const SELECT_PROPERTY = 'SELECT id FROM properties WHERE id = :property_id AND archived_at IS NULL'

type Guest = ServerInput<typeof guestContract.addGuest>['body']
type Person = Pick<Guest, 'date_of_birth' | 'name' | 'phone' | 'property_id'>

/** The guest that has this id. Null if nobody has; throws why the guest cannot be added, if that is so. */
async function findAdded(guest: Guest, staff: Staff, now: Date) {
  const { id, phone, property_id, same_phone } = guest
  const { people, properties, samePhone } = await readRows<{
    people: Person
    properties: object
    samePhone: SamePhone
  }>(
    { people: SELECT_WITH_ID, properties: SELECT_PROPERTY, samePhone: SELECT_SAME_PHONE },
    { mine: mineOf(staff), now: secondsOf(now), number: numberOf(phone), property_id, rider: id }
  )
  const [person] = people
  if (person) {
    const isSame = Object.entries(person).every(([field, value]) => guest[field as keyof Person] === value)
    if (!isSame) throw refusal('rider_changed')
    return adminRiderById(id, now)
  }
  if (properties.length === 0) throw refusal('property_not_found')
  const [known] = samePhone
  if (known && same_phone === 'false') throw refusal('phone_known', known.name, known.is_suspended === 1)
  return null
}

export const addGuest = implement(guestContract.addGuest, async ({ body: guest }, admin, { now }) => {
  const before = await findAdded(guest, admin, now)
  if (before) return before
  const { date_of_birth, expires_on, id, licence, name, phone, property_id, same_phone, terms_version } = guest
  await limitImageUploads(admin.id, now)
  const licenceId = await store({ folder: `licenses/${id}`, kind: 'license' }, licence, now)
  const params = {
    date_of_birth,
    isSomebodyElse: Number(same_phone === 'true'),
    licence: licenceId,
    name,
    now: secondsOf(now),
    number: numberOf(phone),
    phone,
    photo: LICENCE_URL_PREFIX + licenceId,
    property_id,
    rider: id,
    until: secondsOf(endOfDay(expires_on)),
    version: agreedVersion(terms_version)
  }
  const detail = same_phone === 'true' ? guestsText.samePhoneLogged : undefined
  const entry = { action: 'add_guest', detail, subject: id } as const
  await runIdempotent(
    [
      ADD,
      activityInsert(entry, { admin, now, when: IS_ADDED }, params),
      CLAIM_LICENCE,
      ...saveWords({ email: '', id, name, phone }, IS_ADDED, params),
      recordConsent(IS_ADDED)
    ],
    params
  )
  const added = await findAdded(guest, admin, now)
  if (added) return added
  throw refusal('rider_changed')
})
