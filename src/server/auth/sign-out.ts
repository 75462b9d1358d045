import * as contract from '#contract/auth/sign-in.ts'
import { loggedOut } from '#messages/account/account.ts'
import { db } from '#server/db/client.ts'
import { revoked_tokens } from '#server/db/schema/auth.ts'
import { assertSameOrigin, type CallContext, implement } from '#server/http/operation.ts'
import { bearerToken } from '#server/sessions/actor.ts'
import { expiredCookies, readSessionCookies, readToken } from '#server/sessions/tokens.ts'

/** Revokes the tokens in the header and the cookie. Succeeds without a token too. */
export const signOut = implement(contract.signOut, async (_input, _actor, call) => {
  assertSameOrigin(call)
  const tokens = [bearerToken(call.headers), readSessionCookies(call.headers).token]
  for (const token of tokens) await revokeToken(token)
  clearSession(call)
  return { message: loggedOut }
})

/** Expires the cookies and clears the browser cache. Every kind of sign-out does this. */
export function clearSession(call: CallContext): void {
  for (const cookie of expiredCookies(call.isSecure)) call.responseHeaders.append('set-cookie', cookie)
  call.responseHeaders.set('clear-site-data', '"cache"')
}

async function revokeToken(text: string | null): Promise<void> {
  const token = text === null ? null : await readToken(text)
  if (!token) return
  const { expires_at, jti } = token
  await db.insert(revoked_tokens).values({ expires_at, jti }).onConflictDoNothing()
}
