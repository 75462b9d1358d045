import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { Access } from '#contract/kit/endpoint.ts'
import type { Role } from '#domain/admin/roles.ts'
import type { SessionType } from '#domain/routes.ts'
import { db } from '#server/db/client.ts'
import { admins } from '#server/db/schema/admins.ts'
import { revoked_tokens } from '#server/db/schema/auth.ts'
import { users } from '#server/db/schema/riders.ts'
import { builtJson } from '#server/db/sql.ts'
import { notAuthenticated, refusal } from '#server/runtime/refusal.ts'
import { payloadOf, readSessionCookies, readToken, type Token } from './tokens.ts'

export interface Rider {
  id: string
  property_id: string | null
}

/** The account that the activity log names. */
export interface Admin {
  id: string
}

/** An admin with what the role allows. */
export interface Staff extends Admin {
  role: Role
  /** The ids of the properties that the role is for; null: all, also later ones. */
  properties: readonly string[] | null
}

/** A rider or an admin, for endpoints about signing in. */
export interface Account {
  id: string
  type: SessionType
  /** The token's version. The token is valid only while the account has the same version. */
  version: number
  /** Null for a rider. */
  staff: Staff | null
}

interface Actors {
  account: Account
  admin: Staff
  public: null
  rider: Rider
}

/** The caller, by the endpoint's access level. */
export type Actor<A extends Access> = Actors[A]

const BEARER = /^Bearer\s+(\S+)$/i

export function bearerToken(headers: Headers): string | null {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Throws 401 without a valid token, 403 for the wrong kind of account. */
export async function actorFor<A extends Access>(access: A, headers: Headers): Promise<Actor<A>> {
  if (access === 'public') return null as Actor<A>
  const bearer = await authenticate(bearerToken(headers))
  if (!bearer) throw notAuthenticated()
  if (!hasAccess(bearer, access)) throw refusal('not_allowed')
  const { account, type, version } = bearer
  const staff = type === 'admin' ? (account as Staff) : null
  return (access === 'account' ? { id: account.id, staff, type, version } : account) as Actor<A>
}

interface Visitor<A extends Access> {
  account: Actor<A>
  /** The token's payload without its signature. The page compares it with the device's own session. */
  session: string
}

/**
 * Returns the account behind the session cookie if the hint cookie names the same kind of session and the page admits
 * it; else null.
 *
 * For rendering pages only, never for API calls.
 */
export async function visitorFor<A extends 'admin' | 'rider'>(access: A, headers: Headers): Promise<Visitor<A> | null> {
  const { hint, token } = readSessionCookies(headers)
  if (hint === null || token === null) return null
  const bearer = await authenticate(token)
  if (bearer?.type !== hint || !hasAccess(bearer, access)) return null
  return { account: bearer.account as Actor<A>, session: payloadOf(token) }
}

interface AuthenticatedAccount {
  account: Rider | Staff
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

const PROPERTIES = sql<string>`(
SELECT json_group_array(mine.property_id) FROM admin_properties mine WHERE mine.admin_id = ${admins.id})`

// One query checks that the account exists, has the token's version, and that the token is not revoked.
async function loadAccount({ accountId, jti, type, version }: Token): Promise<Rider | Staff | null> {
  const notRevoked = notExists(
    db.select({ jti: revoked_tokens.jti }).from(revoked_tokens).where(eq(revoked_tokens.jti, jti))
  )
  if (type === 'admin') {
    const [admin] = await db
      .select({ id: admins.id, properties: PROPERTIES, role: admins.role })
      .from(admins)
      .where(
        and(
          eq(admins.id, accountId),
          eq(admins.token_version, version),
          isNull(admins.deleted_at),
          isNull(admins.invited_at),
          notRevoked
        )
      )
    if (!admin) return null
    return { ...admin, properties: admin.role === 'owner' ? null : builtJson<string[]>(admin.properties) }
  }
  const [rider] = await db
    .select({ id: users.id, property_id: users.property_id })
    .from(users)
    .where(and(eq(users.id, accountId), eq(users.token_version, version), isNull(users.deleted_at), notRevoked))
  return rider ?? null
}
