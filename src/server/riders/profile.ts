import type { D1PreparedStatement } from '@cloudflare/workers-types'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import * as confirmContract from '#contract/riders/confirm-email.ts'
import * as contract from '#contract/riders/edit-profile.ts'
import * as profileContract from '#contract/riders/profile.ts'
import { CONFIRM_EMAIL_HOURS } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { lastDayBefore } from '#domain/riders/licence.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import { licenceIdFromUrl } from '#domain/uploads/urls.ts'
import * as authText from '#messages/account/auth.ts'
import * as confirmEmailText from '#messages/account/confirm-email.ts'
import { assertJoinCode, storedJoinCode } from '#server/catalogue/properties.ts'
import { db, prepareNamed, refuseDuplicate, runIdempotent } from '#server/db/client.ts'
import { properties } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { assertSameOrigin, implement } from '#server/http/operation.ts'

import { limitConfirmLinks, limitEmailChanges, limitResetAttempts, rememberClientIp } from '#server/http/throttle.ts'
import { EMAIL_CHANGED_MESSAGE, linkParams, newLink } from '#server/outbox/insert-message.ts'

import { deliversMail } from '#server/runtime/env.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { hashOfToken } from '#server/sessions/sessions.ts'
import { IS_NEW_LICENCE, licenceIdOf, RELEASE_UPLOADS } from '#server/uploads/claims.ts'
import { saveWords } from './search.ts'

async function loadProfile(riderId: string) {
  const [profile] = await db
    .select({
      // Drizzle takes a joined object as null if its first column is null, so that column must be non-nullable.
      closed_property: pick(properties, 'name', 'location', 'image_url'),
      ...pick(
        users,
        'date_of_birth',
        'email',
        'license_reason',
        'license_status',
        'name',
        'phone',
        'property_id',
        'reminders'
      ),
      is_email_confirmed: isNotNull(users.email_confirmed_at).mapWith(Boolean),
      is_license_waiting: gt(users.license_waits_since, new Date(0)).mapWith(Boolean),
      license_valid_until: users.license_valid_until,
      terms_version: sql<
        string | null
      >`(SELECT version FROM consents WHERE user_id = ${users.id} ORDER BY agreed_at DESC LIMIT 1)`
    })
    .from(users)
    .leftJoin(properties, and(eq(properties.id, users.property_id), isNotNull(properties.archived_at)))
    .where(eq(users.id, riderId))
  if (!profile) throw refusal('account_not_found')
  const { is_email_confirmed, license_valid_until, ...fields } = profile
  return {
    ...fields,
    ...(deliversMail() && { is_email_confirmed }),
    license_expires_on: license_valid_until && lastDayBefore(license_valid_until)
  }
}

export const getProfile = implement(profileContract.getProfile, async (_, rider) => loadProfile(rider.id))

/** A licence is approved for this name and date of birth. */
const APPROVED_FIELDS: readonly string[] = ['date_of_birth', 'name']

/**
 * SQL assignments: an approved licence waits again if its rider is no longer the one it was approved for, and a
 * decision about the rider as it was is outdated.
 */
function reviewAgain(fields: readonly string[]): string[] {
  const changes = fields.filter(field => APPROVED_FIELDS.includes(field)).map(field => `${field} <> :${field}`)
  if (changes.length === 0) return []
  const isChanged = `(${changes.join(' OR ')})`
  const isOther = `(license_status = 'approved' AND ${isChanged})`
  return [
    `license_status = iif(${isOther}, 'unreviewed', license_status)`,
    `license_valid_until = iif(${isOther}, NULL, license_valid_until)`,
    `license_waits_since = iif(${isOther}, :now, license_waits_since)`,
    `license_revision = license_revision + ${isChanged}`
  ]
}

/** SQL assignment: another email is not confirmed. */
const UNCONFIRM = 'email_confirmed_at = iif(email <> :email, NULL, email_confirmed_at)'

const save = (fields: readonly string[]) => `
UPDATE users SET ${[...fields.map(field => `${field} = :${field}`), ...(fields.includes('email') ? [UNCONFIRM] : []), ...reviewAgain(fields)].join(', ')}
 WHERE id = :account AND deleted_at IS NULL`

/** Ends the links in mails to the old address. Its reader could otherwise set a new password. */
const END_LINKS = deleteUnusedLinks('user', 'EXISTS (SELECT 1 FROM users WHERE id = :account AND email = :email)')

/**
 * Throws 409 for a taken email. This reveals that an account exists, so email changes are limited. Bookings stay at
 * their property.
 */
export const updateProfile = implement(contract.updateProfile, async ({ body }, rider, call) => {
  const { changed_fields = contract.PROFILE_FIELDS, join_code, ...sent } = body
  const fields = changed_fields.filter(field => sent[field] !== undefined)
  const before = await loadProfile(rider.id)
  if (fields.length === 0) return before
  const { email, name, phone, property_id } = { ...before, ...pick(sent, ...fields) }
  const isMove = property_id !== null && property_id !== rider.property_id
  const stored = isMove ? await storedJoinCode(property_id) : null
  const hasNewEmail = email !== before.email
  if (hasNewEmail) {
    await limitEmailChanges(rider.id, call)
    const [other] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (other) throw refusal('email_taken')
  }
  if (isMove) await assertJoinCode({ code: join_code, property_id, rider: rider.id, stored }, call)
  const statements = [
    ...(hasNewEmail ? [prepareNamed(EMAIL_CHANGED_MESSAGE, { email, now: secondsOf(call.now), rider: rider.id })] : []),
    prepareNamed(save(fields), {
      ...sent,
      account: rider.id,
      now: secondsOf(call.now),
      reminders: Number(sent.reminders)
    }),
    ...(hasNewEmail ? [prepareNamed(END_LINKS, { account: rider.id, email }), ...confirmLink(rider.id, call.now)] : []),
    ...saveWords({ email, id: rider.id, name, phone }),
    ...(hasNewEmail ? [rememberClientIp({ email, type: 'user' }, call)] : [])
  ]
  await refuseDuplicate(runIdempotent(statements), refusal('email_taken'))
  const saved = await loadProfile(rider.id)
  // Another device has saved other fields meanwhile.
  if (saved.email !== email || saved.name !== name || saved.phone !== phone)
    await runIdempotent(saveWords({ ...saved, id: rider.id }))
  return saved
})

// Only a decision changes what the rider may do, so an upload just waits for one. Parameters: :account, :now, :photo,
// and the ids of the photos, which are null in cloud storage: :licence and :previous.

const REPLACE_LICENCE = `
UPDATE users SET license_photo_url = :photo, license_waits_since = :now, license_revision = license_revision + 1
 WHERE id = :account AND deleted_at IS NULL AND license_photo_url <> :photo AND ${IS_NEW_LICENCE}`

const HAS_PHOTO = 'EXISTS (SELECT 1 FROM users WHERE id = :account AND license_photo_url = :photo)'
const CLAIM_LICENCE = `UPDATE uploads SET claimed_at = :now WHERE id = :licence AND claimed_at IS NULL AND ${HAS_PHOTO}`
const RELEASE_PREVIOUS = `${RELEASE_UPLOADS} WHERE id = :previous AND id IS NOT :licence AND ${HAS_PHOTO}`

export const replaceLicence = implement(contract.replaceLicence, async ({ body }, rider, { now }) => {
  const row = db.select({ email: users.email, photo: users.license_photo_url }).from(users)
  const [before] = await row.where(eq(users.id, rider.id))
  if (!before) throw refusal('account_not_found')
  const photo = body.license_photo_url
  const params = {
    account: rider.id,
    licence: licenceIdOf(photo, before.email),
    now: secondsOf(now),
    photo,
    previous: licenceIdFromUrl(before.photo)
  }
  const { saved } = await runIdempotent<{ saved: { photo: string } }>(
    {
      replace: [REPLACE_LICENCE, CLAIM_LICENCE, RELEASE_PREVIOUS],
      saved: 'SELECT license_photo_url AS photo FROM users WHERE id = :account'
    },
    params
  )
  if (saved.results[0]?.photo !== photo) throw invalidField('license_photo_url', authText.unknownLicence)
  return loadProfile(rider.id)
})

// Whether a rider's email reaches the rider. It is a fact for the rider and the staff, and stops nothing.

const UNCONFIRMED = 'FROM users a WHERE a.id = :rider AND a.deleted_at IS NULL AND a.email_confirmed_at IS NULL'

const NEW_LINK = newLink({ column: 'user_id', from: UNCONFIRMED, kind: 'confirm_email' })

/** Statements that mail a rider a link to an email that is not confirmed. None without a mail service. */
export function confirmLink(rider: string, now: Date): D1PreparedStatement[] {
  const params = { ...linkParams(CONFIRM_EMAIL_HOURS * HOUR_SECONDS, now), rider }
  return deliversMail() ? NEW_LINK.map(statement => prepareNamed(statement, params)) : []
}

export const sendConfirmLink = implement(confirmContract.sendConfirmLink, async (_, { id }, call) => {
  assertSameOrigin(call)
  if (!deliversMail()) throw refusal('not_found')
  await limitConfirmLinks(id, call.now)
  const rider = prepareNamed('SELECT email, email_confirmed_at FROM users WHERE id = :id', { id })
  const { found } = await runIdempotent<{ found: { email: string; email_confirmed_at: number | null } }>({
    link: confirmLink(id, call.now),
    found: rider
  })
  const [account] = found.results
  if (!account) throw refusal('account_not_found')
  const isConfirmed = account.email_confirmed_at !== null
  return { message: isConfirmed ? confirmEmailText.confirmed : confirmEmailText.linkSent(account.email) }
})

// Parameters: :hash of the token and :now.
const IS_LINK = "t.hash = :hash AND t.kind = 'confirm_email'"
const IS_LINK_VALID = `${IS_LINK} AND t.used_at IS NULL AND t.expires_at > :now`

const CONFIRM = `
UPDATE users SET email_confirmed_at = :now
 WHERE deleted_at IS NULL AND id = (SELECT t.user_id FROM email_tokens t WHERE ${IS_LINK_VALID})`

const USE_LINK = `UPDATE email_tokens AS t SET used_at = :now WHERE ${IS_LINK_VALID}`

const SELECT_CONFIRMED = `
SELECT 1 FROM email_tokens t JOIN users u ON u.id = t.user_id AND u.email_confirmed_at IS NOT NULL
 WHERE ${IS_LINK} AND t.used_at IS NOT NULL`

export const confirmEmail = implement(confirmContract.confirmEmail, async ({ body }, _, call) => {
  assertSameOrigin(call)
  await limitResetAttempts(call)
  const { confirmed } = await runIdempotent<{ confirmed: object }>(
    { confirm: CONFIRM, use: USE_LINK, confirmed: SELECT_CONFIRMED },
    { hash: hashOfToken(body.token), now: secondsOf(call.now) }
  )
  if (confirmed.results.length === 0) throw refusal('link_expired')
  return { message: confirmEmailText.confirmed }
})
