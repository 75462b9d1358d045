import * as contract from '#contract/catalogue/admin-scooters.ts'
import { generatePin } from '#domain/catalogue/pin.ts'
import { PIN_DIGITS } from '#domain/constants.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { conditionalActivityInsert } from '#server/activity/activity.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { secondsOf } from '#server/db/sql.ts'
import { implement } from '#server/http/operation.ts'
import { randomBelow } from '#server/runtime/crypto.ts'
import { ridingUntil } from '#server/slots/booking-sql.ts'

// Renews only PINs that are not six digits yet, and never the PIN of a scooter in use.

const IS_OLD_PIN = `archived_at IS NULL AND otp_pin NOT GLOB '${'[0-9]'.repeat(PIN_DIGITS)}'`

const IS_FREE = `${ridingUntil('scooters.id', ':now')} IS NULL`

const OLD = `SELECT id, name FROM scooters WHERE ${IS_OLD_PIN} ORDER BY name`

// Checks again in the statement, because a ride may have started or an admin may have set a PIN since the list was
// read.
const RENEW = `
UPDATE scooters SET otp_pin = renewed.value ->> 1 FROM json_each(:pins) renewed
 WHERE scooters.id = renewed.value ->> 0 AND ${IS_OLD_PIN} AND ${IS_FREE}`

const IS_ANY_RENEWABLE = `EXISTS (SELECT 1 FROM scooters WHERE ${IS_OLD_PIN} AND ${IS_FREE})`

export const migratePins = implement(contract.migratePins, async (_, admin, { now }) => {
  const { results: old } = await d1.prepare(OLD).all<{ id: string; name: string }>()
  const pins = JSON.stringify(old.map(({ id }) => [id, generatePin(randomBelow)]))
  const params = { now: secondsOf(now), pins }
  const when = { admin, now, when: IS_ANY_RENEWABLE }
  const [, renewed, left] = await d1.batch<{ name: string }>([
    conditionalActivityInsert({ action: 'migrate_pins', subject: 'scooters' }, when, params),
    prepareNamed(RENEW, params),
    d1.prepare(OLD)
  ])
  const names = left?.results.map(({ name }) => name) ?? []
  return { message: text.pinsMigrated(renewed?.meta.changes ?? 0, names) }
})
