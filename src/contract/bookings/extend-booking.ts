import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { wholeNumber } from '#contract/kit/whole-number.ts'
import { order } from '#contract/payments/orders.ts'
import { EXTENSION_HOURS, EXTENSION_OBSTACLES } from '#domain/bookings/extension.ts'
import { invalidExtensionHours } from '#messages/my-bookings/extend-booking.ts'

const choice = v.object({
  /** Rupees. */
  amount: v.number(),
  /** The new end, ISO. */
  end_time: v.string(),
  hours: v.number()
})
export type ExtensionChoice = v.InferOutput<typeof choice>

/** By how many hours a paid ride can be extended now, and for how much. */
export const extensions = v.object({
  choices: v.array(choice),
  /** When the scooter or its rider has another ride, ISO. Null: not within the next hours. */
  next_taken: v.nullish(v.string(), null),
  /** Set if there are no choices. */
  reason: v.nullish(v.picklist(EXTENSION_OBSTACLES), null)
})
export type Extensions = v.InferOutput<typeof extensions>

export const listExtensions = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  method: 'GET',
  output: extensions,
  path: '/bookings/{id}/extensions'
})

/**
 * Holds the time after a paid ride and creates its payment order. The ride keeps its end until that is paid. A conflict
 * is answered as by createHourlyBooking.
 */
export const extendBooking = defineEndpoint({
  access: 'rider',
  isEmbeddedOnly: true,
  body: v.object({
    hours: wholeNumber(EXTENSION_HOURS, invalidExtensionHours)
  }),
  method: 'POST',
  output: order,
  path: '/bookings/{id}/extend'
})
