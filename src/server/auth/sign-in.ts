import * as contract from '#contract/auth/sign-in.ts'
import type { ServerInput } from '#contract/kit/endpoint.ts'
import type { SessionType } from '#domain/routes.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { prepareNamed } from '#server/db/client.ts'
import { assertSameOrigin, type CallContext, implement } from '#server/http/operation.ts'
import { beginSignInAttempt } from '#server/http/sign-in-lock.ts'
import { notAuthenticated } from '#server/runtime/refusal.ts'
import { ACCOUNT_TABLES } from '#server/sessions/accounts.ts'
import { newToken, type SessionAccount, sessionCookies } from '#server/sessions/tokens.ts'
import { passwordMatches } from './password-hash.ts'

interface Account extends SessionAccount {
  password_hash: string
}

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
 WHERE email = :email AND deleted_at IS NULL${type === 'admin' ? ' AND invited_at IS NULL' : ''}`

type Credentials = ServerInput<typeof contract.signIn>['body']

/** Returns the account with this email and password. Throws 401 if there is none. */
async function authenticate(type: SessionType, { email, password }: Credentials, call: CallContext): Promise<Account> {
  assertSameOrigin(call)
  const { succeeded } = await beginSignInAttempt(type, email, call)
  const account = await prepareNamed(selectAccount(type), { email }).first<Account>()
  const matches = await passwordMatches(password, account?.password_hash ?? null)
  if (!account || !matches) throw notAuthenticated('wrong_credentials')
  await succeeded()
  return account
}

/** Creates a token, sets the session cookies and returns the body of a sign-in or sign-up. */
export async function openSession(type: SessionType, account: SessionAccount, call: CallContext) {
  const token = await newToken(type, account, call.now)
  for (const cookie of sessionCookies(type, account, { isSecure: call.isSecure, token }))
    call.responseHeaders.append('set-cookie', cookie)
  return { access_token: token }
}
