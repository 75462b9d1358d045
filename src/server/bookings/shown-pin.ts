import type { BookingState } from '#domain/bookings/booking-status.ts'
import { pinVisibleFrom } from '#domain/catalogue/scooters.ts'
import { markPinsSeen } from '#server/catalogue/pins.ts'
import { waitUntil } from '#server/runtime/env.ts'
import { logFailure } from '#server/runtime/log.ts'

// The PIN of a rider's own booking: shown while a paid ride is upcoming or under way, but not before the time that the
// property sets.

interface PinRow {
  end_at: Date
  id: string
  otp_pin: string
  /** Of the property where it was booked. */
  pin_lead_minutes: number | null
  pin_seen_at: Date | null
  returned_at: Date | null
  start_at: Date
  state: BookingState
}

/** A paid booking that is upcoming or under way, and not returned. */
export function isRideAhead(
  { end_at, returned_at, state }: Pick<PinRow, 'end_at' | 'returned_at' | 'state'>,
  now: Date
): boolean {
  return state === 'confirmed' && returned_at === null && now <= end_at
}

/** The PIN, or when the rider can read it. Both are null if there is no ride ahead. */
export function shownPin(row: PinRow, now: Date) {
  if (!isRideAhead(row, now)) return { otp_pin: null, pin_from: null }
  const from = pinVisibleFrom(row.start_at, row.pin_lead_minutes)
  if (from !== null && from > now) return { otp_pin: null, pin_from: from.toISOString() }
  return { otp_pin: row.otp_pin, pin_from: null }
}

/** Records after the response which PINs it shows for the first time. A failure is only logged. */
export function recordShownPins(rows: readonly PinRow[], now: Date): void {
  const unseen = rows.filter(row => row.pin_seen_at === null && shownPin(row, now).otp_pin !== null)
  if (unseen.length === 0) return
  const ids = unseen.map(({ id }) => id)
  waitUntil(logFailure(markPinsSeen(ids, now)))
}
