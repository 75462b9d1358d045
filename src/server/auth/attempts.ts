import type { D1PreparedStatement } from '@cloudflare/workers-types'
import {
  FAILURES_KEPT_SECONDS,
  KNOWN_ADDRESS_SECONDS,
  SIGN_IN_FREE_FAILURES,
  SIGN_IN_FREE_FAILURES_ANYWHERE,
  SIGN_IN_LOCK_SECONDS,
  SIGN_INS_AN_HOUR
} from '#domain/constants.ts'
import type { SessionType } from '#domain/routes.ts'
import { addressOf } from '#server/http/client-ip.ts'
import type { Call } from '#server/http/handle.ts'
import { HOUR_SECONDS } from '#server/http/rate-limits.ts'
import { keyOf, type Limit, manyTimes, pass } from '#server/http/throttle.ts'
import { d1, secondsOf } from '../db/client.ts'

// Guessing is locked where it comes from: an account together with an address. Only guesses from many addresses lock the
// account itself, and then not for an address that it was signed in from: nobody locks out somebody elsewhere.

// ?3 is null, or a rider who may not have come to be: whoever fails to sign up as somebody is not known as him.
const KNOW = `
REPLACE INTO throttles (key, count, locked_until, forgotten_at)
SELECT ?1, 1, 0, ?2 + ${KNOWN_ADDRESS_SECONDS} WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = ?3)`

// It was counted everywhere as well, unless the address was known.
const TAKE_BACK = `
UPDATE throttles SET count = count - 1, locked_until = 0
 WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM throttles WHERE key = ?2 AND forgotten_at > ?3)`

const FORGIVE = 'DELETE FROM throttles WHERE key = ?1'

const knownKey = (type: SessionType, email: string, call: Call) => keyOf(`${type} known`, email, addressOf(call))

interface Known {
  email: string
  type: SessionType
  /** A rider who is made in the same batch: without him, nothing is known. */
  newRiderId?: string
}

/** For a batch: from now on the caller's address is known for the account with this e-mail. */
export function knowAddress({ email, newRiderId, type }: Known, call: Call): D1PreparedStatement {
  return d1.prepare(KNOW).bind(knownKey(type, email, call), secondsOf(call.now), newRiderId ?? null)
}

interface Attempt {
  /** The password was right: what failed before is forgiven here, and the address is known from now on. */
  succeeded: () => Promise<void>
}

/**
 * Counts a sign-in as failed until it has succeeded; throws 429 while it is locked, before any password is looked at.
 * Who has an account is not asked: an e-mail without one is counted like any other.
 */
export async function attempt(type: SessionType, email: string, call: Call): Promise<Attempt> {
  const address = addressOf(call)
  const here = keyOf(`${type} sign-in here`, email, address)
  const known = knownKey(type, email, call)
  const anywhere = keyOf(`${type} sign-in`, email)
  await pass(
    [
      { key: keyOf('sign-in', address), most: manyTimes(SIGN_INS_AN_HOUR), seconds: HOUR_SECONDS },
      locking(here, SIGN_IN_FREE_FAILURES),
      { ...locking(anywhere, SIGN_IN_FREE_FAILURES_ANYWHERE[type]), unless: known }
    ],
    call.now
  )
  return {
    succeeded: async () => {
      const at = secondsOf(call.now)
      await d1.batchAgain([
        d1.prepare(FORGIVE).bind(here),
        d1.prepare(TAKE_BACK).bind(anywhere, known, at),
        knowAddress({ email, type }, call)
      ])
    }
  }
}

function locking(key: string, free: number): Limit {
  return { key, locks: SIGN_IN_LOCK_SECONDS, most: free + 1, seconds: FAILURES_KEPT_SECONDS }
}
