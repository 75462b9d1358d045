import { and, eq, sql } from 'drizzle-orm'
import { RETURN_PHOTO_RETENTION_DAYS, UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import { addMinutes } from '#domain/time/india-time.ts'
import { DAY_MINUTES } from '#domain/time/time-units.ts'
import {
  IMAGE_URL_PREFIX,
  imageIdFromUrl,
  isLicenceUrl,
  LICENCE_URL_PREFIX,
  licenceIdFromUrl
} from '#domain/uploads/urls.ts'
import * as authText from '#messages/account/auth.ts'
import * as bookingText from '#messages/booking/booking.ts'
import { db, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { uploads } from '#server/db/schema/uploads.ts'
import { secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf } from '#server/http/list-query.ts'
import { cloudBucket } from '#server/runtime/env.ts'
import { invalidField } from '#server/runtime/refusal.ts'
import type { Staff } from '#server/sessions/sessions.ts'

// Photos of riders: of returned scooters, and of problems. Their path is 'photos/<day of the
// upload>/<rider>/<id>.<extension>': the day first, so that the index on paths finds old photos.

const utcDay = (instant: Date) => instant.toISOString().slice(0, 10)

export const photoFolder = (riderId: string, now: Date) => `photos/${utcDay(now)}/${riderId}`

/** The position of the rider's id in a path, counted from 1. */
const OWNER_START = 'photos/yyyy-mm-dd/'.length + 1

/** SQL: the rider of the photo in a row of `uploads`. */
export const PHOTO_OWNER = `substr(uploads.path, ${OWNER_START}, instr(substr(uploads.path, ${OWNER_START}), '/') - 1)`

/** SQL: the scooters of the photo in a row of `uploads`, from the rides and reports of its rider. */
const PHOTOGRAPHED = `
SELECT b.scooter_id, b.property_id FROM bookings b WHERE b.user_id = ${PHOTO_OWNER} AND b.return_photo_id = uploads.id
UNION ALL
SELECT s.id, s.property_id FROM problems p JOIN scooters s ON s.id = p.scooter_id
 WHERE p.user_id = ${PHOTO_OWNER} AND p.photo_id = uploads.id`

/** SQL on a row of `uploads`: a ride or a report of its rider has this photo. It needs no index on the photo. */
const IS_RIDER_PHOTO = `(uploads.kind = 'photo' AND EXISTS (${PHOTOGRAPHED}))`

/** SQL condition on a row of `uploads`: a ride or a report can claim the photo. Parameters: :photo, :rider. */
export const IS_CLAIMABLE_PHOTO = `uploads.id = :photo AND uploads.kind = 'photo' AND uploads.is_stored = 1
   AND uploads.claimed_at IS NULL AND ${PHOTO_OWNER} = :rider`

/** Throws 422 if the photo is unknown, another rider's, or claimed. */
export async function assertClaimablePhoto(photo: string | null, rider: string): Promise<void> {
  if (photo === null) return
  const query = prepareNamed(`SELECT id FROM uploads WHERE ${IS_CLAIMABLE_PHOTO}`, { photo, rider })
  if (!(await query.first())) throw invalidField('photo_id', bookingText.photoNotFound)
}

/** SQL, after the row is stored that has it: claims the photo. Parameters: :now, :photo. */
export const claimPhoto = (selectOwner: string) => `
UPDATE uploads SET claimed_at = :now WHERE id = :photo AND claimed_at IS NULL AND EXISTS (${selectOwner})`

/** True for a photo that this rider has uploaded, claimed or not. */
export async function isPhotoOf(photo: string, rider: string): Promise<boolean> {
  const query = `SELECT id FROM uploads WHERE id = :photo AND kind = 'photo' AND ${PHOTO_OWNER} = :rider`
  return (await prepareNamed(query, { photo, rider }).first()) !== null
}

/** True for a photo of a scooter at one of the caller's properties. */
export async function isPhotoFor(photo: string, staff: Staff): Promise<boolean> {
  const query = `
SELECT uploads.id FROM uploads
 WHERE uploads.id = :photo AND uploads.kind = 'photo'
   AND EXISTS (SELECT 1 FROM (${PHOTOGRAPHED}) WHERE ${isMine('property_id')})`
  return staff.properties === null || (await prepareNamed(query, { mine: mineOf(staff), photo }).first()) !== null
}

/** SQL: releases uploads, so that the next sweep deletes them. The condition follows. */
export const RELEASE_UPLOADS = 'UPDATE uploads SET claimed_at = NULL, created_at = 0'

const EXPIRED_PER_RUN = 500

// A photo is claimed within a day of its upload, so few photos in this range of paths are younger.
const EXPIRED_PHOTOS = `
SELECT uploads.id, ${PHOTO_OWNER} AS owner FROM uploads
 WHERE uploads.path >= 'photos/' AND uploads.path < :endPath AND uploads.claimed_at <= :before
 ORDER BY uploads.path LIMIT ${EXPIRED_PER_RUN}`

const forgetPhotos = (table: string, column: string) => `
UPDATE ${table} SET ${column} = NULL
 WHERE rowid IN (SELECT t.rowid FROM (${EXPIRED_PHOTOS}) expired
                   JOIN ${table} t ON t.user_id = expired.owner AND t.${column} = expired.id)`
const FORGET_PHOTOS = [forgetPhotos('bookings', 'return_photo_id'), forgetPhotos('problems', 'photo_id')]

const RELEASE_PHOTOS = `
${RELEASE_UPLOADS} WHERE id IN (SELECT id FROM (${EXPIRED_PHOTOS}))`

/** Releases photos that were claimed RETURN_PHOTO_RETENTION_DAYS ago, at most EXPIRED_PER_RUN. Returns how many. */
export async function releaseExpiredPhotos(now: Date): Promise<number> {
  const before = addMinutes(now, -RETURN_PHOTO_RETENTION_DAYS * DAY_MINUTES)
  // '0' follows '/', so the range includes that whole day.
  const params = { before: secondsOf(before), endPath: `photos/${utcDay(before)}0` }
  const { released } = await runIdempotent<{ released: object }>(
    { forget: FORGET_PHOTOS, released: RELEASE_PHOTOS },
    params
  )
  return released.meta.changes
}

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
