import * as contract from '#contract/auth/sign-out.ts'
import * as text from '#messages/account/account.ts'
import { d1 } from '#server/db/client.ts'
import { implement } from '#server/http/operation.ts'
import { assertSameOrigin, clearSession } from './sign-in.ts'
import { ACCOUNT_TABLES, ownActivityInsert } from './token-version.ts'

const endSessions = (table: string) => `
UPDATE ${table} SET token_version = ?2 + 1 WHERE id = ?1 AND token_version = ?2`

/** The rider's phones show no more reminders, because they may be in other hands. */
const DELETE_DEVICES = `
DELETE FROM push_subscriptions
 WHERE user_id = ?1 AND EXISTS (SELECT 1 FROM users WHERE id = ?1 AND token_version = ?2 + 1)`

export const signOutEverywhere = implement(contract.signOutEverywhere, async (_, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  const end = d1.prepare(endSessions(ACCOUNT_TABLES[type])).bind(id, version)
  const devices = type === 'user' ? [d1.prepare(DELETE_DEVICES).bind(id, version)] : []
  await d1.batchIdempotent([...ownActivityInsert('sign_out_everywhere', account, call), end, ...devices])
  clearSession(call)
  return { message: text.signedOutEverywhere }
})
