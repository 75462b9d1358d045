import { and, eq, isNull, notExists } from 'drizzle-orm'
import type { Access } from '#contract/kit/endpoint.ts'
import type { SessionType } from '#domain/routes.ts'
import { forbidden, unauthorised } from '#server/http/errors.ts'
import { db } from '../db/client.ts'
import { admins, revoked_tokens, users } from '../db/schema.ts'
import { readSessionCookies } from './cookies.ts'
import { payloadOf, readToken, type Token } from './tokens.ts'

export interface Rider {
  id: string
  property_id: string | null
}

export interface Admin {
  id: string
}

/** Either of the two, where a call is about signing in. */
export interface Account {
  id: string
  type: SessionType
  /** That of the token: it counts as long as the account's own is the same. */
  version: number
}

interface Actors {
  account: Account
  admin: Admin
  public: null
  rider: Rider
}

/** Who calls, by what the endpoint lets in. */
export type Actor<A extends Access> = Actors[A]

const BEARER = /^Bearer\s+(\S+)$/i

export function bearerToken(headers: Headers): string | null {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Throws 401 without a token that counts, 403 for the other kind of account. */
export async function actorFor<A extends Access>(access: A, headers: Headers): Promise<Actor<A>> {
  if (access === 'public') return null as Actor<A>
  const bearer = await authenticate(bearerToken(headers))
  if (!bearer) throw unauthorised()
  if (!hasAccess(bearer, access)) throw forbidden()
  const { account, type, version } = bearer
  return (access === 'account' ? { id: account.id, type, version } : account) as Actor<A>
}

export interface Visitor<A extends Access> {
  account: Actor<A>
  /** What the token says, without what proves it: the device knows by it whether the page is its own. */
  session: string
}

/**
 * Who a page is drawn for: the account behind the session cookie, where the device says that it has that kind of session
 * and the page is for it; else null. For pages alone.
 */
export async function visitorFor<A extends 'admin' | 'rider'>(access: A, headers: Headers): Promise<Visitor<A> | null> {
  const { hint, token } = readSessionCookies(headers)
  if (hint === null || token === null) return null
  const bearer = await authenticate(token)
  if (bearer?.type !== hint || !hasAccess(bearer, access)) return null
  return { account: bearer.account as Actor<A>, session: payloadOf(token) }
}

interface AuthenticatedAccount {
  account: Rider | Admin
  type: SessionType
  version: number
}

function hasAccess({ type }: AuthenticatedAccount, access: Access): boolean {
  return access === 'account' || (type === 'admin') === (access === 'admin')
}

async function authenticate(jwt: string | null): Promise<AuthenticatedAccount | null> {
  const token = jwt === null ? null : await readToken(jwt)
  const account = token && (await loadAccount(token))
  return account && { account, type: token.type, version: token.version }
}

// One read: the account is there, its version is the token's, and the token was not signed out.
async function loadAccount({ account_id, jti, type, version }: Token): Promise<Rider | Admin | null> {
  const notRevoked = notExists(
    db.select({ jti: revoked_tokens.jti }).from(revoked_tokens).where(eq(revoked_tokens.jti, jti))
  )
  if (type === 'admin') {
    const [admin] = await db
      .select({ id: admins.id })
      .from(admins)
      .where(and(eq(admins.id, account_id), eq(admins.token_version, version), isNull(admins.deleted_at), notRevoked))
    return admin ?? null
  }
  const [rider] = await db
    .select({ id: users.id, property_id: users.property_id })
    .from(users)
    .where(and(eq(users.id, account_id), eq(users.token_version, version), isNull(users.deleted_at), notRevoked))
  return rider ?? null
}
