import * as contract from '#contract/catalogue/admin-scooters.ts'
import { generatePin } from '#domain/catalogue/scooters.ts'
import { KEPT_PRESS_DAYS, PIN_DIGITS } from '#domain/constants.ts'
import { sortRows } from '#domain/kit/rows.ts'
import { roundedUpTimeText } from '#domain/time/time-texts.ts'
import { DAY_MS } from '#domain/time/time-units.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as pinChangesText from '#messages/admin/catalogue/pin-changes.ts'
import { activityInsert, offlinePressDetail, offlinePressTime } from '#server/activity/activity.ts'
import { d1, prepareNamed, runIdempotent } from '#server/db/client.ts'
import { dateFrom, isoFrom, isoOrNull, secondsOf } from '#server/db/sql.ts'
import { isMine, mineOf, pageOfFew } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { pinChangedMessage } from '#server/outbox/insert-message.ts'
import { randomBelow } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { guestPhoneNow, isLateNow, rideNow, riderNameNow, ridingUntil } from '#server/slots/scooter-state.ts'

// The scooters whose lock needs a new PIN, and an admin's confirmation that a lock has it. Until then riders read the
// old PIN, so they never read a PIN that the lock does not have.

/** SQL. Parameters: :mine and :now. */
export const LIST_PIN_CHANGES = `
SELECT c.created_at, ${ridingUntil('s.id')} AS in_use_until, ${riderNameNow('s.id')} AS in_use_by,
       ${guestPhoneNow('s.id')} AS in_use_phone, ${isLateNow('s.id')} AS is_late, c.new_pin, s.otp_pin, p.name AS property_name, s.id AS scooter_id, s.name AS scooter_name
  FROM pin_changes c
  JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
  LEFT JOIN properties p ON p.id = s.property_id
 WHERE ${isMine('s.property_id')}
 ORDER BY s.id`

export interface PinChangeRow {
  created_at: number
  in_use_by: string | null
  in_use_phone: string | null
  in_use_until: number | null
  is_late: 0 | 1
  new_pin: string
  otp_pin: string
  property_name: string | null
  scooter_id: string
  scooter_name: string
}

export const listPinChanges = implement(contract.listPinChanges, async ({ query }, admin, { now, responseHeaders }) => {
  const params = { mine: mineOf(admin), now: secondsOf(now) }
  const { results } = await prepareNamed(LIST_PIN_CHANGES, params).all<PinChangeRow>()
  return pageOfFew(toPinChanges(results), {
    query: { ...query, sort: 'property_name' },
    responseHeaders,
    searched: ['property_name', 'scooter_name']
  })
})

export const toPinChange = (row: PinChangeRow) => ({
  ...row,
  created_at: isoFrom(row.created_at),
  in_use_until: isoOrNull(row.in_use_until),
  is_late: Boolean(row.is_late)
})

/** Sorted by scooter. */
export const toPinChanges = (rows: readonly PinChangeRow[]) => sortRows(rows, 'scooter_name').map(toPinChange)

// Parameters: :now, :scooter, :newPin, and :anyway if a rider who has the scooter is no obstacle.
const CAN_CHANGE = `
EXISTS (SELECT 1 FROM pin_changes c JOIN scooters s ON s.id = c.scooter_id AND s.archived_at IS NULL
         WHERE c.scooter_id = :scooter AND c.new_pin = :newPin AND (:anyway OR ${rideNow(':scooter')} IS NULL))`

const PIN_CHANGED = pinChangedMessage(CAN_CHANGE)

const SET_PIN = `UPDATE scooters SET otp_pin = :newPin WHERE id = :scooter AND ${CAN_CHANGE}`

const REMOVE_CHANGE = `DELETE FROM pin_changes WHERE scooter_id = :scooter AND ${CAN_CHANGE}`

const SELECT_STATE = `
SELECT s.otp_pin, c.new_pin, ${ridingUntil('s.id')} AS in_use_until, ${isLateNow('s.id')} AS is_late
  FROM scooters s LEFT JOIN pin_changes c ON c.scooter_id = s.id
 WHERE s.id = :scooter AND s.archived_at IS NULL`

interface State {
  in_use_until: number | null
  is_late: 0 | 1
  /** The PIN that still waits. */
  new_pin: string | null
  otp_pin: string
}

/** Idempotent: if the scooter has this PIN already, nothing changes. */
export const changePin = implement(
  contract.changePin,
  async ({ body: { anyway, new_pin, pressed_at }, params: { scooter_id } }, admin, { now }) => {
    const isSure = anyway || Boolean(pressed_at)
    const params = { anyway: Number(isSure), newPin: new_pin, now: secondsOf(now), scooter: scooter_id }
    const pressed = offlinePressTime(pressed_at, new Date(now.getTime() - KEPT_PRESS_DAYS * DAY_MS), now)
    const change = { action: 'change_pin', detail: offlinePressDetail(pressed, now), subject: scooter_id } as const
    const { states } = await runIdempotent<{ states: State }>(
      {
        entry: activityInsert(change, { admin, now, when: CAN_CHANGE }, params),
        change: [PIN_CHANGED, SET_PIN, REMOVE_CHANGE],
        states: SELECT_STATE
      },
      params
    )
    const [state] = states.results
    if (!state) throw refusal('scooter_not_found')
    if (state.otp_pin === new_pin) return { message: pinChangesText.pinChanged }
    const { in_use_until: until, is_late } = state
    if (state.new_pin !== new_pin || (until === null && !is_late)) throw refusal('pin_change_outdated')
    throw refusal('scooter_in_use', until === null ? null : roundedUpTimeText(dateFrom(until), now))
  }
)

// Renews only PINs that are not six digits yet, and never the PIN of a scooter that somebody has.

const IS_OLD_PIN = `archived_at IS NULL AND otp_pin NOT GLOB '${'[0-9]'.repeat(PIN_DIGITS)}'`

const IS_FREE = `${rideNow('scooters.id')} IS NULL`

const OLD = `SELECT id, name FROM scooters WHERE ${IS_OLD_PIN}`

// Checks again in the statement, because a ride may have started or an admin may have set a PIN since the list was
// read.
const RENEW = `
UPDATE scooters SET otp_pin = renewed.value ->> 1 FROM json_each(:pins) renewed
 WHERE scooters.id = renewed.value ->> 0 AND ${IS_OLD_PIN} AND ${IS_FREE}`

const IS_ANY_RENEWABLE = `EXISTS (SELECT 1 FROM scooters WHERE ${IS_OLD_PIN} AND ${IS_FREE})`

export const migratePins = implement(contract.migratePins, async (_, admin, { now }) => {
  const { results: old } = await prepareNamed(OLD).all<{ id: string; name: string }>()
  const pins = JSON.stringify(old.map(({ id }) => [id, generatePin(randomBelow)]))
  const params = { now: secondsOf(now), pins }
  const when = { admin, now, when: IS_ANY_RENEWABLE }
  const [, renewed, left] = await d1.batch<{ name: string }>([
    activityInsert({ action: 'migrate_pins', subject: 'scooters' }, when, params),
    prepareNamed(RENEW, params),
    prepareNamed(OLD)
  ])
  const names = sortRows(left?.results ?? [], 'name').map(({ name }) => name)
  return { message: catalogueText.pinsMigrated(renewed?.meta.changes ?? 0, names) }
})
