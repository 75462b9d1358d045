import type { R2Bucket, R2Object, ReadableStream } from '@cloudflare/workers-types'
import { eq, gt } from 'drizzle-orm'
import { UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { runs } from '#server/db/schema/cron.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isDue, processWithRetries, recordRun } from '#server/jobs/retries.ts'
import { newId } from '#server/runtime/crypto.ts'
import { env } from '#server/runtime/env.ts'
import { isFirstThisHour, logError } from '#server/runtime/log.ts'
import { Unavailable } from '#server/runtime/refusal.ts'
import { IS_REFERENCED } from './claims.ts'

// The errors of developers.cloudflare.com/r2/api/error-codes that pass, by the code at their end, and those that others
// have met. The caller tries again: an upload arrives as a stream, which can be read once only.
const PASSING = /\((?:0|10001|10043|10058)\)|network connection lost|connectivity issue|internal error|unavailable/i

async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const message = String(error)
    if (!PASSING.test(message)) throw error
    if (isFirstThisHour(`pictures_unavailable: ${message}`, new Date())) logError('pictures_unavailable', { message })
    throw new Unavailable(message)
  })
}

type Arguments<Method extends 'delete' | 'get' | 'head' | 'list'> = Parameters<R2Bucket[Method]>

/** The bucket of the pictures. It throws `Unavailable` for an error that passes. */
export const bucket = {
  delete: (...args: Arguments<'delete'>) => orUnavailable(env.UPLOADS.delete(...args)),
  get: (path: string) => orUnavailable(env.UPLOADS.get(path)),
  head: (...args: Arguments<'head'>) => orUnavailable(env.UPLOADS.head(...args)),
  list: (...args: Arguments<'list'>) => orUnavailable(env.UPLOADS.list(...args)),
  put: (path: string, bytes: ReadableStream, contentType: string) =>
    orUnavailable(env.UPLOADS.put(path, bytes, { httpMetadata: { contentType } }))
}

const SWEEP_BATCH_SIZE = 100

/** Delete the object first: while the row exists, the next sweep finds it again. */
export async function removeUpload({ id, path }: { id: string; path: string }): Promise<void> {
  await bucket.delete(path)
  await db.delete(uploads).where(eq(uploads.id, id))
}

// An upload that is not stored cannot be claimed, so nobody claims it during the sweep.
const MARK_REMOVABLE = `
UPDATE uploads SET is_stored = 0
 WHERE id IN (SELECT id FROM uploads
               WHERE claimed_at IS NULL AND created_at < :now - ${UNCLAIMED_UPLOAD_SECONDS}
                 AND ${isDue('uploads', 'uploads.id')}
               LIMIT ${SWEEP_BATCH_SIZE})
RETURNING id, path`

/** Deletes uploads that were not claimed within a day or are no longer in use. Returns how many. */
export async function deleteUnclaimedUploads(now: Date): Promise<number> {
  const removable = prepareNamed(MARK_REMOVABLE, { now: secondsOf(now) })
  const { results } = await removable.all<{ id: string; path: string }>()
  return processWithRetries(results, { idOf: ({ id }) => id, list: 'uploads', now, process: removeUpload })
}

// Nightly comparison of the bucket with `uploads`, in order of paths. It repairs what crashes, older versions or manual
// changes left behind.
//
// An object without a row gets an unclaimed one and is swept a day later. An unreferenced picture is released to the
// sweep. A missing object is marked and logged. Uploads younger than a day are skipped, because they may be in
// progress.

/** The most keys the bucket lists at once. */
const LIST_PAGE_SIZE = 1000
/** The rest follows on the next nights. */
const PAGES_PER_RUN = 5
/** Each repair takes one or two database calls, and their number per run is limited. */
const REPAIRS_PER_RUN = 100

/** Paths of uploads; 'pending' held unclaimed licence photos in older versions. Other objects are left alone. */
const UPLOAD_PATH = /^(images|licenses\/[^/]+|pending|photos\/[\d-]{10}\/[^/]+)\/([0-9a-f]{32})\.[a-z]+$/

type UploadRow = Awaited<ReturnType<typeof rowsAfter>>[number]

interface Repair {
  id: string
  path: string
  work: (repair: Omit<Repair, 'work'>) => Promise<unknown>
}

/** Returns the number of objects and rows that did not match. */
export async function checkBucket(now: Date): Promise<number> {
  let after: string | null = await loadCursor()
  let repaired = 0
  for (let page = 0; page < PAGES_PER_RUN; page += 1) {
    const { last, repairs } = await comparePage(after, now)
    const batch = repairs.slice(0, REPAIRS_PER_RUN - repaired)
    await processWithRetries(batch, {
      idOf: ({ id }) => id,
      list: 'bucket',
      now,
      process: repair => repair.work(repair)
    })
    repaired += batch.length
    after = (batch.length < repairs.length ? batch.at(-1)?.path : last) ?? ''
    if (after === '' || repaired === REPAIRS_PER_RUN) break
  }
  await recordRun('bucket', repaired, now)
  await runIdempotent(["UPDATE runs SET cursor = :after WHERE job = 'bucket'"], { after: after || null })
  return repaired
}

async function loadCursor(): Promise<string> {
  const [run] = await db.select({ cursor: runs.cursor }).from(runs).where(eq(runs.job, 'bucket'))
  return run?.cursor ?? ''
}

function rowsAfter(path: string) {
  const { claimed_at, created_at, id, is_stored } = uploads
  return db
    .select({ claimed_at, created_at, id, is_stored, path: uploads.path })
    .from(uploads)
    .where(gt(uploads.path, path))
    .orderBy(uploads.path)
    .limit(LIST_PAGE_SIZE)
}

async function comparePage(after: string, now: Date): Promise<{ last: string | null; repairs: Repair[] }> {
  // List the objects before the rows, because each row is written before its object.
  const { objects, truncated } = await bucket.list({ limit: LIST_PAGE_SIZE, ...(after && { startAfter: after }) })
  const rows = await rowsAfter(after)
  const ends = [truncated && objects.at(-1)?.key, rows.length === LIST_PAGE_SIZE && rows.at(-1)?.path]
  const [last = null] = ends.filter(end => typeof end === 'string').sort()
  await releaseUnused({ after, last }, now)
  const isWithin = (path: string) => last === null || path <= last
  const repairs = findRepairs(
    objects.filter(({ key }) => isWithin(key)),
    rows.filter(({ path }) => isWithin(path)),
    now
  )
  return { last, repairs }
}

const RELEASE_UNUSED = `
UPDATE uploads SET claimed_at = NULL
 WHERE path > :after AND (:last IS NULL OR path <= :last) AND claimed_at <= :dayBefore AND NOT ${IS_REFERENCED}`

/** Releases pictures that were replaced, or claimed by a change that was never saved. */
async function releaseUnused({ after, last }: { after: string; last: string | null }, now: Date): Promise<void> {
  await runIdempotent([RELEASE_UNUSED], { after, dayBefore: dayBefore(now), last })
}

const dayBefore = (now: Date) => secondsOf(now) - UNCLAIMED_UPLOAD_SECONDS

function findRepairs(objects: readonly R2Object[], rows: readonly UploadRow[], now: Date): Repair[] {
  const keys = new Set(objects.map(({ key }) => key))
  const paths = new Set(rows.map(({ path }) => path))
  const isOld = (instant: Date) => secondsOf(instant) <= dayBefore(now)
  const orphans = objects
    .filter(({ key, uploaded }) => UPLOAD_PATH.test(key) && !paths.has(key) && isOld(uploaded))
    .map(({ key }) => ({ id: UPLOAD_PATH.exec(key)?.[2] ?? '', path: key, work: insertRow(now) }))
  const claimed = rows.filter(({ claimed_at, created_at }) => claimed_at !== null && isOld(created_at))
  const missing = claimed.filter(({ is_stored, path }) => is_stored && !keys.has(path))
  const restored = claimed.filter(({ is_stored, path }) => !is_stored && keys.has(path))
  return [
    ...orphans,
    ...missing.map(({ id, path }) => ({ id, path, work: markMissing })),
    ...restored.map(({ id, path }) => ({ id, path, work: markFound }))
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
}

const INSERT_UPLOAD = `
INSERT INTO uploads (id, kind, path, content_type, created_at, is_stored)
VALUES (:id, :kind, :path, 'application/octet-stream', :now, 0) ON CONFLICT DO NOTHING`

function kindAt(path: string): 'image' | 'license' | 'photo' {
  if (path.startsWith('images/')) return 'image'
  return path.startsWith('photos/') ? 'photo' : 'license'
}

/** The sweep deletes it a day later. This leaves time to notice if the Worker is connected to the wrong database. */
const insertRow =
  (now: Date): Repair['work'] =>
  async ({ path }) => {
    await runIdempotent([INSERT_UPLOAD], { id: newId(), kind: kindAt(path), now: secondsOf(now), path })
  }

const SET_STORED =
  'UPDATE uploads SET is_stored = :isStored WHERE id = :id AND is_stored <> :isStored AND claimed_at IS NOT NULL RETURNING id'

const markMissing: Repair['work'] = async ({ id, path }) => {
  if ((await bucket.head(path)) !== null) return
  const { marked } = await runIdempotent<{ marked: object }>({ marked: SET_STORED }, { id, isStored: 0 })
  if (marked.results.length > 0) logError('picture_missing', { upload_id: id })
}

/** The object was restored. */
const markFound: Repair['work'] = ({ id }) => runIdempotent([SET_STORED], { id, isStored: 1 })
