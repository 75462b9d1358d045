import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { type CancellationTerms, TERM_LIMITS } from '#domain/bookings/cancellation.ts'
import { PIN_LEAD_LIMITS, PIN_MODES } from '#domain/property-rules.ts'
import { outOfRange, unknownPinMode } from '#messages/admin/catalogue-responses.ts'

// The rules of a property, which an admin can change. Null means the default (domain/bookings/cancellation.ts,
// domain/property-rules.ts).

const number = v.nullish(v.number(), null)

const settings = v.object({
  free_cancel_minutes: number,
  grace_minutes: number,
  late_cancel_percent: number,
  pin_lead_minutes: number,
  pin_mode: v.nullish(v.picklist(PIN_MODES), null)
})
export type PropertySettings = v.InferOutput<typeof settings>

// @__NO_SIDE_EFFECTS__
function numberWithin([min, max]: readonly [min: number, max: number]) {
  const message = outOfRange(min, max)
  return v.nullish(v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message)))
}

const term = (name: keyof CancellationTerms) => numberWithin(TERM_LIMITS[name])

export const getPropertySettings = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: settings,
  path: '/admin/properties/{id}/settings'
})

/** Missing fields stay unchanged; null restores the default. Bookings keep the cancellation terms they were made with; the PIN rules apply at once. */
export const updatePropertySettings = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  body: v.object({
    free_cancel_minutes: term('free_cancel_minutes'),
    grace_minutes: term('grace_minutes'),
    late_cancel_percent: term('late_cancel_percent'),
    pin_lead_minutes: numberWithin(PIN_LEAD_LIMITS),
    pin_mode: v.nullish(v.picklist(PIN_MODES, unknownPinMode))
  }),
  method: 'PUT',
  output: settings,
  path: '/admin/properties/{id}/settings'
})
