import { eq } from 'drizzle-orm'
import { UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import { d1, db } from '#server/db/client.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { secondsOf } from '#server/db/sql.ts'
import { forEachIsolated, retryAtSql } from '#server/jobs/item-retries.ts'
import { env } from '#server/runtime/env.ts'

const SWEEP_BATCH_SIZE = 100

/** Delete the object first: while the row exists, the next sweep finds it again. */
export async function removeUpload({ id, path }: { id: string; path: string }): Promise<void> {
  await env.UPLOADS.delete(path)
  await db.delete(uploads).where(eq(uploads.id, id))
}

// An upload that is not stored cannot be claimed, so nobody claims it during the sweep.
const MARK_REMOVABLE = `
UPDATE uploads SET is_stored = 0
 WHERE id IN (SELECT id FROM uploads
               WHERE claimed_at IS NULL AND created_at < ?1 - ${UNCLAIMED_UPLOAD_SECONDS}
                 AND coalesce(${retryAtSql('uploads', 'uploads.id')}, 0) <= ?1
               LIMIT ${SWEEP_BATCH_SIZE})
RETURNING id, path`

/** Deletes uploads that were not claimed within a day or are no longer in use. Returns how many. */
export async function deleteUnclaimedUploads(now: Date): Promise<number> {
  const { results } = await d1.prepare(MARK_REMOVABLE).bind(secondsOf(now)).all<{ id: string; path: string }>()
  await forEachIsolated(results, { idOf: ({ id }) => id, list: 'uploads', now, process: removeUpload })
  return results.length
}
