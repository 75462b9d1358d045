import { addDays, type Day, dayOf, instantAt } from '#domain/time/india-time.ts'
import { MIDNIGHT } from '#domain/time/time-units.ts'

// Whether a rider's driving licence was looked at, and which of the rider's rides a decision stops.

export const LICENCE_STATUSES = ['unreviewed', 'approved', 'rejected'] as const
export type LicenceStatus = (typeof LICENCE_STATUSES)[number]

/** Why a licence is rejected. Only an unreadable photo stops no ride. */
export const REJECT_REASONS = ['unreadable', 'not_a_license', 'not_yours', 'learner', 'wrong_class', 'expired'] as const
export type RejectReason = (typeof REJECT_REASONS)[number]

/** Why a rider may not book a scooter. They are codes of refusals. */
export const BOOKING_BLOCKS = ['rider_suspended', 'license_unreviewed', 'license_rejected', 'license_expired'] as const
export type BookingBlock = (typeof BOOKING_BLOCKS)[number]

export const NOTE_KINDS = ['note', 'phone', 'suspension'] as const

/** An approved licence can be uploaded again from so many days before its end. */
const RENEWAL_DAYS = 30

export type Decision =
  | { decision: 'approve'; expires_on: Day }
  | { decision: 'reject'; reason: RejectReason }
  | { decision: 'restore' }
  | { decision: 'suspend'; reason: string }

/** Where a licence that is valid until this day stands in its term. */
export function licenceTerm(lastDay: Day, today: Day): 'ended' | 'ending' | 'valid' {
  if (lastDay < today) return 'ended'
  return lastDay < addDays(today, RENEWAL_DAYS) ? 'ending' : 'valid'
}

/** The instant at which a licence that is valid until this day ends. */
export const endOfDay = (day: Day): Date => instantAt(addDays(day, 1), MIDNIGHT)

/** The last day of a licence that ends then. */
export const lastDayBefore = (end: Date): Day => dayOf(new Date(end.getTime() - 1))

/**
 * Of the rides that have not started, a decision stops those that end later than this, and only those whose scooter
 * needs a licence unless `isForAll`. Null: it stops none.
 */
export function stoppedAfter(decision: Decision): { isForAll: boolean; until: Date } | null {
  if (decision.decision === 'approve') return { isForAll: false, until: endOfDay(decision.expires_on) }
  if (decision.decision === 'suspend') return { isForAll: true, until: new Date(0) }
  if (decision.decision === 'restore' || decision.reason === 'unreadable') return null
  return { isForAll: false, until: new Date(0) }
}

/** A paid ride that has not started. */
export interface RideAhead {
  /** With its paid extensions, ISO. */
  end_time: string
  needs_license: boolean
}

/** The rides that a decision stops. */
export function stoppedRides<Ride extends RideAhead>(rides: readonly Ride[], decision: Decision): Ride[] {
  const after = stoppedAfter(decision)
  if (after === null) return []
  return rides.filter(
    ({ end_time, needs_license }) => (after.isForAll || needs_license) && new Date(end_time) > after.until
  )
}
