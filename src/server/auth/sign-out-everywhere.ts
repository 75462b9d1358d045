import * as contract from '#contract/auth/sign-in.ts'
import * as text from '#messages/account/account.ts'
import { ownActivityInsert } from '#server/activity/own-activity.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { implement, assertSameOrigin } from '#server/http/operation.ts'
import { ACCOUNT_TABLES, deletePushDevices } from '#server/sessions/accounts.ts'
import { clearSession } from './sign-out.ts'

const endSessions = (table: string) => `
UPDATE ${table} SET token_version = :version + 1 WHERE id = :account AND token_version = :version`

const DELETE_DEVICES = deletePushDevices(
  'EXISTS (SELECT 1 FROM users WHERE id = :account AND token_version = :version + 1)'
)

export const signOutEverywhere = implement(contract.signOutEverywhere, async (_, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  const end = [endSessions(ACCOUNT_TABLES[type]), ...(type === 'user' ? [DELETE_DEVICES] : [])]
  await d1.batchIdempotent([
    ...ownActivityInsert('sign_out_everywhere', account, call),
    ...end.map(query => prepareNamed(query, { account: id, version }))
  ])
  clearSession(call)
  return { message: text.loggedOutEverywhere }
})
