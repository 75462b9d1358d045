import * as contract from '#contract/auth/sign-in.ts'
import * as accountText from '#messages/account/account.ts'
import * as appShellText from '#messages/app-shell.ts'
import { ownActivityInsert } from '#server/activity/activity.ts'
import { db, runIdempotent } from '#server/db/client.ts'
import { revoked_tokens } from '#server/db/schema/auth.ts'
import { assertSameOrigin, type CallContext, implement } from '#server/http/operation.ts'
import { ACCOUNT_TABLES, deletePushDevices } from '#server/sessions/accounts.ts'
import { bearerToken } from '#server/sessions/actor.ts'
import { expiredCookies, readSessionCookies, readToken } from '#server/sessions/tokens.ts'

/** Revokes the tokens in the header and the cookie. Succeeds without a token too. */
export const signOut = implement(contract.signOut, async (_input, _actor, call) => {
  assertSameOrigin(call)
  const tokens = [bearerToken(call.headers), readSessionCookies(call.headers).token]
  for (const token of tokens) await revokeToken(token)
  clearSession(call)
  return { message: appShellText.loggedOut }
})

/** Expires the cookies and clears the browser cache. Every kind of sign-out does this. */
function clearSession(call: CallContext): void {
  for (const cookie of expiredCookies(call.isSecure)) call.responseHeaders.append('set-cookie', cookie)
  call.responseHeaders.set('clear-site-data', '"cache"')
}

async function revokeToken(jwt: string | null): Promise<void> {
  const token = jwt === null ? null : await readToken(jwt)
  if (!token) return
  const { expires_at, jti } = token
  await db.insert(revoked_tokens).values({ expires_at, jti }).onConflictDoNothing()
}

const endSessions = (table: string) => `
UPDATE ${table} SET token_version = :version + 1 WHERE id = :account AND token_version = :version`

const DELETE_DEVICES = deletePushDevices(
  'EXISTS (SELECT 1 FROM users WHERE id = :account AND token_version = :version + 1)'
)

export const signOutEverywhere = implement(contract.signOutEverywhere, async (_, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  await runIdempotent(
    [
      ...ownActivityInsert('sign_out_everywhere', account, call),
      endSessions(ACCOUNT_TABLES[type]),
      ...(type === 'user' ? [DELETE_DEVICES] : [])
    ],
    { account: id, version }
  )
  clearSession(call)
  return { message: accountText.loggedOutEverywhere }
})
