import { and, eq, sql } from 'drizzle-orm'
import { UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import {
  IMAGE_URL_PREFIX,
  imageIdFromUrl,
  isLicenceUrl,
  LICENCE_URL_PREFIX,
  licenceIdFromUrl
} from '#domain/uploads/urls.ts'
import * as authText from '#messages/account/auth.ts'
import { db } from '#server/db/client.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { cloudBucket } from '#server/runtime/env.ts'
import { invalidField } from '#server/runtime/refusal.ts'
import { IS_RIDER_PHOTO } from './return-photos.ts'

// Which pictures are in use. The others are swept after a day.

const refersToUpload = (column: string, prefix: string) => `${column} = '${prefix}' || uploads.id`

/** SQL condition on a row of `uploads`: something refers to it. Archived rows keep their picture. */
export const IS_REFERENCED = `(EXISTS (SELECT 1 FROM properties WHERE ${refersToUpload('image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM scooters WHERE ${refersToUpload('image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM users WHERE ${refersToUpload('profile_image_url', IMAGE_URL_PREFIX)})
  OR EXISTS (SELECT 1 FROM users WHERE ${refersToUpload('license_photo_url', LICENCE_URL_PREFIX)})
  OR ${IS_RIDER_PHOTO})`

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

/**
 * SQL: the licence photo :licence is stored and free, or it is in cloud storage (null), where it has no row. Parameter:
 * :now.
 */
export const IS_NEW_LICENCE = `(:licence IS NULL
    OR EXISTS (SELECT 1 FROM uploads
                WHERE id = :licence AND kind = 'license' AND claimed_at IS NULL AND is_stored
                  AND created_at > :now - ${UNCLAIMED_UPLOAD_SECONDS}))`

/**
 * Returns the id of a licence photo in our own storage, or null for one in this account's folder of our cloud storage.
 * Throws 422 for any other address.
 */
export function licenceIdOf(licensePhotoUrl: string, email: string): string | null {
  const id = licenceIdFromUrl(licensePhotoUrl)
  if (id !== null) return id
  const bucket = cloudBucket()
  if (bucket && isLicenceUrl(licensePhotoUrl, bucket, email)) return null
  throw invalidField('license_photo_url', authText.unknownLicence)
}
