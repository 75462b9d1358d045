import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, freeText, idInput, instant, requiredId } from '#contract/kit/fields.ts'
import { HOLD_REFUSALS, order } from '#contract/payments/orders.ts'
import { termsVersion } from '#contract/riders/profile.ts'
import type { BusyWindow } from '#domain/bookings/availability.ts'
import { isSlotStart, slotStartOf } from '#domain/bookings/slots.ts'
import { DURATION_CHOICES_HOURS, NOTE_TO_STAFF_MAX_LENGTH } from '#domain/constants.ts'
import { parseInstant } from '#domain/time/india-time.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import * as bookingText from '#messages/booking/booking.ts'

/** ISO; UTC if it has no zone. */
export const startTime = v.pipe(instant(bookingText.invalidStart), v.check(isSlotStart, bookingText.startNotOnSlot))

/**
 * Books a plan or a number of hours; the specification calls both hourly.
 *
 * A conflict is 400 with a detail that starts with 'Booking conflict'. The headers x-conflict-start and x-conflict-end
 * (UTC ISO) give the booked window.
 */
export const createHourlyBooking = defineEndpoint('POST /bookings/hourly', {
  access: 'rider',
  isSpecified: true,
  body: v.pipe(
    v.object({
      scooter_id: requiredId(apiErrorsText.required),
      start_time: startTime,
      pricing_plan_id: v.nullish(idInput),
      duration_hours: v.nullish(v.picklist(DURATION_CHOICES_HOURS, bookingText.invalidDuration)),
      // Embedded backend only.
      /** A hold that is asked for again takes the new one. */
      note_to_staff: v.optional(freeText(NOTE_TO_STAFF_MAX_LENGTH)),
      terms_version: termsVersion
    }),
    v.check(body => Boolean(body.pricing_plan_id) !== Boolean(body.duration_hours), bookingText.planOrDuration)
  ),
  output: order
})

const busyWindow = v.object({
  end_time: v.string(),
  start_time: v.string(),
  /** True for a ride of the rider who asks, on any scooter. */
  is_yours: v.nullish(v.boolean(), false)
})

/**
 * A window of the response as the browser and the page renderer compare it with starts: a report blocks, and a late ride
 * keeps, the half hour that has begun.
 */
export function toBusyWindow({ end_time, is_yours, start_time }: v.InferOutput<typeof busyWindow>): BusyWindow {
  return { end: parseInstant(end_time), isYours: is_yours, start: slotStartOf(parseInstant(start_time)) }
}

/** Windows that the rider cannot book on a day in India and the next, without names. */
export const getAvailability = defineEndpoint('GET /scooters/{id}/availability', {
  access: 'rider',
  output: v.object({ busy: v.array(busyWindow) }),
  query: v.object({ date: day })
})

export const resumePayment = defineEndpoint('POST /bookings/{id}/resume', { access: 'rider', output: order })

export const docs = {
  createHourlyBooking: {
    refusals: /* @__PURE__ */ HOLD_REFUSALS.concat([
      'plan_not_available',
      'plan_not_on_day',
      'property_paused',
      'scooter_not_found',
      'scooter_unavailable',
      'start_passed',
      'start_too_far',
      'start_too_soon'
    ]),
    summary: 'Hold a scooter for a ride and create its payment order'
  },
  getAvailability: {
    refusals: ['scooter_not_found'],
    summary: 'Get the times at which the rider cannot book a scooter, on a day and the next'
  },
  resumePayment: {
    refusals: [
      'already_paid',
      'booking_not_found',
      'hold_ended',
      'hold_expired',
      'order_failed',
      'payment_being_confirmed',
      'too_many_requests'
    ],
    summary: 'Get the payment order of an unpaid booking again'
  }
} satisfies Docs
