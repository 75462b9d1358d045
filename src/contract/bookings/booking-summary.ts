import * as v from 'valibot'
import { textOrEmpty } from '#contract/kit/fields.ts'

/** Fields that all admin lists show of a booking. Instants are ISO. */
export const bookingSummary = {
  user_name: textOrEmpty,
  user_email: textOrEmpty,
  scooter_name: textOrEmpty,
  property_name: textOrEmpty,
  start_time: v.string(),
  end_time: v.string(),
  payment_status: v.string()
}
