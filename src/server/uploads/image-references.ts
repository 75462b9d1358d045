import { and, eq, sql } from 'drizzle-orm'
import { IMAGE_URL_PREFIX, imageIdFromUrl, LICENCE_URL_PREFIX } from '#domain/uploads/upload-urls.ts'
import { db } from '#server/db/client.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { IS_RETURN_PHOTO } from './return-photos.ts'

// Which pictures are in use. Unclaimed ones are swept after a day (server/uploads/delete-unclaimed.ts).

const refersToUpload = (column: string, prefix: string) => `${column} = '${prefix}' || uploads.id`

/** SQL condition on a row of `uploads`: something refers to it. Archived rows keep their picture. */
export const IS_REFERENCED = `(EXISTS (SELECT 1 FROM properties WHERE ${refersToUpload('image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM scooters WHERE ${refersToUpload('image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM users WHERE ${refersToUpload('profile_image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM users WHERE ${refersToUpload('license_photo_url', LICENCE_URL_PREFIX)})
  OR ${IS_RETURN_PHOTO})`

/** Statement that claims a public picture. Put it in the batch that saves the URL. */
export const claimStatement = (url: string, now: Date) =>
  db
    .update(uploads)
    .set({ claimed_at: now })
    .where(and(eq(uploads.id, imageIdFromUrl(url) ?? ''), eq(uploads.kind, 'image'), uploads.is_stored))

/** Returns false if the URL is not ours or its picture does not exist. */
export async function claimImage(url: string, now: Date): Promise<boolean> {
  const claimed = await claimStatement(url, now).returning({ id: uploads.id })
  return claimed.length > 0
}

/** Statement that releases a public picture unless it is still in use. Put it last in the batch that drops the URL. */
export const releaseStatement = (url: string | null) =>
  db
    .update(uploads)
    .set({ claimed_at: null })
    .where(and(eq(uploads.id, imageIdFromUrl(url) ?? ''), eq(uploads.kind, 'image'), sql.raw(`NOT ${IS_REFERENCED}`)))
