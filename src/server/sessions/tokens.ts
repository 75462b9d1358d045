import { createHash, createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Role } from '#domain/admin/roles.ts'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { CARETAKER_TOKEN_SECONDS, TOKEN_SECONDS } from '#domain/constants.ts'
import { isSessionType, SESSION_TYPE_KEY, type SessionType } from '#domain/routes.ts'
import { dateFrom, secondsOf } from '#server/db/sql.ts'
import { newId } from '#server/runtime/crypto.ts'
import { sessionSecret } from '#server/runtime/env.ts'

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
export function payloadOf(token: string): string {
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
