import { eq, sql } from 'drizzle-orm'
import * as contract from '#contract/activity/activity.ts'
import type { LoggedAction } from '#domain/admin/roles.ts'
import { dayAndTimeText } from '#domain/time/time-texts.ts'
import * as activityText from '#messages/admin/activity.ts'
import { d1, db, prepareNamed, prepareQuery, type Query } from '#server/db/client.ts'
import { admins, audits } from '#server/db/schema/admins.ts'
import { dateFrom, type SqlParams, secondsOf } from '#server/db/sql.ts'
import { selectPage } from '#server/http/list-query.ts'
import { type CallContext, implement } from '#server/http/operation.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { ACCOUNT_TABLES } from '#server/sessions/accounts.ts'
import type { Account, Admin } from '#server/sessions/sessions.ts'

interface NewEntry {
  action: LoggedAction
  /**
   * Never a secret or personal value, because entries outlive deleted data. Words about a rider go with the rider
   * (server/riders/deletion.ts).
   */
  detail?: string | undefined
  /** A new one if missing. The other statements of its batch can ask whether it exists. */
  id?: string | undefined
  /** The id of the row changed. */
  subject: string
}

interface EntryContext {
  admin: Admin
  now: Date
  /** SQL condition of the recorded change, so both run or neither. Without one, the entry is always inserted. */
  when?: string
}

const insertEntry = (subject: string, rows: string) => `
INSERT INTO audits (id, created_at, admin_id, action, subject, detail)
SELECT :entryId, :entryAt, :entryAdmin, :action, ${subject}, :detail ${rows} ON CONFLICT DO NOTHING`

const entryParams = ({ action, detail, id }: Omit<NewEntry, 'subject'>, { admin, now }: EntryContext) => ({
  action,
  detail: detail ?? null,
  entryAdmin: admin.id,
  entryAt: secondsOf(now),
  entryId: id ?? newId()
})

/**
 * An insert into the activity log. In a batch, place it before the recorded statement; it uses the same condition and
 * parameters. Its own parameter `:subject` can be part of the condition.
 */
export function activityInsert({ subject, ...entry }: NewEntry, context: EntryContext, params: SqlParams = {}) {
  const { when = 'TRUE' } = context
  return prepareNamed(insertEntry(':subject', `WHERE ${when}`), { ...params, ...entryParams(entry, context), subject })
}

/** One batch of a change and its entry in the activity log. A condition of the entry is true before the change. */
export const batchWithActivity = (entry: NewEntry, context: EntryContext, ...changes: readonly Query[]) =>
  d1.batch([activityInsert(entry, context), ...changes.map(prepareQuery)])

/** An entry for the row `a` of `from`, after the statement that it records. */
export function activityInsertFor(
  from: string,
  entry: Omit<NewEntry, 'subject'>,
  context: EntryContext,
  params: SqlParams
) {
  return prepareNamed(insertEntry('a.id', from), { ...params, ...entryParams(entry, context) })
}

const SELECT_DONE = `
SELECT a.admin_id, a.created_at, done.name FROM audits a JOIN admins done ON done.id = a.admin_id
 WHERE a.subject = :subject AND a.action = :action ORDER BY a.created_at DESC, a.rowid DESC LIMIT 1`

/** What is done once. `isSame` is false if this call has other terms, such as another note. */
interface Once {
  action: LoggedAction
  isSame: boolean
  refused: 'cancelled_by_another' | 'paid_by_another'
  subject: string
}

/**
 * Whether this admin has done it with the same terms, so that the call is a repeat. Throws 409 with the name and the time
 * if it was done otherwise. False if nobody has.
 */
export async function isOwnRepeat({ isSame, refused, ...entry }: Once, { admin, now }: EntryContext): Promise<boolean> {
  const done = await prepareNamed(SELECT_DONE, entry).first<{ admin_id: string; created_at: number; name: string }>()
  if (done === null || (isSame && done.admin_id === admin.id)) return done !== null
  throw refusal(refused, done.name, dayAndTimeText(dateFrom(done.created_at), now))
}

/** SQL condition of an entry: another admin has not deleted its subject in between. */
export const isSubjectActive = (table: 'pricing_plans' | 'properties' | 'scooters') =>
  `EXISTS (SELECT 1 FROM ${table} WHERE id = :subject AND archived_at IS NULL)`

// A token is valid only while its version is the account's, so raising the version ends all sessions. A password
// change or sign-out checks the version of the caller's own token, so a concurrent one wins.

const isCallersVersion = (table: string) =>
  `EXISTS (SELECT 1 FROM ${table} WHERE id = :account AND token_version = :version AND deleted_at IS NULL)`

/** Admin actions are recorded in the activity log in the same batch and under the same condition as the change. */
export function ownActivityInsert(action: LoggedAction, { id, type, version }: Account, { now }: CallContext) {
  if (type !== 'admin') return []
  const when = isCallersVersion(ACCOUNT_TABLES.admin)
  return [activityInsert({ action, subject: id }, { admin: { id }, now, when }, { account: id, version })]
}

/** Returns the names of the changed fields, without their values. */
export function changedFieldNames(changes: Record<string, unknown>): string {
  return Object.keys(changes)
    .filter(name => changes[name] !== undefined)
    .join(', ')
}

// Each lookup uses a primary key. A permanently deleted row is shown by its name at deletion.
const subjectName = sql<string | null>`coalesce(
  (SELECT name FROM properties WHERE id = ${audits.subject}),
  (SELECT name FROM scooters WHERE id = ${audits.subject}),
  (SELECT name FROM pricing_plans WHERE id = ${audits.subject}),
  (SELECT name FROM users WHERE id = ${audits.subject}),
  (SELECT a.name FROM admins a WHERE a.id = ${audits.subject} AND ${audits.action} LIKE '%\\_admin' ESCAPE '\\'),
  (SELECT u.name FROM bookings b JOIN users u ON u.id = b.user_id WHERE b.id = ${audits.subject}),
  (SELECT u.name FROM refunds r JOIN bookings b ON b.id = r.booking_id JOIN users u ON u.id = b.user_id
    WHERE r.id = ${audits.subject}),
  CASE WHEN ${audits.action} IN ('delete_property', 'delete_scooter') THEN ${audits.detail} END)`

export const listActivity = implement(contract.listActivity, async ({ query }, _, { responseHeaders }) => {
  const { action, created_at, detail, id, subject } = audits
  const select = db
    .select({ action, admin_email: admins.email, created_at, detail, id, subject, subject_name: subjectName })
    .from(audits)
    // Every entry has an admin. A left join keeps SQLite walking the index on the log.
    .leftJoin(admins, eq(admins.id, audits.admin_id))
  const rows = await selectPage(select, { columns: { created_at }, query, responseHeaders, table: audits })
  return rows.map(({ admin_email, created_at, ...row }) => ({
    ...row,
    admin_email: admin_email ?? '',
    created_at: created_at.toISOString()
  }))
})

// When a button was pressed, of what a phone has kept without a network.

/** Null without a time, and where the clock of the device was wrong: after `now`, or before `since`. */
export const offlinePressTime = (pressed: Date | null | undefined, since: Date, now: Date): Date | null =>
  pressed && pressed >= since && pressed <= now ? pressed : null

/** For the detail of its entry in the activity log. */
export const offlinePressDetail = (pressed: Date | null | undefined, now: Date): string | undefined =>
  pressed ? activityText.pressedText(dayAndTimeText(pressed, now)) : undefined
