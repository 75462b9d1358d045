import { and, eq, sql } from 'drizzle-orm'
import { LICENCE_URL_PREFIX } from '#domain/licence-address.ts'
import { db } from '#server/db/client.ts'
import { uploads } from '#server/db/schema.ts'

// Which pictures are in use. One that is not claimed is swept a day after it came (server/uploads/sweep.ts).

export const IMAGE_URL_PREFIX = '/api/images/'
const IMAGE_URL_PATTERN = /^\/api\/images\/([0-9a-f]{32})$/

/** The id in the address of a public picture of ours, or null. */
export const imageIdFromUrl = (url: string | null): string | null => IMAGE_URL_PATTERN.exec(url ?? '')?.[1] ?? null

const refersToUpload = (column: string, prefix: string) => `${column} = '${prefix}' || uploads.id`

/** Of a row of `uploads`: whether something refers to it. What is archived keeps its picture. */
export const IS_REFERENCED = `(EXISTS (SELECT 1 FROM properties WHERE ${refersToUpload('image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM scooters WHERE ${refersToUpload('image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM users WHERE ${refersToUpload('profile_image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM users WHERE ${refersToUpload('license_photo_url', LICENCE_URL_PREFIX)}))`

/** Marks a public picture as used: for the batch that writes its address down. */
export const claimStatement = (url: string, now: Date) =>
  db
    .update(uploads)
    .set({ claimed_at: now })
    .where(and(eq(uploads.id, imageIdFromUrl(url) ?? ''), eq(uploads.kind, 'image'), uploads.is_stored))

/** False when the address is not one of ours, or leads nowhere. */
export async function claimImage(url: string, now: Date): Promise<boolean> {
  const claimed = await claimStatement(url, now).returning({ id: uploads.id })
  return claimed.length > 0
}

/** Gives a public picture to the sweep unless it is still used: for the end of the batch that stops using it. */
export const releaseStatement = (url: string | null) =>
  db
    .update(uploads)
    .set({ claimed_at: null })
    .where(and(eq(uploads.id, imageIdFromUrl(url) ?? ''), eq(uploads.kind, 'image'), sql.raw(`NOT ${IS_REFERENCED}`)))
