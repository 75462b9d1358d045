import { and, eq, isNotNull } from 'drizzle-orm'
import * as contract from '#contract/riders/profile.ts'
import { pick } from '#domain/kit/pick.ts'
import { assertMayJoin } from '#server/catalogue/properties.ts'
import { d1, db, prepareNamed, refuseDuplicate } from '#server/db/client.ts'
import { properties } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/riders.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { limitEmailChanges, limitJoinAttempts } from '#server/http/rate-limits.ts'
import { rememberClientIp } from '#server/http/sign-in-lock.ts'
import { EMAIL_CHANGED_MESSAGE } from '#server/outbox/insert-message.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { deleteUnusedLinks } from '#server/sessions/accounts.ts'
import { saveWords } from './search.ts'

async function loadProfile(riderId: string) {
  const [profile] = await db
    .select({
      // Drizzle takes a joined object as null if its first column is null, so that column must be non-nullable.
      closed_property: pick(properties, 'name', 'location', 'image_url'),
      ...pick(users, 'date_of_birth', 'email', 'name', 'phone', 'property_id', 'reminders')
    })
    .from(users)
    .leftJoin(properties, and(eq(properties.id, users.property_id), isNotNull(properties.archived_at)))
    .where(eq(users.id, riderId))
  if (!profile) throw refusal('account_not_found')
  return profile
}

export const getProfile = implement(contract.getProfile, async (_, rider) => loadProfile(rider.id))

const save = (fields: readonly string[]) => `
UPDATE users SET ${fields.map(field => `${field} = :${field}`).join(', ')} WHERE id = :account AND deleted_at IS NULL`

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
  if (property_id && property_id !== rider.property_id) {
    if (join_code !== undefined) await limitJoinAttempts(rider.id, call.now)
    await assertMayJoin(property_id, join_code)
  }
  const hasNewEmail = email !== before.email
  if (hasNewEmail) await limitEmailChanges(rider.id, call)
  const statements = [
    ...(hasNewEmail ? [prepareNamed(EMAIL_CHANGED_MESSAGE, { email, now: secondsOf(call.now), rider: rider.id })] : []),
    prepareNamed(save(fields), { ...sent, account: rider.id, reminders: Number(sent.reminders) }),
    ...(hasNewEmail ? [prepareNamed(END_LINKS, { account: rider.id, email })] : []),
    ...saveWords({ email, id: rider.id, name, phone }),
    ...(hasNewEmail ? [rememberClientIp({ email, type: 'user' }, call)] : [])
  ]
  await refuseDuplicate(d1.batchIdempotent(statements), refusal('email_taken'))
  const saved = await loadProfile(rider.id)
  // Another device has saved other fields meanwhile.
  if (saved.email !== email || saved.name !== name || saved.phone !== phone)
    await d1.batchIdempotent(saveWords({ ...saved, id: rider.id }))
  return saved
})
