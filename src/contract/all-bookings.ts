import * as v from 'valibot'
import { PAYMENT_STATUSES } from '#domain/booking-status.ts'
import * as text from '#messages/admin.ts'
import { bookingsFile } from './bookings-file.ts'
import { defineEndpoint } from './endpoint.ts'
import { day, id, optionalId, optionalText, textOrEmpty } from './fields.ts'
import { listing } from './listing.ts'

/** A booking as an admin sees it. Instants are ISO; UTC where a backend leaves the zone out. */
export const bookingForAdmin = v.object({
  id,
  user_name: textOrEmpty,
  user_email: textOrEmpty,
  scooter_name: textOrEmpty,
  property_name: textOrEmpty,
  start_time: v.string(),
  end_time: v.string(),
  payment_status: v.string(),
  /** 'hourly' or 'plan' (decision 43). */
  booking_type: textOrEmpty,
  // Added by us.
  user_id: optionalId,
  scooter_id: optionalId,
  property_id: optionalId,
  plan_name: optionalText,
  /** Rupees. */
  amount: v.nullish(v.number(), null),
  created_at: optionalText
})
export type BookingForAdmin = v.InferOutput<typeof bookingForAdmin>

const filters = {
  property_id: v.optional(v.string()),
  scooter_id: v.optional(v.string()),
  status: v.optional(v.picklist(PAYMENT_STATUSES, text.unknownFilter)),
  user_id: v.optional(v.string()),
  // Days in India on which a ride begins, both included.
  from: v.optional(day),
  to: v.optional(day)
}

/**
 * `q`: how the rider's name, what follows its first word, or his e-mail begins, or what is in the scooter's name; the
 * bookings of 50 such riders and 50 such scooters are looked at. Narrowed by anything, the list is in the order of the
 * rides' start, whatever `sort` says of booking; its direction holds.
 */
const query = listing(['created_at', 'start_time'], filters)

export const listAllBookings = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(bookingForAdmin),
  path: '/admin/bookings',
  query
})

/** Added by us: the same list as a file for a spreadsheet; `page` and `per_page` cut nothing from it. */
export const exportBookings = defineEndpoint({
  access: 'admin',
  added: true,
  method: 'GET',
  output: bookingsFile,
  path: '/admin/bookings.csv',
  query
})
