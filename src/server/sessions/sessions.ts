import { createHash, createHmac } from 'node:crypto'
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Access } from '#contract/kit/endpoint.ts'
import type { Role } from '#domain/admin/roles.ts'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { CARETAKER_TOKEN_SECONDS, TOKEN_SECONDS } from '#domain/constants.ts'
import { isSessionType, SESSION_TYPE_KEY, type SessionType } from '#domain/routes.ts'
import { db } from '#server/db/client.ts'
import { admins } from '#server/db/schema/admins.ts'
import { revoked_tokens } from '#server/db/schema/auth.ts'
import { users } from '#server/db/schema/riders.ts'
import { dateFrom, parseTrustedJson, secondsOf } from '#server/db/sql.ts'
import { newId } from '#server/runtime/crypto.ts'
import { sessionSecret } from '#server/runtime/env.ts'
import { notAuthenticated, refusal } from '#server/runtime/refusal.ts'

export interface Token {
  accountId: string
  expires_at: Date
  jti: string
  type: SessionType
  version: number
}

/** jose verifies the token; the types of our claims are checked here. */
const claimsSchema = v.object({
  aud: v.custom<SessionType>(isSessionType),
  exp: v.number(),
  jti: v.pipe(v.string(), v.nonEmpty()),
  sub: v.pipe(v.string(), v.nonEmpty()),
  ver: v.number()
})

function key(): Uint8Array {
  return new TextEncoder().encode(sessionSecret())
}

/** An account whose session begins. */
export interface SessionAccount {
  id: string
  token_version: number
  /** Of an admin. */
  role?: Role | undefined
}

const tokenSeconds = (type: SessionType, { role }: SessionAccount) =>
  role === 'caretaker' ? CARETAKER_TOKEN_SECONDS : TOKEN_SECONDS[type]

export function newToken(type: SessionType, account: SessionAccount, now: Date): Promise<string> {
  const issued = secondsOf(now)
  return new SignJWT({ ver: account.token_version })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(BRAND_ID)
    .setAudience(type)
    .setSubject(account.id)
    .setJti(newId())
    .setIssuedAt(issued)
    .setExpirationTime(issued + tokenSeconds(type, account))
    .sign(key())
}

/** Returns the token's payload, still encoded. */
function payloadOf(token: string): string {
  return token.split('.')[1] ?? ''
}

/** Returns the claims, or null if the token is not ours or has expired. Revocation is checked in the database. */
export async function readToken(text: string): Promise<Token | null> {
  const checks = {
    algorithms: ['HS256'],
    audience: ['user', 'admin'],
    issuer: BRAND_ID,
    requiredClaims: ['exp', 'iat', 'jti', 'sub', 'ver'],
    typ: 'JWT'
  }
  const verified = await jwtVerify(text, key(), checks).catch(() => null)
  const { output, success } = v.safeParse(claimsSchema, verified?.payload)
  if (!success) return null
  return {
    accountId: output.sub,
    expires_at: dateFrom(output.exp),
    jti: output.jti,
    type: output.aud,
    version: output.ver
  }
}

// The server sets the cookies, because Safari limits cookies written by scripts to seven days.

/** The access token, used only to render pages. The API ignores it, which prevents CSRF. */
const TOKEN = 'session'

interface Session {
  isSecure: boolean
  token: string
}

export function sessionCookies(type: SessionType, account: SessionAccount, session: Session): string[] {
  const { isSecure, token } = session
  const seconds = tokenSeconds(type, account)
  return [
    cookie(`${SESSION_TYPE_KEY}=${type}`, seconds, isSecure),
    `${cookie(`${TOKEN}=${token}`, seconds, isSecure)}; HttpOnly`
  ]
}

export function expiredCookies(isSecure: boolean): string[] {
  return [cookie(`${SESSION_TYPE_KEY}=`, 0, isSecure), `${cookie(`${TOKEN}=`, 0, isSecure)}; HttpOnly`]
}

/** Returns the token cookie and the kind of session the hint cookie names; null where missing. */
export function readSessionCookies(headers: Headers): { hint: SessionType | null; token: string | null } {
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  const cookieOf = (name: string) => cookies.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  const hint = cookieOf(SESSION_TYPE_KEY)
  return { hint: isSessionType(hint) ? hint : null, token: cookieOf(TOKEN) || null }
}

/** `pair` is 'name=value'; zero `seconds` delete the cookie. */
function cookie(pair: string, seconds: number, isSecure: boolean): string {
  return `${pair}; Path=/; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}

// The tokens in the links of mails. A token is computed from the id of its message, so that the message can be sent
// again. The database has only hashes of tokens, and without the secret nobody computes a token from an id.

/** 32 bytes, base64url. */
export function emailToken(id: string): string {
  return createHmac('sha256', sessionSecret()).update(`email token ${id}`).digest('base64url')
}

/** SHA-256, hexadecimal: the key of the token's row. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

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
    return { ...admin, properties: admin.role === 'owner' ? null : parseTrustedJson<string[]>(admin.properties) }
  }
  const [rider] = await db
    .select({ id: users.id, property_id: users.property_id })
    .from(users)
    .where(and(eq(users.id, accountId), eq(users.token_version, version), isNull(users.deleted_at), notRevoked))
  return rider ?? null
}
