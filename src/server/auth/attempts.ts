import type { D1PreparedStatement } from '@cloudflare/workers-types'
import {
  KNOWN_IP_TTL_SECONDS,
  SIGN_IN_FAILURE_TTL_SECONDS,
  SIGN_IN_FAILURES_ALLOWED,
  SIGN_IN_FAILURES_ALLOWED_ALL_IPS,
  SIGN_IN_LOCK_SECONDS,
  SIGN_INS_PER_HOUR
} from '#domain/constants.ts'
import type { SessionType } from '#domain/routes.ts'
import { secondsOf } from '#server/db/instants.ts'
import { clientIp } from '#server/http/client-ip.ts'
import type { CallContext } from '#server/http/handle.ts'
import { HOUR_SECONDS } from '#server/http/rate-limits.ts'
import { enforceLimits, type Limit, scaledMax, throttleKey } from '#server/http/throttle.ts'
import { d1 } from '../db/client.ts'

// Guessing is locked where it comes from: an account together with an address. Only guesses from many addresses lock the
// account itself, and then not for an address that it was signed in from: nobody locks out somebody elsewhere.

// ?3 is null, or a rider who may not have come to be: whoever fails to sign up as somebody is not known as him.
const REMEMBER_IP = `
REPLACE INTO throttles (key, count, locked_until, forgotten_at)
SELECT ?1, 1, 0, ?2 + ${KNOWN_IP_TTL_SECONDS} WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = ?3)`

// It was counted everywhere as well, unless the address was known.
const UNCOUNT_FAILURE = `
UPDATE throttles SET count = count - 1, locked_until = 0
 WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM throttles WHERE key = ?2 AND forgotten_at > ?3)`

const CLEAR_FAILURES = 'DELETE FROM throttles WHERE key = ?1'

const knownIpKey = (type: SessionType, email: string, call: CallContext) =>
  throttleKey(`${type} known`, email, clientIp(call))

interface KnownIp {
  email: string
  type: SessionType
  /** A rider who is made in the same batch: without him, nothing is known. */
  newRiderId?: string
}

/** For a batch: from now on the caller's address is known for the account with this e-mail. */
export function rememberClientIp({ email, newRiderId, type }: KnownIp, call: CallContext): D1PreparedStatement {
  return d1.prepare(REMEMBER_IP).bind(knownIpKey(type, email, call), secondsOf(call.now), newRiderId ?? null)
}

interface SignInAttempt {
  /** The password was right: what failed before is forgiven here, and the address is known from now on. */
  succeeded: () => Promise<void>
}

/**
 * Counts a sign-in as failed until it has succeeded; throws 429 while it is locked, before any password is looked at.
 * Who has an account is not asked: an e-mail without one is counted like any other.
 */
export async function beginSignInAttempt(type: SessionType, email: string, call: CallContext): Promise<SignInAttempt> {
  const ip = clientIp(call)
  const accountAndIpKey = throttleKey(`${type} sign-in here`, email, ip)
  const knownIpThrottleKey = knownIpKey(type, email, call)
  const accountKey = throttleKey(`${type} sign-in`, email)
  await enforceLimits(
    [
      { key: throttleKey('sign-in', ip), most: scaledMax(SIGN_INS_PER_HOUR), seconds: HOUR_SECONDS },
      lockingLimit(accountAndIpKey, SIGN_IN_FAILURES_ALLOWED),
      { ...lockingLimit(accountKey, SIGN_IN_FAILURES_ALLOWED_ALL_IPS[type]), unless: knownIpThrottleKey }
    ],
    call.now
  )
  return {
    succeeded: async () => {
      const at = secondsOf(call.now)
      await d1.batchIdempotent([
        d1.prepare(CLEAR_FAILURES).bind(accountAndIpKey),
        d1.prepare(UNCOUNT_FAILURE).bind(accountKey, knownIpThrottleKey, at),
        rememberClientIp({ email, type }, call)
      ])
    }
  }
}

function lockingLimit(key: string, free: number): Limit {
  return { key, locks: SIGN_IN_LOCK_SECONDS, most: free + 1, seconds: SIGN_IN_FAILURE_TTL_SECONDS }
}
