import * as contract from '#contract/auth/sign-up.ts'
import * as authText from '#messages/account/auth.ts'
import { assertJoinCode, storedJoinCode } from '#server/catalogue/join-code.ts'
import { d1, prepareNamed, refuseDuplicate } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { assertSameOrigin, implement } from '#server/http/operation.ts'
import { rememberClientIp } from '#server/http/sign-in-lock.ts'
import { limitSignUps } from '#server/http/throttle.ts'
import { confirmLink } from '#server/riders/confirm-email.ts'
import { saveWords } from '#server/riders/search.ts'
import { newId } from '#server/runtime/crypto.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { agreedVersion, recordConsent } from '#server/sessions/accounts.ts'
import { IS_NEW_LICENCE, licenceIdOf } from '#server/uploads/claims.ts'
import { hashPassword } from './password-hash.ts'
import { openSession } from './sign-in.ts'

// What the batch refuses too, unless it changes meanwhile.
const SELECT_OBSTACLES = `
SELECT EXISTS (SELECT 1 FROM users WHERE email = :email) AS is_taken, ${IS_NEW_LICENCE} AS has_photo`

// One batch: the account claims its licence photo, or no account is created and the photo stays free for another try.

const INSERT_WITH_LICENCE = `
INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url,
                   license_waits_since, created_at)
SELECT :id, :name, :email, :phone, :date_of_birth, :password_hash, :property_id, :license_photo_url, :now, :now
 WHERE ${IS_NEW_LICENCE}`

const CLAIM_LICENCE = `
UPDATE uploads SET claimed_at = :now WHERE id = :licence AND EXISTS (SELECT 1 FROM users WHERE id = :id) RETURNING id`

const unknownLicence = () => invalidField('license_photo_url', authText.unknownLicence)

export const signUp = implement(contract.signUp, async ({ body }, _, call) => {
  assertSameOrigin(call)
  await limitSignUps(call)
  const { join_code, password, terms_version, ...fields } = body
  const { email, name, phone, property_id } = fields
  const licenceId = licenceIdOf(fields.license_photo_url, email)
  const stored = await storedJoinCode(property_id)
  const id = newId()
  const claim = { id, licence: licenceId, now: secondsOf(call.now) }
  const found = await prepareNamed(SELECT_OBSTACLES, { ...claim, email }).first<{ has_photo: 0 | 1; is_taken: 0 | 1 }>()
  if (!found?.has_photo) throw unknownLicence()
  if (found.is_taken) throw refusal('email_taken')
  await assertJoinCode({ code: join_code, property_id, stored }, call)
  const passwordHash = await hashPassword(password)
  const insert = d1.batch<{ id: string }>([
    prepareNamed(INSERT_WITH_LICENCE, { ...fields, ...claim, password_hash: passwordHash }),
    prepareNamed(CLAIM_LICENCE, claim),
    ...saveWords({ email, id, name, phone }),
    rememberClientIp({ email, newRiderId: id, type: 'user' }, call),
    prepareNamed(recordConsent('TRUE'), { ...claim, rider: id, version: agreedVersion(terms_version) }),
    ...confirmLink(id, call.now)
  ])
  const [, claimed] = await refuseDuplicate(insert, refusal('email_taken'))
  if (licenceId !== null && !claimed?.results.length) throw unknownLicence()
  return openSession('user', { id, token_version: 1 }, call)
})
