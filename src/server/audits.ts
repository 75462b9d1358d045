import type { D1PreparedStatement } from '@cloudflare/workers-types'
import type { AuditedAction } from '#domain/audits.ts'
import type { Admin } from './auth/actor.ts'
import { d1, secondsOf } from './db/client.ts'
import { newId } from './ids.ts'

interface Deed {
  action: AuditedAction
  detail?: string
  /** The id of what it is done to. */
  subject: string
}

interface Circumstances {
  by: Admin
  now: Date
  /** What must be so for it to happen, in SQL: the deed's own condition. */
  when: string
}

/** The row that says who did what: to be put before the deed in its batch, under its condition and with its values. */
export function audited(
  { action, detail, subject }: Deed,
  { by, now, when }: Circumstances,
  values: readonly (number | string)[]
): D1PreparedStatement {
  const own = [newId(), secondsOf(now), by.id, action, subject, detail ?? null]
  const places = own.map((_, index) => `?${values.length + index + 1}`)
  return d1
    .prepare(
      `INSERT INTO audits (id, created_at, admin_id, action, subject, detail)
       SELECT ${places.join(', ')} WHERE ${when} ON CONFLICT DO NOTHING`
    )
    .bind(...values, ...own)
}
