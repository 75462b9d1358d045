import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type JWTHeaderParameters, SignJWT } from 'jose'

/** The secret that the built Worker signs with here, which is a developer's. */
export const SECRET = new TextEncoder().encode(parseEnv(readFileSync('.env.example', 'utf8')).SESSION_SECRET)

const HEADER = { alg: 'HS256', typ: 'JWT' }
const AN_HOUR_S = 3600

export type Claims = Record<string, unknown>

/** The claims of a valid rider token. */
export function claimsOf(accountId: string): Claims {
  const iat = Math.floor(Date.now() / 1000)
  return { aud: 'user', exp: iat + AN_HOUR_S, iat, iss: 'scootstay', jti: 'forged', sub: accountId, ver: 1 }
}

export function signed(claims: Claims, header: JWTHeaderParameters = HEADER, secret = SECRET): Promise<string> {
  return new SignJWT(claims).setProtectedHeader(header).sign(secret)
}

const partOf = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token with any header and any signature. */
export function unsigned(header: unknown, claims: unknown, signature = ''): string {
  return `${partOf(header)}.${partOf(claims)}.${signature}`
}
