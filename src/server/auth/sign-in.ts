import * as contract from '#contract/auth/sign-in.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { SessionType } from '#domain/routes.ts'
import * as accountText from '#messages/account/account.ts'
import * as appShellText from '#messages/app-shell.ts'
import { activityInsert, ownActivityInsert } from '#server/activity/activity.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { revoked_tokens } from '#server/db/schema/auth.ts'
import { hasEmail } from '#server/db/schema/riders.ts'
import { assertSameOrigin, type CallContext, implement } from '#server/http/operation.ts'
import { beginSignInAttempt } from '#server/http/sign-in-lock.ts'
import { notAuthenticated } from '#server/runtime/refusal.ts'
import { ACCOUNT_TABLES, deletePushDevices } from '#server/sessions/accounts.ts'
import { bearerToken } from '#server/sessions/actor.ts'
import {
  expiredCookies,
  newToken,
  readSessionCookies,
  readToken,
  type SessionAccount,
  sessionCookies
} from '#server/sessions/tokens.ts'
import { passwordMatches } from './password-hash.ts'

interface Account extends SessionAccount {
  password_hash: string
}

/** Whoever signs in stays, although the rider has asked for the deletion. */
const STAY = `
UPDATE users SET deletion_asked_at = NULL
 WHERE id = :account AND token_version = :version AND deletion_asked_at IS NOT NULL`

export const signIn = implement(contract.signIn, async ({ body }, _, call) => {
  return openSession('user', await authenticate('user', body, call), call)
})

export const signInAdmin = implement(contract.signInAdmin, async ({ body }, _, call) => {
  const admin = await authenticate('admin', body, call)
  await activityInsert({ action: 'sign_in', subject: admin.id }, { admin, now: call.now }).run()
  return openSession('admin', admin, call)
})

const selectAccount = (type: SessionType) => `
SELECT id, password_hash, token_version${type === 'admin' ? ', role' : ''} FROM ${ACCOUNT_TABLES[type]}
 WHERE email = :email AND deleted_at IS NULL AND ${type === 'admin' ? 'invited_at IS NULL' : hasEmail('users')}`

type Credentials = ServerInput<typeof contract.signIn>['body']

/** Returns the account with this email and password. Throws 401 if there is none. */
async function authenticate(type: SessionType, { email, password }: Credentials, call: CallContext): Promise<Account> {
  assertSameOrigin(call)
  const succeeded = await beginSignInAttempt(type, email, call)
  const account = await prepareNamed(selectAccount(type), { email }).first<Account>()
  const matches = await passwordMatches(password, account?.password_hash ?? null)
  if (!account || !matches) throw notAuthenticated('wrong_credentials')
  const { id, token_version: version } = account
  await succeeded(...(type === 'user' ? [prepareNamed(STAY, { account: id, version })] : []))
  return account
}

/** Creates a token, sets the session cookies and returns the body of a sign-in or sign-up. */
export async function openSession(type: SessionType, account: SessionAccount, call: CallContext) {
  const token = await newToken(type, account, call.now)
  for (const cookie of sessionCookies(type, account, { isSecure: call.isSecure, token }))
    call.responseHeaders.append('set-cookie', cookie)
  return { access_token: token }
}

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

export const signOutEverywhere = implement(contract.signOutEverywhere, async (_, account, call) => {
  assertSameOrigin(call)
  const { id, type, version } = account
  const table = ACCOUNT_TABLES[type]
  const hasEnded = `EXISTS (SELECT 1 FROM ${table} WHERE id = :account AND token_version = :version + 1)`
  await runIdempotent(
    [...ownActivityInsert('sign_out_everywhere', account, call), endSessions(table), deletePushDevices(type, hasEnded)],
    { account: id, version }
  )
  clearSession(call)
  return { message: accountText.loggedOutEverywhere }
})
