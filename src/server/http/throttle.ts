import { createHmac } from 'node:crypto'
import { d1 } from '#server/db/client.ts'
import { secondsOf } from '#server/db/instants.ts'
import { sessionSecret, throttleMultiplier } from '#server/runtime/env.ts'
import { tooManyRequests } from './errors.ts'

// Counters in the database: exact, across the whole edge, and on a developer's machine.

export interface Limit {
  key: string
  /** The one after so many is refused. */
  most: number
  /** How long it is counted for: from the first on; where it locks, from the last on. */
  seconds: number
  /** The first lock; each next one is twice as long. Without it the rest of the time is refused. */
  locks?: { first: number; longest: number }
  /** With something under this key the limit counts and refuses nothing. */
  unless?: string
}

/** The name of a counter: what is counted in words, of whom as a keyed hash, for the table is to name nobody. */
export function throttleKey(action: string, ...owner: readonly string[]): string {
  return `${action} ${createHmac('sha256', sessionSecret())
    .update(JSON.stringify([action, ...owner]))
    .digest('hex')}`
}

/** For limits of an address: tests do more from theirs than a residence does. */
export function scaledMax(max: number): number {
  return max * throttleMultiplier()
}

// ?1 is the limits as JSON, ?2 the time. Of limits together the one that refuses longest says until when; then none of
// them counts, so that knocking at a locked door locks no other.

const COUNTS = `
NOT EXISTS (SELECT 1 FROM throttles AS known
             WHERE known.key = asked.value ->> 'unless' AND known.forgotten_at > ?2)`

const LOCKED = `
SELECT max(t.locked_until) AS until FROM json_each(?1) AS asked
  JOIN throttles AS t ON t.key = asked.value ->> 'key'
 WHERE t.locked_until > ?2 AND ${COUNTS}`

const COUNT = `
REPLACE INTO throttles (key, count, locked_until, forgotten_at)
WITH counted AS (
  SELECT asked.value ->> 'key' AS key, asked.value ->> 'most' AS most,
         asked.value ->> '$.locks.first' AS first, asked.value ->> '$.locks.longest' AS longest,
         iif(t.forgotten_at > ?2, t.count, 0) + 1 AS count,
         iif(t.forgotten_at > ?2 AND asked.value ->> 'locks' IS NULL, t.forgotten_at,
             ?2 + (asked.value ->> 'seconds')) AS forgotten_at
    FROM json_each(?1) AS asked LEFT JOIN throttles AS t ON t.key = asked.value ->> 'key'
   WHERE (${LOCKED}) IS NULL AND ${COUNTS})
SELECT key, count,
       CASE WHEN count < most THEN 0
            WHEN first IS NULL THEN forgotten_at
            ELSE ?2 + min(longest, first << min(count - most, 20)) END,
       forgotten_at
  FROM counted`

/**
 * Counts once under every limit, or throws 429 with how long to wait. Whoever asks at the same moment is counted before
 * he is let through, so a crowd gets no further than one by one. A batch that is repeated counts twice at worst.
 */
export async function enforceLimits(limits: readonly Limit[], now: Date): Promise<void> {
  const seconds = await countAndGetWait(limits, now)
  if (seconds > 0) throw tooManyRequests(seconds)
}

/** Whether this is the first time within so many seconds; of several at once one is the first. */
export async function isFirstWithin(key: string, seconds: number, now: Date): Promise<boolean> {
  return (await countAndGetWait([{ key, most: 1, seconds }], now)) === 0
}

async function countAndGetWait(limits: readonly Limit[], now: Date): Promise<number> {
  const at = secondsOf(now)
  const limitsJson = JSON.stringify(limits)
  const [locked] = await d1.batchIdempotent<{ until: number | null }>(
    [LOCKED, COUNT].map(statement => d1.prepare(statement).bind(limitsJson, at))
  )
  const until = locked?.results[0]?.until ?? null
  return until === null ? 0 : until - at
}
