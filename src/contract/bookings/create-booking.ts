import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, instant } from '#contract/kit/fields.ts'
import { requiredId } from '#contract/kit/required-id.ts'
import { order } from '#contract/payments/orders.ts'
import { isSlotStart } from '#domain/bookings/slots.ts'
import { DURATION_CHOICES_HOURS } from '#domain/constants.ts'
import * as text from '#messages/booking/booking-responses.ts'
import * as validation from '#messages/validation.ts'

/**
 * A conflict is 400 with a detail that starts with 'Booking conflict'. The headers x-conflict-start and x-conflict-end
 * (UTC ISO) give the booked window.
 */
export const createHourlyBooking = defineEndpoint({
  access: 'rider',
  body: v.pipe(
    v.object({
      scooter_id: requiredId(validation.required),
      /** ISO; UTC if it has no zone. */
      start_time: v.pipe(instant(text.invalidStart), v.check(isSlotStart, text.startNotOnSlot)),
      pricing_plan_id: v.nullish(id),
      duration_hours: v.nullish(v.picklist(DURATION_CHOICES_HOURS, text.invalidDuration))
    }),
    v.check(body => Boolean(body.pricing_plan_id) !== Boolean(body.duration_hours), text.planOrDuration)
  ),
  method: 'POST',
  output: order,
  path: '/bookings/hourly'
})
