import * as contract from '#contract/auth/sign-up.ts'
import { UNCLAIMED_UPLOAD_SECONDS } from '#domain/constants.ts'
import { isLicenceUrl } from '#domain/uploads/cloud-storage.ts'
import { licenceIdFromUrl as idIn } from '#domain/uploads/licence-url.ts'
import * as text from '#messages/account/auth.ts'
import { unknownProperty } from '#messages/validation.ts'
import { propertyExists } from '#server/catalogue/properties.ts'
import { secondsOf } from '#server/db/instants.ts'
import { implement } from '#server/http/operation.ts'
import { limitSignUps } from '#server/http/rate-limits.ts'
import { assertSameOrigin } from '#server/http/same-origin.ts'
import { rememberClientIp } from '#server/http/sign-in-lock.ts'
import { saveWords } from '#server/riders/search.ts'
import { cloudBucket } from '#server/runtime/env.ts'
import { invalidField } from '#server/runtime/errors.ts'
import { newId } from '#server/runtime/ids.ts'
import { d1, refuseDuplicate } from '../db/client.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './sign-in.ts'

// One batch: the account claims its licence photo, or no account is created and the photo stays free for another try.
//
// A photo in cloud storage (?10 is null) has no row to claim.

const INSERT_WITH_LICENCE = `
INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, created_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
 WHERE ?10 IS NULL
    OR EXISTS (SELECT 1 FROM uploads
                WHERE id = ?10 AND kind = 'license' AND claimed_at IS NULL AND is_stored
                  AND created_at > ?9 - ${UNCLAIMED_UPLOAD_SECONDS})`

const CLAIM_LICENCE = `
UPDATE uploads SET claimed_at = ?1 WHERE id = ?2 AND EXISTS (SELECT 1 FROM users WHERE id = ?3) RETURNING id`

export const signUp = implement(contract.signUp, async ({ body }, _, call) => {
  assertSameOrigin(call)
  await limitSignUps(call)
  const { date_of_birth, email, license_photo_url, name, password, phone, property_id } = body
  const licenceId = ownLicenceId(license_photo_url, email)
  if (!(await propertyExists(property_id))) throw invalidField('property_id', unknownProperty)
  const id = newId()
  const at = secondsOf(call.now)
  const account = [
    id,
    name,
    email,
    phone,
    date_of_birth,
    await hashPassword(password),
    property_id,
    license_photo_url,
    at
  ]
  const insert = d1.batch<{ id: string }>([
    d1.prepare(INSERT_WITH_LICENCE).bind(...account, licenceId),
    d1.prepare(CLAIM_LICENCE).bind(at, licenceId, id),
    ...saveWords({ email, id, name, phone }),
    rememberClientIp({ email, newRiderId: id, type: 'user' }, call)
  ])
  const [, claimed] = await refuseDuplicate(insert, 'email_taken')
  if (licenceId !== null && !claimed?.results.length) throw invalidField('license_photo_url', text.unknownLicence)
  return openSession('user', { id, token_version: 1 }, call)
})

/**
 * Returns the id of a photo in our own storage, or null for one in this account's folder of our cloud storage. Throws
 * 422 for any other address.
 */
function ownLicenceId(license_photo_url: string, email: string): string | null {
  const id = idIn(license_photo_url)
  if (id !== null) return id
  const bucket = cloudBucket()
  if (bucket && isLicenceUrl(license_photo_url, bucket, email)) return null
  throw invalidField('license_photo_url', text.unknownLicence)
}
