import { eq, sql } from 'drizzle-orm'
import * as contract from '#contract/admin/audits.ts'
import type { AuditedAction } from '#domain/audits.ts'
import { db } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { prepareNamed, type SqlParams } from '#server/db/named-params.ts'
import { admins, audits } from '#server/db/schema/admins.ts'
import { orderBy, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { newId } from '#server/runtime/ids.ts'
import type { Admin } from '#server/sessions/actor.ts'

interface AuditEntry {
  action: AuditedAction
  /** Never a secret or personal value, because audits outlive deleted data. */
  detail?: string | undefined
  /** The id of the row changed. */
  subject: string
}

interface AuditContext {
  admin: Admin
  now: Date
  /** SQL condition of the audited change, so both run or neither. */
  when: string
}

const INSERT_AUDIT = `
INSERT INTO audits (id, created_at, admin_id, action, subject, detail)
SELECT :auditId, :auditedAt, :auditor, :action, :subject, :detail`

/** Audit insert for a batch. Place it before the audited statement; it uses the same condition and parameters. */
export function auditStatement(
  { action, detail, subject }: AuditEntry,
  { admin, now, when }: AuditContext,
  params: SqlParams
) {
  return prepareNamed(`${INSERT_AUDIT} WHERE ${when} ON CONFLICT DO NOTHING`, {
    ...params,
    action,
    auditedAt: secondsOf(now),
    auditId: newId(),
    auditor: admin.id,
    detail: detail ?? null,
    subject
  })
}

/** Audit insert without a condition, for a Drizzle batch. */
export function auditInsert(entry: AuditEntry, admin: Admin, now: Date) {
  return db.insert(audits).values({ ...entry, admin_id: admin.id, created_at: now, id: newId() })
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
  (SELECT u.name FROM bookings b JOIN users u ON u.id = b.user_id WHERE b.id = ${audits.subject}),
  (SELECT u.name FROM refunds r JOIN bookings b ON b.id = r.booking_id JOIN users u ON u.id = b.user_id
    WHERE r.id = ${audits.subject}),
  CASE WHEN ${audits.action} IN ('delete_property', 'delete_scooter') THEN ${audits.detail} END)`

export const listAudits = implement(contract.listAudits, async ({ query }, _, { responseHeaders }) => {
  const { limit, offset } = rowRange(query)
  const rows = await db
    .select({
      action: audits.action,
      admin_email: admins.email,
      created_at: audits.created_at,
      detail: audits.detail,
      id: audits.id,
      subject: audits.subject,
      subject_name: subjectName
    })
    .from(audits)
    // Every audit has an admin. A left join keeps SQLite walking the index on audits.
    .leftJoin(admins, eq(admins.id, audits.admin_id))
    .orderBy(...orderBy(query.sort, { created_at: audits.created_at }, { newest: audits.created_at, table: audits }))
    .limit(limit)
    .offset(offset)
  return toPage(
    rows.map(({ admin_email, created_at, ...row }) => ({
      ...row,
      admin_email: admin_email ?? '',
      created_at: created_at.toISOString()
    })),
    query,
    responseHeaders
  )
})
