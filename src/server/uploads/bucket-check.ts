import type { R2Object } from '@cloudflare/workers-types'
import { UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import { d1, secondsOf } from '#server/db/client.ts'
import { env } from '#server/runtime/env.ts'
import { newId } from '#server/runtime/ids.ts'
import { keepRun } from '#server/runtime/invariant-checks.ts'
import { eachAlone } from '#server/runtime/item-retries.ts'
import { complain } from '#server/runtime/log.ts'
import { IS_USED } from './image-references.ts'

// Every night the bucket is compared with the rows of `uploads`, in the order of their paths. What a crash, an older
// version or a hand has left behind is set right: an object without a row gets one that nobody claims, so that it is swept
// a day later; a picture that nothing refers to is given to the sweep; a missing object is marked and logged. Nothing
// younger than a day is looked at, because an upload may be under way.

/** The bucket lists no more at once. */
const LISTED_AT_ONCE = 1000
/** What is left is for the next nights. */
const PAGES_A_NIGHT = 5
/** Each takes a call or two of the database, of which a run has a limited number. */
const REPAIRS_A_NIGHT = 100

/** The names that uploads have; 'pending' had licence photos before an account took them up. Anything else stays. */
const OURS = /^(images|licenses\/[^/]+|pending)\/([0-9a-f]{32})\.[a-z]+$/

interface Row {
  id: string
  path: string
  claimed_at: number | null
  created_at: number
  is_stored: number
}

interface Repair {
  id: string
  path: string
  work: (repair: Omit<Repair, 'work'>) => Promise<unknown>
}

/** A stretch of the paths, after the one and up to the other; null: the bucket's end. */
interface Stretch {
  after: string
  last: string | null
}

/** Answers how many objects and rows did not match. */
export async function checkBucket(now: Date): Promise<number> {
  let after: string | null = await keptCursor()
  let repaired = 0
  for (let page = 0; page < PAGES_A_NIGHT; page += 1) {
    const { last, repairs } = await compare(after, now)
    const affordable = repairs.slice(0, REPAIRS_A_NIGHT - repaired)
    await eachAlone(affordable, { idOf: ({ id }) => id, list: 'bucket', now, work: repair => repair.work(repair) })
    repaired += affordable.length
    after = (affordable.length < repairs.length ? affordable.at(-1)?.path : last) ?? ''
    if (after === '' || repaired === REPAIRS_A_NIGHT) break
  }
  await keepRun('bucket', repaired, now)
  await d1.batchAgain([d1.prepare("UPDATE runs SET cursor = ?1 WHERE job = 'bucket'").bind(after || null)])
  return repaired
}

async function keptCursor(): Promise<string> {
  const { results } = await d1.prepare("SELECT cursor FROM runs WHERE job = 'bucket'").all<{ cursor: string | null }>()
  return results[0]?.cursor ?? ''
}

const ROWS = `
SELECT id, path, claimed_at, created_at, is_stored FROM uploads WHERE path > ?1 ORDER BY path LIMIT ${LISTED_AT_ONCE}`

async function compare(after: string, now: Date): Promise<{ last: string | null; repairs: Repair[] }> {
  // The objects first: the row of each was written before it.
  const { objects, truncated } = await env.UPLOADS.list({ limit: LISTED_AT_ONCE, ...(after && { startAfter: after }) })
  const { results: rows } = await d1.prepare(ROWS).bind(after).all<Row>()
  const ends = [truncated && objects.at(-1)?.key, rows.length === LISTED_AT_ONCE && rows.at(-1)?.path]
  const [last = null] = ends.filter(end => typeof end === 'string').sort()
  await giveUpUnused({ after, last }, now)
  const isWithin = (path: string) => last === null || path <= last
  const repairs = differences(
    objects.filter(({ key }) => isWithin(key)),
    rows.filter(({ path }) => isWithin(path)),
    now
  )
  return { last, repairs }
}

const GIVE_UP_UNUSED = `
UPDATE uploads SET claimed_at = NULL
 WHERE path > ?1 AND (?2 IS NULL OR path <= ?2) AND claimed_at <= ?3 AND NOT ${IS_USED}`

/** What was replaced, or claimed by a change that was never written down. */
async function giveUpUnused({ after, last }: Stretch, now: Date): Promise<void> {
  await d1.batchAgain([d1.prepare(GIVE_UP_UNUSED).bind(after, last, dayBefore(now))])
}

const dayBefore = (now: Date) => secondsOf(now) - UNCLAIMED_UPLOAD_SECONDS

function differences(objects: readonly R2Object[], rows: readonly Row[], now: Date): Repair[] {
  const keys = new Set(objects.map(({ key }) => key))
  const paths = new Set(rows.map(({ path }) => path))
  const isOld = (seconds: number) => seconds <= dayBefore(now)
  const astray = objects
    .filter(({ key, uploaded }) => OURS.test(key) && !paths.has(key) && isOld(secondsOf(uploaded)))
    .map(({ key }) => ({ id: OURS.exec(key)?.[2] ?? '', path: key, work: giveRow(now) }))
  const claimed = rows.filter(({ claimed_at, created_at }) => claimed_at !== null && isOld(created_at))
  const missing = claimed.filter(({ is_stored, path }) => is_stored && !keys.has(path))
  const found = claimed.filter(({ is_stored, path }) => !is_stored && keys.has(path))
  return [
    ...astray,
    ...missing.map(({ id, path }) => ({ id, path, work: markMissing })),
    ...found.map(({ id, path }) => ({ id, path, work: markFound }))
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
}

const GIVE_ROW = `
INSERT INTO uploads (id, kind, path, content_type, created_at, is_stored)
VALUES (?1, ?2, ?3, 'application/octet-stream', ?4, 0) ON CONFLICT DO NOTHING`

/** Deleted by the sweep a day from now: time to notice that the Worker was given another database than it should have. */
const giveRow =
  (now: Date): Repair['work'] =>
  async ({ path }) => {
    const kind = path.startsWith('images/') ? 'image' : 'license'
    await d1.batchAgain([d1.prepare(GIVE_ROW).bind(newId(), kind, path, secondsOf(now))])
  }

const MARK =
  'UPDATE uploads SET is_stored = ?2 WHERE id = ?1 AND is_stored <> ?2 AND claimed_at IS NOT NULL RETURNING id'

const markMissing: Repair['work'] = async ({ id, path }) => {
  if ((await env.UPLOADS.head(path)) !== null) return
  const [marked] = await d1.batchAgain([d1.prepare(MARK).bind(id, 0)])
  if (marked?.results.length) complain('picture_missing', { upload_id: id })
}

/** Somebody has put it back. */
const markFound: Repair['work'] = ({ id }) => d1.batchAgain([d1.prepare(MARK).bind(id, 1)])
