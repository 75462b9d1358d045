import * as contract from '#contract/auth/passwords.ts'
import type { SessionType } from '#domain/routes.ts'
import { ownActivityInsert } from '#server/activity/activity.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { assertSameOrigin, implement } from '#server/http/operation.ts'
import { beginSignInAttempt } from '#server/http/sign-in-lock.ts'
import { notAuthenticated, refusal } from '#server/runtime/refusal.ts'
import { ACCOUNT_TABLES, deletePushDevices, deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { openSession } from './sign-in.ts'

const selectAccount = (table: string) =>
  `SELECT email, password_hash FROM ${table} WHERE id = :account AND token_version = :version AND deleted_at IS NULL`

// Each hash has its own salt. An equal stored hash therefore means that this same statement already ran.
const updatePassword = (table: string) => `
UPDATE ${table} SET password_hash = :hash, token_version = :version + 1
 WHERE id = :account AND deleted_at IS NULL
   AND (token_version = :version OR (token_version = :version + 1 AND password_hash = :hash))
RETURNING id`

/** Ends the links in mails and the reminders on other phones, which sessions with the old password have made. */
const endAccess = (type: SessionType) => {
  const isChanged = `EXISTS (SELECT 1 FROM ${ACCOUNT_TABLES[type]} WHERE id = :account AND password_hash = :hash)`
  return [deleteUnusedLinks(type, isChanged), ...(type === 'user' ? [deletePushDevices(isChanged, ':device')] : [])]
}

export const changePassword = implement(contract.changePassword, async ({ body }, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  const table = ACCOUNT_TABLES[type]
  const stored = await prepareNamed(selectAccount(table), { account: id, version }).first<{
    email: string
    password_hash: string
  }>()
  if (!stored) throw notAuthenticated()
  const { succeeded } = await beginSignInAttempt(type, stored.email, call)
  if (!(await passwordMatches(body.current_password, stored.password_hash))) throw refusal('wrong_password')
  await succeeded()
  const hash = await hashPassword(body.password)
  const logged = ownActivityInsert('change_password', account, call)
  const changes = [updatePassword(table), ...endAccess(type)]
  const results = await d1.batchIdempotent([
    ...logged,
    ...changes.map(query => prepareNamed(query, { account: id, device: body.device ?? null, hash, version }))
  ])
  if (results[logged.length]?.results.length === 0) throw refusal('password_changed')
  return openSession(type, { id, token_version: version + 1 }, call)
})
