import { jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { BRAND_ID } from '#domain/brand/brand.ts'
import { TOKEN_SECONDS } from '#domain/constants.ts'
import { isSessionType, type SessionType } from '#domain/routes.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
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

export function newToken(
  type: SessionType,
  account: { id: string; token_version: number },
  now: Date
): Promise<string> {
  const issued = Math.floor(now.getTime() / SECOND_MS)
  return new SignJWT({ ver: account.token_version })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(BRAND_ID)
    .setAudience(type)
    .setSubject(account.id)
    .setJti(newId())
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_SECONDS[type])
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
    expires_at: new Date(output.exp * SECOND_MS),
    jti: output.jti,
    type: output.aud,
    version: output.ver
  }
}
