import { type SQL, sql } from 'drizzle-orm'
import type { WalkedList } from '#domain/walked-lists.ts'
import { d1, secondsOf } from '#server/db/client.ts'
import { ProviderError } from '#server/payments/provider.ts'
import { complain, complainOf } from './log.ts'
import { logSeldom } from './log-throttle.ts'

// How the cron walks a list: an item that fails is logged and put off, and the others have their turn. It is tried again
// after pauses as long as it has been failing. A provider that is down is nobody's fault: then nothing is put off for
// longer than a minute.

const DAY_SECONDS = 24 * 60 * 60

/** Seconds. */
const EVERY_MINUTE = { least: 60, most: 60 * 60 }
const EVERY_NIGHT = { least: DAY_SECONDS, most: 8 * DAY_SECONDS }

const PAUSES: Record<WalkedList, typeof EVERY_MINUTE> = {
  bucket: EVERY_NIGHT,
  invariants: EVERY_NIGHT,
  orders: EVERY_MINUTE,
  refunds: EVERY_MINUTE,
  riders: EVERY_NIGHT,
  uploads: EVERY_MINUTE
}

interface Walk<Item> {
  list: WalkedList
  /** When the walk began: the next tries are counted from it, so that they meet the minutes of later walks. */
  now: Date
  idOf: (item: Item) => string
  work: (item: Item) => Promise<unknown>
  /** How the log calls it when the provider did not do its part. */
  complaint?: string
  /** True for a failure after which the others are not worth trying. */
  isOver?: (error: unknown) => boolean
}

/** Does the work for each item, one after another; an item that fails keeps none of the others from its turn. */
export async function eachAlone<Item>(items: readonly Item[], walk: Walk<Item>): Promise<void> {
  if (items.length === 0) return
  const failing = await failingIn(walk.list)
  for (const item of items) {
    const id = walk.idOf(item)
    const failure = await walk.work(item).then(
      () => null,
      (error: unknown) => ({ error })
    )
    if (failure === null && failing.has(id)) await forget(walk.list, id).catch(complainOf)
    if (failure === null) continue
    await tell(failure.error, id, walk)
    await putOff(failure.error, id, walk).catch(complainOf)
    if (walk.isOver?.(failure.error)) return
  }
}

/** The pauses of an item that fails grow, so it is logged each time; a provider that is down is met every minute. */
async function tell(
  error: unknown,
  item: string,
  walk: Pick<Walk<never>, 'complaint' | 'list' | 'now'>
): Promise<void> {
  const { complaint, list, now } = walk
  if (!complaint || !(error instanceof ProviderError)) return complainOf(error, { item, list })
  const log = () => complain(complaint, { item, list, message: error.message })
  if (isOutage(error)) await logSeldom(`${list}: ${error.trouble}`, now, log)
  else log()
}

const SILENT_AT_MOST = 2

/** Ends a walk once the provider is busy, or has no answer for two items: for one, it may be the item. */
export function outage(): (error: unknown) => boolean {
  let silent = 0
  return error => {
    const trouble = error instanceof ProviderError ? error.trouble : null
    if (trouble === 'silent') silent += 1
    return trouble === 'busy' || silent === SILENT_AT_MOST
  }
}

const isOutage = (error: unknown) =>
  error instanceof ProviderError && (error.trouble === 'busy' || error.trouble === 'silent')

const PUT_OFF = `
INSERT INTO failing_items (list, id, failing_since, retry_at) VALUES (?1, ?2, ?3, ?3 + ?4)
    ON CONFLICT (list, id) DO UPDATE SET retry_at = ?3 + min(?5, max(?4, ?3 - failing_since))`

async function putOff(error: unknown, id: string, { list, now }: Pick<Walk<never>, 'list' | 'now'>): Promise<void> {
  const { least, most } = PAUSES[list]
  await d1.batchAgain([d1.prepare(PUT_OFF).bind(list, id, secondsOf(now), least, isOutage(error) ? least : most)])
}

async function failingIn(list: WalkedList): Promise<Set<string>> {
  const { results } = await d1.prepare('SELECT id FROM failing_items WHERE list = ?1').bind(list).all<{ id: string }>()
  return new Set(results.map(({ id }) => id))
}

const FORGET = 'DELETE FROM failing_items WHERE list = ?1 AND id = ?2'

async function forget(list: WalkedList, id: string): Promise<void> {
  await d1.batchAgain([d1.prepare(FORGET).bind(list, id)])
}

/** Of a list's query: when the item whose id is in this column is tried again; NULL for one that did not fail. */
export const retryAt = (list: WalkedList, column: string): string =>
  `(SELECT f.retry_at FROM failing_items f WHERE f.list = '${list}' AND f.id = ${column})`

/** The same as a condition of the query builder. */
export const isDue = (list: WalkedList, column: string, now: Date): SQL =>
  sql`coalesce(${sql.raw(retryAt(list, column))}, 0) <= ${secondsOf(now)}`
