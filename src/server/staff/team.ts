import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import * as account from '#contract/staff/me.ts'
import * as contract from '#contract/staff/team.ts'
import type { Role } from '#domain/admin/roles.ts'
import { INVITATION_HOURS } from '#domain/constants.ts'
import { pick, sortRows } from '#domain/kit/rows.ts'
import { INVITATION, resetPath } from '#domain/routes.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as teamText from '#messages/admin/team.ts'
import { activityInsert, activityInsertFor } from '#server/activity/activity.ts'
import { COUNT_RENEWED, pinCandidates, renewPinsKnownTo, scootersReadBy } from '#server/catalogue/known-pins.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { admins } from '#server/db/schema/admins.ts'
import { properties } from '#server/db/schema/catalogue.ts'
import { isoFrom, parseTrustedJson, secondsOf } from '#server/db/sql.ts'
import { isOwnProperty } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { limitInvitations } from '#server/http/throttle.ts'
import { linkParams, newLink } from '#server/outbox/insert-message.ts'
import { pageUrl } from '#server/outbox/mail-content.ts'
import { newId } from '#server/runtime/crypto.ts'
import { deliversMail, pushConfig } from '#server/runtime/env.ts'
import { invalidField, notAuthenticated, refusal } from '#server/runtime/refusal.ts'
import { deletePushDevices, deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { emailToken, type Staff } from '#server/sessions/sessions.ts'

export const getMe = implement(account.getMe, (_, staff) => loadMe(staff))

export const updateMe = implement(account.updateMe, async ({ body }, staff) => {
  if (Object.keys(body).length > 0) await db.update(admins).set(body).where(eq(admins.id, staff.id))
  return loadMe(staff)
})

async function loadMe(staff: Staff) {
  const [rows, mine] = await Promise.all([
    db
      .select(pick(admins, 'daily_mail', 'email', 'id', 'name', 'role', 'tell_trouble'))
      .from(admins)
      .where(eq(admins.id, staff.id)),
    db
      .select(pick(properties, 'id', 'name'))
      .from(properties)
      .where(and(isNull(properties.archived_at), isOwnProperty(properties.id, staff)))
      .orderBy(asc(properties.id))
  ])
  const [account] = rows
  if (!account) throw notAuthenticated()
  return {
    ...account,
    properties: sortRows(mine, 'name'),
    push_key: pushConfig()?.publicKey ?? null,
    sends_mail: deliversMail()
  }
}

// Owners invite, change and remove the people of the portal. Nobody changes the own account, and each statement asks
// again whether the caller is an owner. So an owner always remains, also if two remove each other.
//
// Parameters: :actor, :now; of a statement about one account :id, else :email.

const LINK_SECONDS = INVITATION_HOURS * HOUR_SECONDS

const IS_JOINED = 'deleted_at IS NULL AND invited_at IS NULL'
const IS_OWNER = `EXISTS (SELECT 1 FROM admins WHERE id = :actor AND role = 'owner' AND ${IS_JOINED})`
const CAN_CHANGE = `${IS_OWNER} AND :id <> :actor AND EXISTS (SELECT 1 FROM admins WHERE id = :id AND deleted_at IS NULL)`

const SELECT_TEAM = `
SELECT a.id, a.name, a.email, a.role, a.invited_at,
       (SELECT json_group_array(json_object('id', p.id, 'name', p.name))
          FROM admin_properties m JOIN properties p ON p.id = m.property_id WHERE m.admin_id = a.id) AS properties
  FROM admins a WHERE a.deleted_at IS NULL`

interface TeamRow {
  id: string
  name: string
  email: string
  role: Role
  /** Unix seconds. */
  invited_at: number | null
  /** JSON. */
  properties: string
}

function toMember({ invited_at, properties, ...row }: TeamRow) {
  return {
    ...row,
    link_until: invited_at === null ? null : isoFrom(invited_at + LINK_SECONDS),
    properties: sortRows(parseTrustedJson<{ id: string; name: string }[]>(properties), 'name')
  }
}

export const listTeam = implement(contract.listTeam, async () => {
  const { results } = await prepareNamed(SELECT_TEAM).all<TeamRow>()
  return sortRows(results.map(toMember), 'name')
})

async function findMember(column: 'email' | 'id', value: string) {
  const row = await prepareNamed(`${SELECT_TEAM} AND a.${column} = :value`, { value }).first<TeamRow>()
  return row && toMember(row)
}

/** Throws 404 if there is no such account. */
async function memberById(id: string) {
  const member = await findMember('id', id)
  if (!member) throw refusal('member_not_found')
  return member
}

const CHOSEN = 'FROM json_each(:properties) chosen JOIN properties p ON p.id = chosen.value AND p.archived_at IS NULL'

/** Throws 422 unless the properties exist. An owner's are none, because they are all. */
async function checkedProperties({ property_ids, role }: Pick<Changes, 'property_ids' | 'role'>): Promise<string[]> {
  if (role === 'owner') return []
  const ids = [...new Set(property_ids)]
  const { results } = await prepareNamed(`SELECT p.id ${CHOSEN}`, { properties: JSON.stringify(ids) }).all()
  if (ids.length === 0 || results.length < ids.length) throw invalidField('property_ids', teamText.propertiesRequired)
  return ids
}

const addProperties = (account: string) => `
INSERT INTO admin_properties (admin_id, property_id)
SELECT ${account}, p.id ${CHOSEN}`

// An invitation. Its account has a hash that no password has and that is this invitation's own, which tells the later
// statements whether it was made.

const INVITE = `
INSERT INTO admins (id, name, email, password_hash, role, invited_at, daily_mail, tell_trouble, created_at)
SELECT :id, :name, :email, :unusable, :role, :now, :dailyMail, 1, :now
 WHERE ${IS_OWNER} AND NOT EXISTS (SELECT 1 FROM admins WHERE email = :email AND ${IS_JOINED})
    ON CONFLICT (email) DO UPDATE SET name = excluded.name, password_hash = excluded.password_hash, role = excluded.role,
       invited_at = excluded.invited_at, daily_mail = excluded.daily_mail, tell_trouble = 1,
       token_version = token_version + 1, deleted_at = NULL
 WHERE admins.deleted_at IS NOT NULL OR admins.invited_at IS NOT NULL`

const RENEW = `
UPDATE admins SET password_hash = :unusable, invited_at = :now
 WHERE email = :email AND invited_at IS NOT NULL AND deleted_at IS NULL AND ${IS_OWNER}`

const INVITED = 'FROM admins a WHERE a.email = :email AND a.password_hash = :unusable'
const INVITED_ID = `(SELECT a.id ${INVITED})`

const SET_PROPERTIES = [
  `DELETE FROM admin_properties WHERE admin_id = ${INVITED_ID}`,
  `${addProperties('a.id')} JOIN admins a ON a.id = ${INVITED_ID}`
]

const NEW_LINK = newLink({
  column: 'admin_id',
  facts: "'by', (SELECT name FROM admins WHERE id = :actor)",
  from: INVITED,
  kind: 'invitation'
})

interface Invitation {
  /** Statements that make the account. */
  account: readonly string[]
  email: string
  name: string
  role: Role
  properties: readonly string[]
}

async function invite({ account, properties, ...fields }: Invitation, admin: Staff, now: Date) {
  await limitInvitations(admin.id, now)
  const link = linkParams(LINK_SECONDS, now)
  const params = {
    ...fields,
    ...link,
    actor: admin.id,
    dailyMail: Number(fields.role !== 'owner'),
    id: newId(),
    properties: JSON.stringify(properties),
    unusable: `invited ${link.tokenId}`
  }
  const entry = { action: 'invite_admin', detail: teamText.roleDetail(fields.role, properties.length) } as const
  await runIdempotent([...account, ...NEW_LINK, activityInsertFor(INVITED, entry, { admin, now }, params)], params)
  const made = await prepareNamed(`SELECT a.id ${INVITED}`, params).first<string>('id')
  if (made === null) return null
  return { link: pageUrl(resetPath(emailToken(link.tokenId), INVITATION)), member: await memberById(made) }
}

export const inviteMember = implement(contract.inviteMember, async ({ body }, admin, { now }) => {
  const { email, name, role } = body
  const properties = await checkedProperties(body)
  const invited = await invite({ account: [INVITE, ...SET_PROPERTIES], email, name, properties, role }, admin, now)
  if (invited) return invited
  throw refusal((await findMember('email', email)) ? 'already_in_team' : 'not_allowed')
})

export const renewInvitation = implement(contract.renewInvitation, async ({ params: { id } }, admin, { now }) => {
  const { email, link_until, name, properties, role } = await memberById(id)
  if (link_until === null) throw refusal('already_joined')
  const ids = properties.map(property => property.id)
  const invited = await invite({ account: [RENEW], email, name, properties: ids, role }, admin, now)
  if (invited) return invited
  throw refusal((await memberById(id)).link_until === null ? 'already_joined' : 'not_allowed')
})

// A changed or removed account.

const UPDATE = [
  ...renewPinsKnownTo(
    CAN_CHANGE,
    property => `:role <> 'owner' AND coalesce(${property} NOT IN (SELECT value FROM json_each(:properties)), 1)`
  ),
  `UPDATE admins SET name = :name, token_version = token_version + (role <> :role), role = :role WHERE id = :id AND ${CAN_CHANGE}`,
  `DELETE FROM admin_properties WHERE admin_id = :id AND ${CAN_CHANGE}`,
  `${addProperties(':id')} WHERE :role <> 'owner' AND ${CAN_CHANGE}`
]

const IS_REMOVED_NOW = 'EXISTS (SELECT 1 FROM admins WHERE id = :account AND deleted_at = :now)'
const REMOVE = [
  ...renewPinsKnownTo(CAN_CHANGE, () => 'TRUE'),
  `UPDATE admins SET deleted_at = :now, token_version = token_version + 1, invited_at = NULL WHERE id = :id AND ${CAN_CHANGE}`,
  `DELETE FROM admin_properties WHERE admin_id = :id AND ${IS_REMOVED_NOW}`,
  deleteUnusedLinks('admin', IS_REMOVED_NOW),
  deletePushDevices('admin', IS_REMOVED_NOW)
]

type Changes = ServerInput<typeof contract.updateMember>['body']

interface ChangeBatch {
  entry: { action: 'remove_admin' | 'update_admin'; detail?: string }
  /** SQL: the change was made. */
  isMade: string
  params?: Record<string, string>
  /** The PINs that the account can no longer see are renewed. */
  renewPins: boolean
  statements: readonly string[]
}

interface Decision {
  admin: Staff
  now: Date
}

/** Runs a change and its entry in the activity log. Returns how many PINs were renewed. Throws if the caller may not. */
async function change(id: string, batch: ChangeBatch, { admin, now }: Decision): Promise<number> {
  const { entry, isMade, renewPins, statements } = batch
  if (id === admin.id) throw refusal('own_account')
  await memberById(id)
  const params = {
    ...batch.params,
    account: id,
    actor: admin.id,
    id,
    now: secondsOf(now),
    pins: pinCandidates(renewPins ? await scootersReadBy(id) : []),
    renewPins: Number(renewPins)
  }
  const { made, pins } = await runIdempotent<{ made: object; pins: { renewed: number } }>(
    {
      entry: activityInsert({ ...entry, subject: id }, { admin, now, when: CAN_CHANGE }, params),
      statements,
      made: `SELECT 1 WHERE ${isMade}`,
      pins: COUNT_RENEWED
    },
    params
  )
  if (made.results.length > 0) return pins.results[0]?.renewed ?? 0
  await memberById(id)
  throw refusal('not_allowed')
}

export const updateMember = implement(contract.updateMember, async ({ body, params: { id } }, admin, { now }) => {
  const { name, renew_pins: renewPins, role } = body
  const properties = await checkedProperties(body)
  const batch = {
    entry: { action: 'update_admin', detail: teamText.roleDetail(role, properties.length) },
    isMade: CAN_CHANGE,
    params: { name, properties: JSON.stringify(properties), role },
    renewPins,
    statements: UPDATE
  } as const
  await change(id, batch, { admin, now })
  return memberById(id)
})

export const removeMember = implement(contract.removeMember, async ({ params: { id }, query }, admin, { now }) => {
  const renewPins = query.renew_pins === 'true'
  const batch = { entry: { action: 'remove_admin' }, isMade: IS_REMOVED_NOW, renewPins, statements: REMOVE } as const
  return { message: teamText.memberRemoved(await change(id, batch, { admin, now })) }
})
