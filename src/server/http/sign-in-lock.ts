import type { D1PreparedStatement } from '@cloudflare/workers-types'
import {
  KNOWN_IP_TTL_SECONDS,
  SIGN_IN_FAILURE_TTL_SECONDS,
  SIGN_IN_FAILURES_ALLOWED,
  SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS,
  SIGN_IN_LOCK_SECONDS,
  SIGN_INS_PER_HOUR
} from '#domain/request-limits.ts'
import type { SessionType } from '#domain/routes.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import type { CallContext } from './operation.ts'
import { clientIp, enforceLimits, type Limit, scaledMax, throttleKey } from './throttle.ts'

// Failed sign-ins lock an account for one IP address. Only failures from many addresses lock the account itself, and
// never for addresses it has signed in from. This prevents an attacker from locking out the owner.

// ?3 is null, or the id of a rider created in the same batch. A failed sign-up must not make the address known.
const REMEMBER_IP = `
REPLACE INTO throttles (key, count, locked_until, forgotten_at)
SELECT ?1, 1, 0, ?2 + ${KNOWN_IP_TTL_SECONDS} WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = ?3)`

// The attempt was also counted against the account, unless the address was known.
const REMOVE_FAILURE = `
UPDATE throttles SET count = count - 1, locked_until = 0
 WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM throttles WHERE key = ?2 AND forgotten_at > ?3)`

const CLEAR_FAILURES = 'DELETE FROM throttles WHERE key = ?1'

const knownIpKey = (type: SessionType, email: string, call: CallContext) =>
  throttleKey(`${type} known`, email, clientIp(call))

interface KnownIp {
  email: string
  type: SessionType
  /** A rider created in the same batch. The address is remembered only if this rider exists. */
  newRiderId?: string
}

/** Statement for a batch: marks the caller's IP address as known for this account. */
export function rememberClientIp({ email, newRiderId, type }: KnownIp, call: CallContext): D1PreparedStatement {
  return d1.prepare(REMEMBER_IP).bind(knownIpKey(type, email, call), secondsOf(call.now), newRiderId ?? null)
}

/** Statements for the batch that sets a new password by a link: its account is locked no longer. */
export function forgetSignInFailures(type: SessionType, email: string, call: CallContext): D1PreparedStatement[] {
  const keys = [throttleKey(`${type} sign-in here`, email, clientIp(call)), throttleKey(`${type} sign-in`, email)]
  return keys.map(key => d1.prepare(CLEAR_FAILURES).bind(key))
}

interface SignInAttempt {
  /** Call it after the password matched. Clears the failures for this address and marks it as known. */
  succeeded: () => Promise<void>
}

/**
 * Counts an attempt as failed until `succeeded()` is called. Throws 429 while locked, before the password is checked.
 *
 * Unknown emails are counted like known ones, so the response does not reveal accounts.
 */
export async function beginSignInAttempt(type: SessionType, email: string, call: CallContext): Promise<SignInAttempt> {
  const ip = clientIp(call)
  const accountAndIpKey = throttleKey(`${type} sign-in here`, email, ip)
  const knownIpThrottleKey = knownIpKey(type, email, call)
  const accountKey = throttleKey(`${type} sign-in`, email)
  await enforceLimits(
    [
      { key: throttleKey('sign-in', ip), allowed: scaledMax(SIGN_INS_PER_HOUR), seconds: HOUR_SECONDS },
      lockingLimit(accountAndIpKey, SIGN_IN_FAILURES_ALLOWED),
      { ...lockingLimit(accountKey, SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS[type]), unless: knownIpThrottleKey }
    ],
    call.now
  )
  return {
    succeeded: async () => {
      const nowSeconds = secondsOf(call.now)
      await d1.batchIdempotent([
        d1.prepare(CLEAR_FAILURES).bind(accountAndIpKey),
        d1.prepare(REMOVE_FAILURE).bind(accountKey, knownIpThrottleKey, nowSeconds),
        rememberClientIp({ email, type }, call)
      ])
    }
  }
}

function lockingLimit(key: string, free: number): Limit {
  return { key, locks: SIGN_IN_LOCK_SECONDS, allowed: free + 1, seconds: SIGN_IN_FAILURE_TTL_SECONDS }
}
