import * as v from 'valibot'
import { type OpenEnum, openEnum, textOrEmpty } from '#contract/kit/fields.ts'
import type { PaymentStatus } from '#domain/bookings/booking-status.ts'

/** Fields that all admin lists show of a booking. Instants are ISO. */
export const bookingSummary = {
  user_name: textOrEmpty,
  user_email: textOrEmpty,
  scooter_name: textOrEmpty,
  property_name: textOrEmpty,
  start_time: v.string(),
  end_time: v.string(),
  payment_status: openEnum as OpenEnum<PaymentStatus>
}
