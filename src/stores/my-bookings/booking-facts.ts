import type { Booking } from '#contract/bookings/my-bookings.ts'
import { displayStatus, type HoldOutcome, type PaymentStatus } from '#domain/bookings/booking-status.ts'
import type { TimeWindow } from '#domain/bookings/slots.ts'
import { HOLD_SECONDS } from '#domain/constants.ts'
import { sumBy } from '#domain/kit/numbers.ts'
import { dayOf, dayText, parseInstant } from '#domain/time/india-time.ts'
import { dayOrDateText, rangeText } from '#domain/time/time-texts.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time/time-units.ts'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'
import * as myBookingsText from '#messages/my-bookings/my-bookings.ts'

export const isPaid = ({ payment_status }: Booking): boolean => payment_status === 'Completed'

/** Rupees that were paid for a ride with its extensions, less what goes back. */
export const paidFor = ({ amount, paid }: Booking): number | null => paid ?? amount ?? null

/** Rupees of its extensions that have not begun, less what went back. */
export function paidAhead({ extended }: Booking, now: Date): number {
  const ahead = extended?.filter(({ start_time }) => parseInstant(start_time ?? '') > now) ?? []
  return sumBy(ahead, ({ amount, refund }) => amount - (refund ?? 0))
}

/** Paid, even if it was cancelled or refunded since. */
export const wasPaid = (booking: Booking): boolean => isPaid(booking) || isCancelledOrRefunded(booking)

/** Cancelled after the payment, or refunded because it could not be confirmed. */
export function isCancelledOrRefunded({ payment_status }: Booking): boolean {
  return payment_status === 'Cancelled' || payment_status === 'Refunded'
}

export interface WithScooterName {
  scooter?: Pick<NonNullable<Booking['scooter']>, 'name'> | null | undefined
}

export const scooterName = ({ scooter }: WithScooterName): string => scooter?.name || appShellText.scooterFallbackName

/** Remaining hold time of an unpaid booking; infinite if the backend sets no limit. */
export function holdRemainingMs({ expires_at }: Booking, now: Date): number {
  return expires_at ? Math.max(0, parseInstant(expires_at).getTime() - now.getTime()) : Number.POSITIVE_INFINITY
}

/** The ride has ended, and its rider can still return it. */
export function isToReturn(booking: Booking, now: Date): boolean {
  const until = parseInstant(booking.return_until ?? '')
  return displayStatus(booking, now) === 'Completed' && now < until
}

/** The same, where somebody confirms the return. */
export const isOverdue = (booking: Booking, now: Date): boolean => Boolean(booking.is_late) && isToReturn(booking, now)

/** The ride runs, or is to be returned. */
export function isRidden(booking: Booking, now: Date): boolean {
  return displayStatus(booking, now) === 'Active' || isToReturn(booking, now)
}

/** Elapsed part of the ride, from 0 to 1. */
export function rideProgress(booking: Booking, now: Date): number {
  const { end, start } = windowOf(booking)
  return Math.min(1, Math.max(0, (now.getTime() - start.getTime()) / (end.getTime() - start.getTime())))
}

/** Searches for the property on a map; null if its location is unknown. */
export function mapUrl({ property_location, property_name }: Booking): string | null {
  if (!property_name || !property_location) return null
  const query = `${property_name}, ${property_location}`
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

const REMARKS: Readonly<Partial<Record<PaymentStatus, string>>> = {
  Failed: myBookingsText.bookingUnpaid,
  Pending: myBookingsText.paymentNotCompleted,
  Refunded: myBookingsText.bookingNotConfirmed
}
const HOLD_REMARKS: Readonly<Partial<Record<HoldOutcome | '', string>>> = {
  cancelled: myBookingsText.holdCancelledOrReplaced,
  expired: myBookingsText.paymentNotCompleted
}

/** What happened to a booking that is not confirmed. */
export function remarkOn({ cancel_reason, cancelled_by, hold_outcome, payment_status }: Booking): string | undefined {
  if (cancelled_by === 'rider') return myBookingsText.cancelledByRider
  if (payment_status === 'Cancelled') return myBookingsText.cancelledBecause(cancel_reason)
  return HOLD_REMARKS[hold_outcome ?? ''] ?? REMARKS[payment_status]
}

/** What happens with the money of a booking that is not confirmed; null if nothing is known to be refunded. */
export function refundRemarkOn({
  bank_references,
  cancelled_by,
  owed,
  paid_at_desk,
  payment_status,
  refund,
  refund_by,
  refund_status
}: Booking): string | null {
  if (refund) {
    const isProcessed = refund_status === 'processed'
    if (paid_at_desk) return myBookingsText.paidBackAtDesk(refund, isProcessed)
    const references = isProcessed && bank_references?.length ? myBookingsText.bankReferences(bank_references) : null
    const progress = myBookingsText.refundProgressText(refund, isProcessed)
    const arrival =
      references && !refund_by ? null : myBookingsText.refundArrival(refund_by ? dayText(refund_by) : null)
    return [progress, arrival, references, owed && myBookingsText.alsoOwed(owed)].filter(Boolean).join(' ')
  }
  if (cancelled_by === 'rider' || refund === 0) return commonText.noRefund
  return payment_status === 'Refunded' ? myBookingsText.fullRefund : null
}

/** Parses the ride's times, which are ISO on the wire. */
export function windowOf({ end_time, start_time }: Pick<Booking, 'end_time' | 'start_time'>): TimeWindow {
  return { end: parseInstant(end_time), start: parseInstant(start_time) }
}

/** 'Sat 13 Jun · 6:30 – 9:30 pm'; includes the year if it is not the current one. */
export function rideText(booking: Booking, now: Date): string {
  const { end, start } = windowOf(booking)
  return `${dayOrDateText(dayOf(start), dayOf(now))} · ${rangeText(start, end, now)}`
}

const ANNOUNCED_MINUTES = [1, 5]

/** `announcedMinutes` are for screen readers; `ratio` is the remaining part of the hold, from 0 to 1. */
export function holdCountdown(remainingMs: number) {
  return {
    announcedMinutes: ANNOUNCED_MINUTES.find(minutes => remainingMs <= minutes * MINUTE_MS),
    isLastMinute: remainingMs <= MINUTE_MS,
    ratio: Math.min(1, remainingMs / (HOLD_SECONDS * SECOND_MS))
  }
}
