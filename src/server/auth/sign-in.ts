import { and, eq, isNull } from 'drizzle-orm'
import * as signInContract from '#contract/auth/sign-in.ts'
import type { SessionType } from '#domain/routes.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { db } from '#server/db/client.ts'
import { admins } from '#server/db/schema/admins.ts'
import { users } from '#server/db/schema/riders.ts'
import { beginSignInAttempt } from '#server/http/limits/sign-in-lock.ts'
import { type CallContext, implement } from '#server/http/operation.ts'
import { assertSameOrigin } from '#server/http/same-origin.ts'
import { notAuthenticated } from '#server/runtime/refusal.ts'
import { sessionCookies } from '#server/sessions/cookies.ts'
import { newToken } from '#server/sessions/tokens.ts'
import { passwordMatches } from './passwords.ts'

interface Credentials {
  id: string
  password_hash: string
  token_version: number
}

export const signIn = implement(signInContract.signIn, async ({ body }, _, call) => {
  assertSameOrigin(call)
  const { succeeded } = await beginSignInAttempt('user', body.email, call)
  const [rider] = await db
    .select({ id: users.id, password_hash: users.password_hash, token_version: users.token_version })
    .from(users)
    .where(and(eq(users.email, body.email), isNull(users.deleted_at)))
  const account = await verifyCredentials(rider, body.password)
  await succeeded()
  return openSession('user', account, call)
})

export const signInAdmin = implement(signInContract.signInAdmin, async ({ body }, _, call) => {
  assertSameOrigin(call)
  const { succeeded } = await beginSignInAttempt('admin', body.email, call)
  const [admin] = await db
    .select({ id: admins.id, password_hash: admins.password_hash, token_version: admins.token_version })
    .from(admins)
    .where(and(eq(admins.email, body.email), isNull(admins.deleted_at)))
  const account = await verifyCredentials(admin, body.password)
  await succeeded()
  await activityInsert({ action: 'sign_in', subject: account.id }, account, call.now)
  return openSession('admin', account, call)
})

async function verifyCredentials(account: Credentials | undefined, password: string): Promise<Credentials> {
  const matches = await passwordMatches(password, account?.password_hash ?? null)
  if (!account || !matches) throw notAuthenticated('wrong_credentials')
  return account
}

/** Creates a token, sets the session cookies and returns the body of a sign-in or sign-up. */
export async function openSession(
  type: SessionType,
  account: { id: string; token_version: number },
  call: CallContext
) {
  const accessToken = await newToken(type, account, call.now)
  for (const cookie of sessionCookies(type, accessToken, call.isSecure))
    call.responseHeaders.append('set-cookie', cookie)
  return { access_token: accessToken }
}
