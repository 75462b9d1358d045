import * as contract from '#contract/catalogue/admin-scooters.ts'
import { timeOrDateText } from '#domain/time/dated-times.ts'
import { pinChanged } from '#messages/admin/catalogue/pin-changes.ts'
import { conditionalActivityInsert } from '#server/activity/activity.ts'
import { d1, prepareNamed } from '#server/db/client.ts'
import { dateFrom, isoFrom, secondsOf } from '#server/db/sql.ts'
import { rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { pinChangedMessage } from '#server/outbox/ride-messages.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { ridingUntil } from '#server/slots/booking-sql.ts'

// The scooters whose lock needs a new PIN, and an admin's confirmation that a lock has it. Until then riders read the
// old PIN, so they never read a PIN that the lock does not have.

const LIST = `
SELECT c.created_at, ${ridingUntil('s.id', ':now')} AS in_use_until, c.new_pin, s.otp_pin, p.name AS property_name,
       s.id AS scooter_id, s.name AS scooter_name
  FROM pin_changes c
  JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
  LEFT JOIN properties p ON p.id = s.property_id
 ORDER BY p.name COLLATE NOCASE, s.name COLLATE NOCASE, s.id
 LIMIT :limit OFFSET :offset`

interface ListRow {
  created_at: number
  in_use_until: number | null
  new_pin: string
  otp_pin: string
  property_name: string | null
  scooter_id: string
  scooter_name: string
}

export const listPinChanges = implement(contract.listPinChanges, async ({ query }, _, { now, responseHeaders }) => {
  const { limit, offset } = rowRange(query)
  const { results } = await prepareNamed(LIST, { limit, now: secondsOf(now), offset }).all<ListRow>()
  const rows = results.map(row => ({
    ...row,
    created_at: isoFrom(row.created_at),
    in_use_until: row.in_use_until === null ? null : isoFrom(row.in_use_until)
  }))
  return toPage(rows, query, responseHeaders)
})

// Parameters: :now, :scooter, :newPin, and :anyway if a ride under way is no obstacle.
const CAN_CHANGE = `
EXISTS (SELECT 1 FROM pin_changes c JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
         WHERE c.scooter_id = :scooter AND c.new_pin = :newPin AND (:anyway OR ${ridingUntil(':scooter', ':now')} IS NULL))`

const PIN_CHANGED = pinChangedMessage(CAN_CHANGE)

const SET_PIN = `UPDATE scooters SET otp_pin = :newPin WHERE id = :scooter AND ${CAN_CHANGE}`

const REMOVE_CHANGE = `DELETE FROM pin_changes WHERE scooter_id = :scooter AND ${CAN_CHANGE}`

const SELECT_STATE = `
SELECT s.otp_pin, c.new_pin, ${ridingUntil('s.id', ':now')} AS in_use_until
  FROM scooters s LEFT JOIN pin_changes c ON c.scooter_id = s.id
 WHERE s.id = :scooter AND s.archived_at IS NULL`

interface State {
  in_use_until: number | null
  /** The PIN that still waits. */
  new_pin: string | null
  otp_pin: string
}

/** Idempotent: if the scooter has this PIN already, nothing changes. */
export const changePin = implement(
  contract.changePin,
  async ({ body: { anyway, new_pin }, params: { scooter_id } }, admin, { now }) => {
    const params = { anyway: Number(anyway), newPin: new_pin, now: secondsOf(now), scooter: scooter_id }
    const results = await d1.batchIdempotent<State>([
      conditionalActivityInsert(
        { action: 'change_pin', subject: scooter_id },
        { admin, now, when: CAN_CHANGE },
        params
      ),
      ...[PIN_CHANGED, SET_PIN, REMOVE_CHANGE, SELECT_STATE].map(query => prepareNamed(query, params))
    ])
    const state = results.at(-1)?.results[0]
    if (!state) throw refusal('scooter_not_found')
    if (state.otp_pin === new_pin) return { message: pinChanged }
    if (state.new_pin !== new_pin || state.in_use_until === null) throw refusal('pin_change_outdated')
    throw refusal('scooter_in_use', timeOrDateText(dateFrom(state.in_use_until), now))
  }
)
