import type { ServerInput } from '#contract/kit/endpoint.ts'
import * as contract from '#contract/riders/guests.ts'
import { endOfDay } from '#domain/riders/licence.ts'
import { LICENCE_URL_PREFIX } from '#domain/uploads/urls.ts'
import * as guestsText from '#messages/admin/guests.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { readRows, runIdempotent } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { mineOf } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { limitImageUploads } from '#server/http/throttle.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { agreedVersion, recordConsent } from '#server/sessions/accounts.ts'
import type { Staff } from '#server/sessions/actor.ts'
import { IS_NEW_LICENCE } from '#server/uploads/claims.ts'
import { store } from '#server/uploads/images.ts'
import { adminRiderById } from './admin-riders.ts'
import { FROM_SAME_PHONE, numberOf, type SamePhone, SELECT_SAME_PHONE, saveWords } from './search.ts'

// The desk adds a guest without an email and password, and has looked at the licence. In place of the email stands
// 'desk-<id>'. The words of the phone are in the same batch, so of two desks with one number one adds its guest.

const ADD = `
INSERT INTO users (id, name, email, phone, date_of_birth, password_hash, property_id, license_photo_url, license_status,
                   license_valid_until, license_waits_since, license_revision, reminders, created_at)
SELECT :rider, :name, 'desk-' || :rider, :phone, :date_of_birth, 'none', p.id, :photo, 'approved',
       :until, NULL, 1, 0, :now
  FROM properties p
 WHERE p.id = :property_id AND p.archived_at IS NULL AND ${IS_NEW_LICENCE}
   AND (:isSomebodyElse OR NOT EXISTS (SELECT 1 ${FROM_SAME_PHONE}))
    ON CONFLICT (id) DO NOTHING`

/** SQL: this batch has added the guest. No other one has this photo. */
const IS_ADDED = 'EXISTS (SELECT 1 FROM users WHERE id = :rider AND license_photo_url = :photo)'

const CLAIM_LICENCE = `UPDATE uploads SET claimed_at = :now WHERE id = :licence AND ${IS_ADDED}`

const SELECT_WITH_ID = 'SELECT name, phone, date_of_birth, property_id FROM users WHERE id = :rider'
const SELECT_PROPERTY = 'SELECT id FROM properties WHERE id = :property_id AND archived_at IS NULL'

type Guest = ServerInput<typeof contract.addGuest>['body']
type Person = Pick<Guest, 'date_of_birth' | 'name' | 'phone' | 'property_id'>

/** The guest that has this id. Null if nobody has; throws why the guest cannot be added, if that is so. */
async function findAdded(guest: Guest, staff: Staff, now: Date) {
  const { id, phone, property_id, same_phone } = guest
  const { people, properties, samePhone } = await readRows<{
    people: Person
    properties: object
    samePhone: SamePhone
  }>(
    { people: SELECT_WITH_ID, properties: SELECT_PROPERTY, samePhone: SELECT_SAME_PHONE },
    { mine: mineOf(staff), now: secondsOf(now), number: numberOf(phone), property_id, rider: id }
  )
  const [person] = people
  if (person) {
    const isSame = Object.entries(person).every(([field, value]) => guest[field as keyof Person] === value)
    if (!isSame) throw refusal('rider_changed')
    return adminRiderById(id, now)
  }
  if (properties.length === 0) throw refusal('property_not_found')
  const [known] = samePhone
  if (known && same_phone === 'false') throw refusal('phone_known', known.name, known.is_suspended === 1)
  return null
}

export const addGuest = implement(contract.addGuest, async ({ body: guest }, admin, { now }) => {
  const before = await findAdded(guest, admin, now)
  if (before) return before
  const { date_of_birth, expires_on, id, licence, name, phone, property_id, same_phone, terms_version } = guest
  await limitImageUploads(admin.id, now)
  const licenceId = await store({ folder: `licenses/${id}`, kind: 'license' }, licence, now)
  const params = {
    date_of_birth,
    isSomebodyElse: Number(same_phone === 'true'),
    licence: licenceId,
    name,
    now: secondsOf(now),
    number: numberOf(phone),
    phone,
    photo: LICENCE_URL_PREFIX + licenceId,
    property_id,
    rider: id,
    until: secondsOf(endOfDay(expires_on)),
    version: agreedVersion(terms_version)
  }
  const detail = same_phone === 'true' ? guestsText.samePhoneLogged : undefined
  const entry = { action: 'add_guest', detail, subject: id } as const
  await runIdempotent(
    [
      ADD,
      activityInsert(entry, { admin, now, when: IS_ADDED }, params),
      CLAIM_LICENCE,
      ...saveWords({ email: '', id, name, phone }, IS_ADDED, params),
      recordConsent(IS_ADDED)
    ],
    params
  )
  const added = await findAdded(guest, admin, now)
  if (added) return added
  throw refusal('rider_changed')
})
