import { LOGGED } from '#domain/walked-lists.ts'
import { d1, secondsOf } from '#server/db/client.ts'
import { isFirstInAnHour } from './log.ts'

// What is checked again and again is logged at first, and then after pauses as long as it has gone on, an hour at most.
// The database remembers that, because an isolate can end at any time; where it cannot, the isolate does.

/** Seconds. After the longest without a sign of it, it begins anew. */
const PAUSE = { least: 60, most: 60 * 60 }

const NEXT = `
INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES ('${LOGGED}', ?1, ?2, ?2 + ${PAUSE.least})
    ON CONFLICT (list, id) DO UPDATE
   SET failing_since = iif(retry_at + ${PAUSE.most} < ?2, ?2, failing_since),
       retry_at = ?2 + iif(retry_at + ${PAUSE.most} < ?2, ${PAUSE.least}, min(${PAUSE.most}, max(${PAUSE.least}, ?2 - failing_since)))
 WHERE retry_at <= ?2
RETURNING id`

/** Two facts are the same when these words are. */
export async function logSeldom(fact: string, now: Date, log: () => void): Promise<void> {
  const isDue = await isDueInDatabase(fact, now).catch(() => isFirstInAnHour(fact, now))
  if (isDue) log()
}

async function isDueInDatabase(fact: string, now: Date): Promise<boolean> {
  const { results } = await d1.prepare(NEXT).bind(fact, secondsOf(now)).all()
  return results.length > 0
}
