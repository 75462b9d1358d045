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
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import type { CallContext } from './operation.ts'
import { callLimit, clientIp, enforceLimits, type Limit, throttleKey } from './throttle.ts'

// Failed sign-ins lock an account for one IP address. Only failures from many addresses lock the account itself, and
// never for addresses it has signed in from. This prevents an attacker from locking out the owner.

// :newRider is null, or a rider created in the same batch. A failed sign-up must not make the address known.
const REMEMBER_IP = `
REPLACE INTO throttles (key, count, locked_until, forgotten_at)
SELECT :key, 1, 0, :now + ${KNOWN_IP_TTL_SECONDS} WHERE :newRider IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = :newRider)`

// The attempt was also counted against the account, unless the address was known.
const REMOVE_FAILURE = `
UPDATE throttles SET count = count - 1, locked_until = 0
 WHERE key = :key AND NOT EXISTS (SELECT 1 FROM throttles WHERE key = :known AND forgotten_at > :now)`

const CLEAR_FAILURES = 'DELETE FROM throttles WHERE key = :key'

const keysOf = (type: SessionType, email: string, call: CallContext) => ({
  account: throttleKey(`${type} sign-in`, email),
  here: throttleKey(`${type} sign-in here`, email, clientIp(call)),
  known: throttleKey(`${type} known`, email, clientIp(call))
})

/** Statement for a batch: marks the caller's IP address as known for this account. */
export function rememberClientIp(
  { email, newRiderId, type }: { email: string; newRiderId?: string; type: SessionType },
  call: CallContext
): D1PreparedStatement {
  const { known } = keysOf(type, email, call)
  return prepareNamed(REMEMBER_IP, { key: known, newRider: newRiderId ?? null, now: secondsOf(call.now) })
}

/** Statements for the batch that sets a new password by a link: its account is locked no longer. */
export function forgetSignInFailures(type: SessionType, email: string, call: CallContext): D1PreparedStatement[] {
  const { account, here } = keysOf(type, email, call)
  return [here, account].map(key => prepareNamed(CLEAR_FAILURES, { key }))
}

/**
 * Counts an attempt as failed until the returned function is called, after the password matched. That clears the failures
 * for this address, marks it as known and runs more statements. Throws 429 while locked, before the password is checked.
 *
 * Unknown emails are counted like known ones, so the response does not reveal accounts.
 */
export async function beginSignInAttempt(type: SessionType, email: string, call: CallContext) {
  const { account, here, known } = keysOf(type, email, call)
  await enforceLimits(
    [
      callLimit(HOUR_SECONDS, 'sign-in', SIGN_INS_PER_HOUR, clientIp(call)),
      lockingLimit(here, SIGN_IN_FAILURES_ALLOWED),
      { ...lockingLimit(account, SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS[type]), unless: known }
    ],
    call.now
  )
  return (...statements: D1PreparedStatement[]) =>
    runIdempotent([
      ...statements,
      prepareNamed(CLEAR_FAILURES, { key: here }),
      prepareNamed(REMOVE_FAILURE, { key: account, known, now: secondsOf(call.now) }),
      rememberClientIp({ email, type }, call)
    ])
}

function lockingLimit(key: string, free: number): Limit {
  return { key, locks: SIGN_IN_LOCK_SECONDS, allowed: free + 1, seconds: SIGN_IN_FAILURE_TTL_SECONDS }
}
