import * as contract from '#contract/auth/change-password.ts'
import * as text from '#messages/account/account.ts'
import { d1 } from '#server/db/client.ts'
import { implement } from '#server/http/operation.ts'
import { beginSignInAttempt } from '#server/http/sign-in-lock.ts'
import { invalidField, notAuthenticated, refusal } from '#server/runtime/errors.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { assertSameOrigin, openSession } from './sign-in.ts'
import { ACCOUNT_TABLES, ownActivityInsert } from './token-version.ts'

const selectAccount = (table: string) =>
  `SELECT email, password_hash FROM ${table} WHERE id = ?1 AND token_version = ?2 AND deleted_at IS NULL`

// Each hash has its own salt. An equal stored hash therefore means that this same statement already ran.
const updatePassword = (table: string) => `
UPDATE ${table} SET password_hash = ?3, token_version = ?2 + 1
 WHERE id = ?1 AND deleted_at IS NULL
   AND (token_version = ?2 OR (token_version = ?2 + 1 AND password_hash = ?3))
RETURNING id`

export const changePassword = implement(contract.changePassword, async ({ body }, account, call) => {
  assertSameOrigin(call)
  if (body.password === body.current_password) throw invalidField('password', text.samePassword)
  const { id, type, version } = account
  const table = ACCOUNT_TABLES[type]
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
  const results = await d1.batchIdempotent([...ownActivityInsert('change_password', account, call), change])
  if (results.at(-1)?.results.length === 0) throw refusal('password_changed')
  return openSession(type, { id, token_version: version + 1 }, call)
})
