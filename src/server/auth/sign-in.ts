import { and, eq, isNull } from 'drizzle-orm'
import type { signIn, signInAdmin, signOut } from '#contract/auth.ts'
import type { SessionType } from '#domain/routes.ts'
import * as text from '#messages/auth.ts'
import { loggedOut } from '#messages/common.ts'
import { db } from '../db/client.ts'
import { admins, revoked_tokens, users } from '../db/schema.ts'
import { unauthorised } from '../errors.ts'
import type { Call, Operation } from '../http.ts'
import { bearerOf } from './actor.ts'
import { passwordMatches } from './passwords.ts'
import { endedCookies, sessionCookies } from './session-cookies.ts'
import { newToken, readToken } from './tokens.ts'

interface Account {
  id: string
  password_hash: string
  token_version: number
}

export const signRiderIn: Operation<typeof signIn> = async ({ body }, _, call) => {
  const [rider] = await db
    .select({ id: users.id, password_hash: users.password_hash, token_version: users.token_version })
    .from(users)
    .where(and(eq(users.email, body.email), isNull(users.deleted_at)))
  return admit('user', rider, body.password, call)
}

export const signAdminIn: Operation<typeof signInAdmin> = async ({ body }, _, call) => {
  const [admin] = await db
    .select({ id: admins.id, password_hash: admins.password_hash, token_version: admins.token_version })
    .from(admins)
    .where(and(eq(admins.email, body.email), isNull(admins.deleted_at)))
  return admit('admin', admin, body.password, call)
}

async function admit(type: SessionType, account: Account | undefined, password: string, call: Call) {
  const matches = await passwordMatches(password, account?.password_hash ?? null)
  if (!account || !matches) throw unauthorised(text.wrongCredentials)
  return openSession(type, account, call)
}

/** The answer of a sign-in or a sign-up, its cookies included. */
export async function openSession(type: SessionType, account: { id: string; token_version: number }, call: Call) {
  for (const cookie of sessionCookies(type, call.isSecure)) call.reply.append('set-cookie', cookie)
  return { access_token: await newToken(type, account, call.now) }
}

/** Ends whatever token comes along; without one there is nothing to end, and that is fine too. */
export const endSession: Operation<typeof signOut> = async (_input, _actor, call) => {
  const bearer = bearerOf(call.headers)
  const token = bearer === null ? null : await readToken(bearer)
  if (token) {
    const { expires_at, jti } = token
    await db.insert(revoked_tokens).values({ expires_at, jti }).onConflictDoNothing()
  }
  for (const cookie of endedCookies(call.isSecure)) call.reply.append('set-cookie', cookie)
  call.reply.set('clear-site-data', '"cache"')
  return { message: loggedOut }
}
