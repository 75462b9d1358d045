import { paymentStatusOf } from '#domain/bookings/booking-status.ts'
import type { BookingRow } from '#server/db/schema/bookings.ts'

type SummarisedRow = Pick<
  BookingRow,
  'end_at' | 'hold_until' | 'property_name' | 'scooter_name' | 'settling' | 'start_at' | 'state'
>

/** What all admin lists show of a booking besides its rider (contract/payments/refunds.ts). */
export function toBookingSummary(booking: SummarisedRow, now: Date) {
  return {
    end_time: booking.end_at.toISOString(),
    payment_status: paymentStatusOf(booking, now),
    property_name: booking.property_name,
    scooter_name: booking.scooter_name,
    start_time: booking.start_at.toISOString()
  }
}
