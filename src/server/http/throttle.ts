import { createHmac } from 'node:crypto'
import type { D1PreparedStatement } from '@cloudflare/workers-types'
import {
  CONFIRM_LINKS_PER_HOUR,
  EMAIL_CHANGES_PER_HOUR,
  EXPORTS_PER_DAY,
  IMAGE_UPLOADS_PER_HOUR,
  INVITATIONS_PER_HOUR,
  KNOWN_IP_TTL_SECONDS,
  LICENCE_UPLOADS_PER_HOUR,
  ORDERS_PER_MINUTE,
  PASSWORD_RESETS_PER_HOUR,
  PAYMENT_CALLS_PER_MINUTE,
  PHOTO_UPLOADS_PER_HOUR,
  PROBLEMS_PER_HOUR,
  PUSH_DEVICES_PER_HOUR,
  RESUMES_PER_MINUTE,
  SIGN_IN_FAILURE_TTL_SECONDS,
  SIGN_IN_FAILURES_ALLOWED,
  SIGN_IN_FAILURES_ALLOWED_FROM_ALL_IPS,
  SIGN_IN_LOCK_SECONDS,
  SIGN_INS_PER_HOUR,
  SIGN_UPS_PER_HOUR
} from '#domain/request-limits.ts'
import type { SessionType } from '#domain/routes.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#domain/time/time-units.ts'
import { prepareNamed, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { scaledMax, sessionSecret } from '#server/runtime/env.ts'
import { refusal, retryAfter } from '#server/runtime/refusal.ts'
import type { CallContext, Caller } from './operation.ts'

// Rate limits stored in the database, so they are exact across all edge locations and work locally.

export interface Limit {
  key: string
  /** The number of calls allowed; the next one is refused. */
  allowed: number
  /** The interval in seconds, from the first call on; for limits that lock, from the last call on. */
  seconds: number
  /**
   * Seconds of the first lock and of the longest; each lock is twice as long as the last. Without it, calls are refused
   * until the interval ends.
   */
  locks?: { first: number; longest: number }
  /** If this key exists, the limit neither counts nor refuses. */
  unless?: string
}

/** Returns a counter's key. The owner is stored as a keyed hash, so the table identifies nobody. */
export function throttleKey(action: string, ...owner: readonly string[]): string {
  return `${action} ${createHmac('sha256', sessionSecret())
    .update(JSON.stringify([action, ...owner]))
    .digest('hex')}`
}

/** A limit of an owner's calls within an interval, scaled. */
export const callLimit = (seconds: number, action: string, max: number, ...owner: readonly string[]): Limit => ({
  key: throttleKey(action, ...owner),
  allowed: scaledMax(max),
  seconds
})

// Parameters: :limits as JSON, :now. The longest lock decides the wait. While one limit is locked none of them
// counts, so refused calls lock nothing else.

const COUNTS = `
NOT EXISTS (SELECT 1 FROM throttles AS known
             WHERE known.key = input.value ->> 'unless' AND known.forgotten_at > :now)`

const LOCKED = `
SELECT max(t.locked_until) AS until FROM json_each(:limits) AS input
  JOIN throttles AS t ON t.key = input.value ->> 'key'
 WHERE t.locked_until > :now AND ${COUNTS}`

const COUNT = `
REPLACE INTO throttles (key, count, locked_until, forgotten_at)
WITH counted AS (
  SELECT input.value ->> 'key' AS key, input.value ->> 'allowed' AS allowed,
         input.value ->> '$.locks.first' AS first, input.value ->> '$.locks.longest' AS longest,
         iif(t.forgotten_at > :now, t.count, 0) + 1 AS count,
         iif(t.forgotten_at > :now AND input.value ->> 'locks' IS NULL, t.forgotten_at,
             :now + (input.value ->> 'seconds')) AS forgotten_at
    FROM json_each(:limits) AS input LEFT JOIN throttles AS t ON t.key = input.value ->> 'key'
   WHERE (${LOCKED}) IS NULL AND ${COUNTS})
SELECT key, count,
       CASE WHEN count < allowed THEN 0
            WHEN first IS NULL THEN forgotten_at
            ELSE :now + min(longest, first << min(count - allowed, 20)) END,
       forgotten_at
  FROM counted`

/**
 * Counts once under every limit, or throws 429 with the seconds to wait. Counting precedes the call, so concurrent
 * calls cannot exceed a limit. A retried batch may count twice.
 */
export async function enforceLimits(limits: readonly Limit[], now: Date): Promise<void> {
  const seconds = await countAndGetWait(limits, now)
  if (seconds > 0) throw retryAfter(refusal('too_many_requests', seconds), seconds)
}

const TAKE_BACK = `
UPDATE throttles SET count = count - 1, locked_until = 0
 WHERE key IN (SELECT value ->> 'key' FROM json_each(:limits)) AND count > 0`

/** For limits that only count failures: takes back what `enforceLimits` has counted for a call that succeeded. */
export async function takeBack(limits: readonly Limit[]): Promise<void> {
  await runIdempotent([TAKE_BACK], { limits: JSON.stringify(limits) })
}

/** Returns true for the first call within `seconds`. Of concurrent calls only one gets true. */
export async function isFirstWithin(key: string, seconds: number, now: Date): Promise<boolean> {
  return (await countAndGetWait([{ key, allowed: 1, seconds }], now)) === 0
}

async function countAndGetWait(limits: readonly Limit[], now: Date): Promise<number> {
  const nowSeconds = secondsOf(now)
  const params = { limits: JSON.stringify(limits), now: nowSeconds }
  const { locked } = await runIdempotent<{ locked: { until: number | null } }>({ locked: LOCKED, count: COUNT }, params)
  const until = locked.results[0]?.until ?? null
  return until === null ? 0 : until - nowSeconds
}

/**
 * Returns the IPv4 address, or the /64 network of an IPv6 address, because a device picks its own address within it.
 */
export function clientIp({ headers }: Pick<Caller, 'headers'>): string {
  // Set by Cloudflare's edge. Clients can forge the other headers.
  const address = headers.get('cf-connecting-ip')
  return address === null ? 'local' : ipNetwork(address)
}

const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

function ipNetwork(address: string): string {
  if (!address.includes(':')) return address
  // An IPv4-mapped IPv6 address.
  const [, embeddedIpv4] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (embeddedIpv4 !== undefined) return embeddedIpv4
  const [before = [], after = []] = address.split('::').map(part => part.split(':').filter(Boolean))
  const omittedGroups = Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0')
  const groups = [...before, ...omittedGroups, ...after].slice(0, NETWORK_GROUPS)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

// Rate limits for calls that cost more than a read. Sign-ins have their own limits.

const perAccountAndHour = (action: string, max: number) => (accountId: string, now: Date) =>
  enforceLimits([callLimit(HOUR_SECONDS, action, max, accountId)], now)

const perAddressAndHour = (action: string, max: number) => (caller: Caller) =>
  enforceLimits([callLimit(HOUR_SECONDS, action, max, clientIp(caller))], caller.now)

export const limitSignUps = perAddressAndHour('sign-up', SIGN_UPS_PER_HOUR)
export const limitLicenceUploads = perAddressAndHour('licence', LICENCE_UPLOADS_PER_HOUR)
export const limitConfirmLinks = perAccountAndHour('confirm-link', CONFIRM_LINKS_PER_HOUR)
export const limitImageUploads = perAccountAndHour('image', IMAGE_UPLOADS_PER_HOUR)
export const limitInvitations = perAccountAndHour('invitation', INVITATIONS_PER_HOUR)
export const limitPhotoUploads = perAccountAndHour('photo', PHOTO_UPLOADS_PER_HOUR)
/** Each can block a scooter and mail the staff. */
export const limitProblems = perAccountAndHour('problem', PROBLEMS_PER_HOUR)
/** Each device costs a check of its key, and its messages are encrypted one by one. */
export const limitPushDevices = perAccountAndHour('push', PUSH_DEVICES_PER_HOUR)
/** Nobody guesses a token, but each attempt hashes a password. */
export const limitResetAttempts = perAddressAndHour('reset-attempt', SIGN_INS_PER_HOUR)

function limitAccountPerHour(
  { account, action, perHour }: { action: string; account: string; perHour: { account: number; address: number } },
  call: CallContext
): Promise<void> {
  const limits = [
    callLimit(HOUR_SECONDS, `${action}-account`, perHour.account, account),
    callLimit(HOUR_SECONDS, `${action}-address`, perHour.address, clientIp(call))
  ]
  return enforceLimits(limits, call.now)
}

/** A changed email reveals whether an account has it, so attempts are limited. */
export const limitEmailChanges = (riderId: string, call: CallContext) =>
  limitAccountPerHour({ account: riderId, action: 'email', perHour: EMAIL_CHANGES_PER_HOUR }, call)

/** Counts addresses without an account like the others. */
export const limitPasswordResets = (type: SessionType, email: string, call: CallContext) =>
  limitAccountPerHour({ account: `${type} ${email}`, action: 'reset', perHour: PASSWORD_RESETS_PER_HOUR }, call)

/** Each reads all of a rider's rows. */
export const limitExports = (riderId: string, now: Date) =>
  enforceLimits([callLimit(DAY_SECONDS, 'export', EXPORTS_PER_DAY, riderId)], now)

export const limitOrders = (riderId: string, now: Date) =>
  enforceLimits([callLimit(MINUTE_SECONDS, 'order', ORDERS_PER_MINUTE, riderId)], now)

// Each has a counter of its own, so that failed and abandoned payments don't delay the check of a paid one.

const paymentLimit = (action: string, riderId: string) =>
  callLimit(MINUTE_SECONDS, action, PAYMENT_CALLS_PER_MINUTE, riderId)

export const limitPaymentReports = (outcome: 'failed' | 'paid', riderId: string, now: Date) =>
  enforceLimits([paymentLimit(`payment-${outcome}`, riderId)], now)

export const limitResumes = (riderId: string, bookingId: string, now: Date) =>
  enforceLimits(
    [paymentLimit('resumes', riderId), callLimit(MINUTE_SECONDS, 'resume', RESUMES_PER_MINUTE, riderId, bookingId)],
    now
  )

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
