import { and, eq, isNull, notExists } from 'drizzle-orm'
import type { Access } from '#contract/endpoint.ts'
import { db } from '../db/client.ts'
import { admins, revoked_tokens, users } from '../db/schema.ts'
import { forbidden, unauthorised } from '../errors.ts'
import { readToken, type Token } from './tokens.ts'

export interface Rider {
  id: string
  property_id: string | null
}

export interface Admin {
  id: string
}

/** Who calls, by what the endpoint lets in. */
export type Actor<A extends Access> = A extends 'rider' ? Rider : A extends 'admin' ? Admin : null

const BEARER = /^Bearer\s+(\S+)$/i

export function bearerOf(headers: Headers): string | null {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Throws 401 without a token that counts, 403 for the other kind of account. */
export async function actorFor<A extends Access>(access: A, headers: Headers): Promise<Actor<A>> {
  if (access === 'public') return null as Actor<A>
  const bearer = bearerOf(headers)
  const token = bearer === null ? null : await readToken(bearer)
  const account = token && (await accountOf(token))
  if (!token || !account) throw unauthorised()
  if ((token.type === 'admin') !== (access === 'admin')) throw forbidden()
  return account as Actor<A>
}

// One read: the account is there, its version is the token's, and the token was not signed out.
async function accountOf({ account_id, jti, type, version }: Token): Promise<Rider | Admin | null> {
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
