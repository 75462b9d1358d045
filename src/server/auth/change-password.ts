import * as changePasswordContract from '#contract/auth/change-password.ts'
import * as signOutContract from '#contract/auth/sign-out.ts'
import type { AuditedAction } from '#domain/audits.ts'
import type { SessionType } from '#domain/routes.ts'
import * as text from '#messages/account.ts'
import { auditStatement } from '#server/admin/audit-log.ts'
import { d1 } from '#server/db/client.ts'
import { type CallContext, implement } from '#server/http/operation.ts'
import { beginSignInAttempt } from '#server/http/sign-in-lock.ts'
import { invalidField, notAuthenticated, refusal } from '#server/runtime/errors.ts'
import type { Account } from '#server/sessions/actor.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { assertSameOrigin, clearSession, openSession } from './sign-in.ts'

// A token is valid only while its version is the account's, so raising the version ends all sessions. Every statement
// here checks the version of the caller's own token, so a concurrent password change or sign-out wins.

const TABLES: Record<SessionType, string> = { admin: 'admins', user: 'users' }

const isCallersVersion = (table: string) =>
  `EXISTS (SELECT 1 FROM ${table} WHERE id = ?1 AND token_version = ?2 AND deleted_at IS NULL)`

const selectAccount = (table: string) =>
  `SELECT email, password_hash FROM ${table} WHERE id = ?1 AND token_version = ?2 AND deleted_at IS NULL`

// Each hash has its own salt. An equal stored hash therefore means that this same statement already ran.
const updatePassword = (table: string) => `
UPDATE ${table} SET password_hash = ?3, token_version = ?2 + 1
 WHERE id = ?1 AND deleted_at IS NULL
   AND (token_version = ?2 OR (token_version = ?2 + 1 AND password_hash = ?3))
RETURNING id`

const endSessions = (table: string) => `
UPDATE ${table} SET token_version = ?2 + 1 WHERE id = ?1 AND token_version = ?2`

export const changePassword = implement(changePasswordContract.changePassword, async ({ body }, account, call) => {
  assertSameOrigin(call)
  if (body.password === body.current_password) throw invalidField('password', text.samePassword)
  const { id, type, version } = account
  const table = TABLES[type]
  const stored = await d1
    .prepare(selectAccount(table))
    .bind(id, version)
    .first<{ email: string; password_hash: string }>()
  if (!stored) throw notAuthenticated()
  const { succeeded } = await beginSignInAttempt(type, stored.email, call)
  if (!(await passwordMatches(body.current_password, stored.password_hash))) throw refusal('wrong_password')
  await succeeded()
  const hash = await hashPassword(body.password)
  const change = d1.prepare(updatePassword(table)).bind(id, version, hash)
  const results = await d1.batchIdempotent([...auditStatements('change_password', account, call), change])
  if (results.at(-1)?.results.length === 0) throw refusal('password_changed')
  return openSession(type, { id, token_version: version + 1 }, call)
})

export const signOutEverywhere = implement(signOutContract.signOutEverywhere, async (_, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  const end = d1.prepare(endSessions(TABLES[type])).bind(id, version)
  await d1.batchIdempotent([...auditStatements('sign_out_everywhere', account, call), end])
  clearSession(call)
  return { message: text.signedOutEverywhere }
})

/** Admin actions are audited in the same batch and under the same condition as the change. */
function auditStatements(action: AuditedAction, { id, type, version }: Account, { now }: CallContext) {
  if (type !== 'admin') return []
  const when = isCallersVersion(TABLES.admin)
  return [auditStatement({ action, subject: id }, { admin: { id }, now, when }, [id, version])]
}
