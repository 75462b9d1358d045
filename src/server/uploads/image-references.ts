import { and, eq, sql } from 'drizzle-orm'
import { LICENCES } from '#domain/licence-address.ts'
import { db } from '#server/db/client.ts'
import { uploads } from '#server/db/schema.ts'

// Which pictures are in use. One that is not claimed is swept a day after it came (server/uploads/sweep.ts).

export const IMAGES = '/api/images/'
const IMAGE_URL = /^\/api\/images\/([0-9a-f]{32})$/

/** The id in the address of a public picture of ours, or null. */
export const imageIdIn = (url: string | null): string | null => IMAGE_URL.exec(url ?? '')?.[1] ?? null

const shows = (column: string, prefix: string) => `${column} = '${prefix}' || uploads.id`

/** Of a row of `uploads`: whether something refers to it. What is archived keeps its picture. */
export const IS_USED = `(EXISTS (SELECT 1 FROM properties WHERE ${shows('image_url', IMAGES)})
  OR EXISTS (SELECT 1 FROM scooters WHERE ${shows('image_url', IMAGES)})
  OR EXISTS (SELECT 1 FROM users WHERE ${shows('profile_image_url', IMAGES)})
  OR EXISTS (SELECT 1 FROM users WHERE ${shows('license_photo_url', LICENCES)}))`

/** Marks a public picture as used: for the batch that writes its address down. */
export const claiming = (url: string, now: Date) =>
  db
    .update(uploads)
    .set({ claimed_at: now })
    .where(and(eq(uploads.id, imageIdIn(url) ?? ''), eq(uploads.kind, 'image'), uploads.is_stored))

/** False when the address is not one of ours, or leads nowhere. */
export async function claimImage(url: string, now: Date): Promise<boolean> {
  const claimed = await claiming(url, now).returning({ id: uploads.id })
  return claimed.length > 0
}

/** Gives a public picture to the sweep unless it is still used: for the end of the batch that stops using it. */
export const releasing = (url: string | null) =>
  db
    .update(uploads)
    .set({ claimed_at: null })
    .where(and(eq(uploads.id, imageIdIn(url) ?? ''), eq(uploads.kind, 'image'), sql.raw(`NOT ${IS_USED}`)))
