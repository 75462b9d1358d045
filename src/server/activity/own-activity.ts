import type { LoggedAction } from '#domain/portal/logged-actions.ts'
import type { CallContext } from '#server/http/operation.ts'
import { ACCOUNT_TABLES } from '#server/sessions/accounts.ts'
import type { Account } from '#server/sessions/actor.ts'
import { conditionalActivityInsert } from './activity.ts'

// A token is valid only while its version is the account's, so raising the version ends all sessions. A password
// change or sign-out checks the version of the caller's own token, so a concurrent one wins.

const isCallersVersion = (table: string) =>
  `EXISTS (SELECT 1 FROM ${table} WHERE id = :account AND token_version = :version AND deleted_at IS NULL)`

/** Admin actions are recorded in the activity log in the same batch and under the same condition as the change. */
export function ownActivityInsert(action: LoggedAction, { id, type, version }: Account, { now }: CallContext) {
  if (type !== 'admin') return []
  const when = isCallersVersion(ACCOUNT_TABLES.admin)
  return [conditionalActivityInsert({ action, subject: id }, { admin: { id }, now, when }, { account: id, version })]
}
