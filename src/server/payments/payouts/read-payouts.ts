import { dayOf } from '#domain/time/india-time.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { logWithBackoff, stopOnOutage } from '#server/jobs/job-runs.ts'
import { PAYOUTS_PER_PAGE, provider } from '#server/payments/provider/provider.ts'
import { logError } from '#server/runtime/log.ts'
import { ProviderError } from '#server/runtime/outgoing.ts'

// Reads what the provider has paid out, day by day. Rows of a day can be added later, so each of the last days is read
// again and again, and is unread from then until that succeeds: neither an outage nor the zone of a day loses rows.

const FIRST_DAYS = 5
const REPEATED_DAYS = 5
const REPEATED_AFTER_SECONDS = 20 * HOUR_SECONDS
const DAYS_PER_RUN = 10

// Of the days known before this run, so that after a pause of the cron the days before it are read again, too.
const REPEAT_LAST_DAYS = `
UPDATE payout_days SET read_at = NULL, tried_at = :now
 WHERE day > date((SELECT max(day) FROM payout_days), '-${REPEATED_DAYS} days')
   AND read_at <= :now - ${REPEATED_AFTER_SECONDS}`

const ADD_DAYS = `
INSERT INTO payout_days (day, tried_at)
  WITH RECURSIVE new(day) AS (
       SELECT coalesce((SELECT date(max(day), '+1 day') FROM payout_days), date(:today, '-${FIRST_DAYS} days'))
        UNION ALL SELECT date(day, '+1 day') FROM new WHERE day < :today)
SELECT day, :now FROM new WHERE day <= :today
    ON CONFLICT DO NOTHING`

const SELECT_UNREAD = `
SELECT day FROM payout_days WHERE read_at IS NULL AND tried_at > 0 ORDER BY tried_at, day LIMIT ${DAYS_PER_RUN}`

// What comes after its month was closed counts for the next one.
const SAVE = `
INSERT INTO payouts (entity_id, type, payment_id, dispute_id, paise, credit, debit, tax, settlement_id, utr, settled_at,
                     counted_at)
SELECT r.value ->> 'entity_id', r.value ->> 'type', r.value ->> 'payment_id', r.value ->> 'dispute_id',
       r.value ->> 'paise', r.value ->> 'credit', r.value ->> 'debit', r.value ->> 'tax', r.value ->> 'settlement_id',
       r.value ->> 'utr', r.value ->> 'settled_at',
       max(r.value ->> 'settled_at', coalesce((SELECT max(ends_at) FROM books), 0))
  FROM json_each(:rows) r WHERE true
    ON CONFLICT (entity_id) DO UPDATE SET utr = excluded.utr WHERE payouts.utr IS NULL`

const SET_READ = 'UPDATE payout_days SET read_at = :now WHERE day = :day'

/** Runs every hour. Returns how many days were read. */
export async function readPayouts(now: Date): Promise<number> {
  const { unread } = await runIdempotent<{ unread: { day: string } }>(
    { repeat: REPEAT_LAST_DAYS, add: ADD_DAYS, unread: SELECT_UNREAD },
    { now: secondsOf(now), today: dayOf(now) }
  )
  const shouldStop = stopOnOutage()
  let count = 0
  for (const { day } of unread.results) {
    try {
      await readDay(day, now)
      count += 1
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await logWithBackoff(`payouts: ${error.kind}`, now, () =>
        logError('payouts_failed', { item: day, message: error.message })
      )
      if (shouldStop(error)) break
    }
  }
  return count
}

async function readDay(day: string, now: Date): Promise<void> {
  for (let skip = 0, isLast = false; !isLast; skip += PAYOUTS_PER_PAGE) {
    const rows = await provider().settledOn(day, skip)
    isLast = rows.length < PAYOUTS_PER_PAGE
    await runIdempotent([SAVE], { rows: JSON.stringify(rows) })
  }
  await runIdempotent([SET_READ], { day, now: secondsOf(now) })
}
