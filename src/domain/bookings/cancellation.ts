import { PAISE_PER_RUPEE } from '#domain/money.ts'
import { addMinutes } from '#domain/time/india-time.ts'

/** When a paid booking can be cancelled for how much. Set by the property, and fixed for a booking when it is made. */
export interface CancellationTerms {
  /** A cancellation up to this many minutes before the start is free. */
  free_cancel_minutes: number
  /** A cancellation is also free up to this many minutes after the payment. */
  grace_minutes: number
  /** Refunded after that and before the start, in percent of what was paid. */
  late_cancel_percent: number
  /** Of a booking whose property keeps a share: the property owes the same when it cancels late. */
  operator_bears?: boolean | undefined
}

/** Their limits are in domain/catalogue/property-rules.ts. */
export const DEFAULT_TERMS: CancellationTerms = { free_cancel_minutes: 60, grace_minutes: 10, late_cancel_percent: 100 }

/** The terms that a booking keeps. No rider is charged what the property does not bear (E-Commerce Rules, 4(8)). */
export function termsFrom({
  free_cancel_minutes,
  grace_minutes,
  late_cancel_percent
}: CancellationTerms): CancellationTerms {
  const terms = { free_cancel_minutes, grace_minutes, late_cancel_percent }
  return late_cancel_percent < 100 ? { ...terms, operator_bears: true } : terms
}

/** Who can cancel a paid booking; 'provider' is a full refund in the payment provider's dashboard. */
export const CANCELLERS = ['rider', 'admin', 'provider'] as const

/** Why a cancelled row refunds only a share: its rider cancelled late, did not come, or returned before it began. */
export const KEPT_REASONS = ['cancelled_late', 'did_not_come', 'returned_early'] as const
export type KeptReason = (typeof KEPT_REASONS)[number]

/** From so long after the start, or the payment if that is later, the staff can say that a rider did not come. */
export const ABSENT_AFTER_MINUTES = 30

/** A paid ride that nobody has returned, between its times. */
export const mayBeAbsent = ({ end, ridden_from }: { end: Date; ridden_from: Date }, now: Date): boolean =>
  addMinutes(ridden_from, ABSENT_AFTER_MINUTES) <= now && now < end

interface PaidBooking {
  /** Null if unknown; then no time after the payment counts. */
  paid_at: Date | null
  start_at: Date
}

/**
 * Returns a row of a ride as the terms judge it. All rows that were paid before the ride's start have that start, so
 * that a ride in parts refunds no more than in one. An extension that was paid during the ride keeps its own.
 */
export function withTermsStart({ paid_at, start_at }: PaidBooking, rideStart: Date): PaidBooking {
  const isPaidDuringRide = paid_at !== null && paid_at >= rideStart
  return { paid_at, start_at: isPaidDuringRide ? start_at : rideStart }
}

/**
 * A limit counted from the start is inclusive: a cancellation at this very instant is still free. A later limit, set by
 * the grace time, is exclusive.
 */
function freeLimit({ paid_at, start_at }: PaidBooking, terms: CancellationTerms) {
  const byStart = addMinutes(start_at, -terms.free_cancel_minutes)
  const byPayment = paid_at && addMinutes(paid_at, terms.grace_minutes)
  const isByPayment = byPayment !== null && byPayment > byStart
  return isByPayment ? { isInclusive: false, until: byPayment } : { isInclusive: true, until: byStart }
}

/** When a full refund ends. Can be after the start, unless all is refunded until then. */
export function freeUntil(booking: PaidBooking, terms: CancellationTerms): Date {
  return terms.late_cancel_percent === 100 ? booking.start_at : freeLimit(booking, terms).until
}

function isFree(booking: PaidBooking, terms: CancellationTerms, now: Date): boolean {
  const { isInclusive, until } = freeLimit(booking, terms)
  return isInclusive ? now <= until : now < until
}

/** What a rider who cancels now is refunded, in percent. Null from the start on, when it is too late to cancel. */
export function refundPercent(booking: PaidBooking, terms: CancellationTerms, now: Date): number | null {
  if (now >= booking.start_at) return null
  return isFree(booking, terms, now) ? 100 : terms.late_cancel_percent
}

/** The refunded part of a payment in paise: whole rupees, rounded up, and never more than was paid. */
export function refundPaise(paidPaise: number, percent: number): number {
  const rupees = Math.ceil((paidPaise * percent) / (100 * PAISE_PER_RUPEE))
  return Math.min(paidPaise, rupees * PAISE_PER_RUPEE)
}
