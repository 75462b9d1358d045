import type { LoggedAction } from '#domain/admin/roles.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { paiseOf, rupeesOf } from '#domain/money.ts'
import { type Decision, stoppedAfter, stoppedRides } from '#domain/riders/licence.ts'
import { activityInsert } from '#server/activity/activity.ts'
import { freeCancelledRide } from '#server/bookings/cancel-booking.ts'
import { addSeenPins } from '#server/catalogue/pin-rotation.ts'
import { runIdempotent } from '#server/db/client.ts'
import { isoFrom, secondsOf } from '#server/db/sql.ts'
import { DECISION_MESSAGES } from '#server/outbox/insert-message.ts'
import { assertDisputeOverride } from '#server/payments/disputes/admin-disputes.ts'
import { refundCancelled, unrefundedPaise } from '#server/payments/refunds/insert-refund.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import type { Admin } from '#server/sessions/sessions.ts'
import {
  FREE_CANCELLED_CLAIMS_OF_RIDER,
  isStillPayable,
  raiseRevision,
  rideEnd,
  rideOf,
  SET_UNPAID_CANCELLED,
  setCancelled
} from '#server/slots/booking-sql.ts'

// A decision about a rider: a licence is approved or rejected, the rider is suspended or may ride again. One batch
// makes it and ends what it no longer allows: paid rides that have not started are cancelled and refunded in full, and
// unpaid bookings cannot be paid any more. A ride under way is never touched.

/** SQL: the paid rows of rides that have not started. */
const FROM_ROWS_AHEAD = `
  FROM bookings b JOIN bookings ride ON ride.id = ${rideOf('b')} JOIN scooters s ON s.id = b.scooter_id
 WHERE b.user_id = :rider AND b.state = 'confirmed' AND b.start_at > :now AND ride.start_at > :now`

/** Parameters: :rider and :now. */
export const SELECT_ROWS_AHEAD = `
SELECT b.id, ride.id AS ride_id, b.payment_id, b.property_id, ${rideEnd('ride.id')} AS end_at, s.needs_license,
       coalesce(${unrefundedPaise('b.payment_id')}, 0) AS paise
${FROM_ROWS_AHEAD} ORDER BY b.start_at`

export interface RowAhead {
  id: string
  ride_id: string
  payment_id: string
  property_id: string
  end_at: number
  needs_license: 0 | 1
  /** What its cancellation refunds. */
  paise: number
}

const STOPPED = `${FROM_ROWS_AHEAD} AND (:all OR s.needs_license) AND ${rideEnd('ride.id')} > :until`

/** SQL: what is stopped is what the admin was shown. */
const IS_AS_SHOWN = `
NOT EXISTS (SELECT 1 ${STOPPED} AND b.id NOT IN (SELECT value FROM json_each(:rows)))
   AND (SELECT coalesce(sum(${unrefundedPaise('b.payment_id')}), 0) ${STOPPED}) = :refund`

const isRider = (condition: string) =>
  `EXISTS (SELECT 1 FROM users WHERE id = :rider AND deleted_at IS NULL AND ${condition})`

/** SQL: this batch has made the decision. A second run, or a decision that came too late, changes nothing. */
const IS_DECIDED = 'EXISTS (SELECT 1 FROM audits WHERE id = :entry)'

const APPROVE = `
UPDATE users SET license_status = 'approved', license_reason = NULL, license_valid_until = :until,
       license_waits_since = NULL, license_revision = license_revision + 1
 WHERE id = :rider AND license_revision = :revision AND ${IS_DECIDED}`

const REJECT = `
UPDATE users SET license_status = 'rejected', license_reason = :reason, license_valid_until = NULL,
       license_waits_since = NULL, license_revision = license_revision + 1
 WHERE id = :rider AND license_revision = :revision AND ${IS_DECIDED}`

const SUSPEND = `UPDATE users SET suspended_at = :now WHERE id = :rider AND suspended_at IS NULL AND ${IS_DECIDED}`
const RESTORE = `UPDATE users SET suspended_at = NULL WHERE id = :rider AND ${IS_DECIDED}`

const ADD_REASON = `
INSERT INTO rider_notes (id, user_id, property_id, admin_id, kind, text, created_at)
SELECT :entry, u.id, u.property_id, :admin, 'suspension', :reason, :now FROM users u WHERE u.id = :rider AND ${IS_DECIDED}
    ON CONFLICT DO NOTHING`

const CANCEL_ROWS = `
UPDATE bookings SET ${setCancelled("'admin'")}, ${raiseRevision("(kind = 'ride')")}
 WHERE id IN (SELECT value FROM json_each(:rows)) AND state = 'confirmed' AND ${IS_DECIDED}`

const REFUND_ROWS = refundCancelled({
  payment: 'bookings.payment_id',
  when: 'id IN (SELECT value FROM json_each(:rows))'
})

const CANCEL_PAYABLE = `
UPDATE bookings SET ${SET_UNPAID_CANCELLED}, cancelled_by = 'admin'
 WHERE user_id = :rider AND ${isStillPayable('bookings')} AND end_at > :until
   AND (:all OR EXISTS (SELECT 1 FROM scooters s WHERE s.id = bookings.scooter_id AND s.needs_license))
   AND ${IS_DECIDED}`

const ACTIONS = {
  approve: { guard: 'license_revision = :revision', logged: 'approve_license', update: APPROVE },
  reject: { guard: 'license_revision = :revision', logged: 'reject_license', update: REJECT },
  restore: { guard: 'suspended_at IS NOT NULL', logged: 'restore_rider', update: RESTORE },
  suspend: { guard: 'suspended_at IS NULL', logged: 'suspend_rider', update: SUSPEND }
} as const satisfies Record<Decision['decision'], { guard: string; logged: LoggedAction; update: string }>

const toRide = ({ end_at, needs_license, ...row }: RowAhead) => ({
  ...row,
  end_time: isoFrom(end_at),
  needs_license: needs_license === 1
})

/** The rides of these rows as the panel shows them; `paise` are those of all rows. */
export function ridesOf(rows: readonly RowAhead[]) {
  const ids = new Set(rows.map(({ ride_id }) => ride_id))
  return [...ids].flatMap(id => {
    const own = rows.filter(({ ride_id }) => ride_id === id)
    return own[0] ? [{ ...toRide(own[0]), paise: sumBy(own, ({ paise }) => paise) }] : []
  })
}

/** What the admin was shown: rupees, the revision of the licence, and the paid rows. */
interface Shown {
  refund: number
  revision: number
  rows: readonly RowAhead[]
}

/** For the log, without anything personal. */
const detailOf = (decision: Decision) =>
  decision.decision === 'approve' ? decision.expires_on : decision.decision === 'reject' ? decision.reason : undefined

/**
 * Makes the decision, or changes nothing if the rider or the rides are no longer as shown. Throws 409 if another amount
 * would be refunded, or if a bank disputes one of the payments: that booking is decided first.
 */
export async function decide(
  rider: string,
  decision: Decision,
  { refund, revision, rows }: Shown,
  { admin, now }: { admin: Admin; now: Date }
): Promise<void> {
  const stopped = stoppedRides(rows.map(toRide), decision)
  if (rupeesOf(sumBy(stopped, ({ paise }) => paise)) !== refund) throw refusal('amount_changed')
  if (stopped.length > 0)
    await assertDisputeOverride(
      stopped.map(({ payment_id }) => payment_id),
      undefined
    )
  const after = stoppedAfter(decision)
  const { guard, logged, update } = ACTIONS[decision.decision]
  const entry = newId()
  const params = {
    admin: admin.id,
    // Also rides on scooters that need no licence are stopped, if they end after :until.
    all: Number(after?.isForAll ?? false),
    cancellation: entry,
    entry,
    now: secondsOf(now),
    reason: 'reason' in decision ? decision.reason : null,
    // Shown to the admin, as :revision and :rows.
    refund: paiseOf(refund),
    revision,
    rider,
    rows: JSON.stringify(stopped.map(({ id }) => id)),
    until: after ? secondsOf(after.until) : 0
  }
  const when = `${isRider(guard)} AND ${after ? IS_AS_SHOWN : 'TRUE'}`
  const log = (action: LoggedAction, subject: string, condition: string, id?: string) =>
    activityInsert(
      { action, detail: subject === rider ? detailOf(decision) : undefined, id, subject },
      { admin, now, when: condition },
      params
    )
  const rides = [...new Set(stopped.map(({ ride_id }) => ride_id))]
  const endings = [
    ...rides.map(id => log('cancel_booking', id, IS_DECIDED)),
    ...[CANCEL_ROWS, REFUND_ROWS, CANCEL_PAYABLE, FREE_CANCELLED_CLAIMS_OF_RIDER],
    ...rides.flatMap(id => freeCancelledRide(id, now))
  ]
  const isSuspension = decision.decision === 'suspend'
  await runIdempotent(
    [
      log(logged, rider, when, entry),
      DECISION_MESSAGES[decision.decision],
      update,
      ...(isSuspension ? [ADD_REASON, ...(await addSeenPins(rider, IS_DECIDED, params))] : []),
      ...(after ? endings : [])
    ],
    params
  )
}
