import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { type CancellationTerms, TERM_LIMITS } from '#domain/bookings/cancellation.ts'
import { outOfRange } from '#messages/admin/catalogue-responses.ts'

// The rules of a property, which an admin can change. Null means the default (domain/bookings/cancellation.ts).

const number = v.nullish(v.number(), null)

const settings = v.object({ free_cancel_minutes: number, grace_minutes: number, late_cancel_percent: number })
export type PropertySettings = v.InferOutput<typeof settings>

// @__NO_SIDE_EFFECTS__
function term(name: keyof CancellationTerms) {
  const [min, max] = TERM_LIMITS[name]
  const message = outOfRange(min, max)
  return v.nullish(v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message)))
}

export const getPropertySettings = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  method: 'GET',
  output: settings,
  path: '/admin/properties/{id}/settings'
})

/** Missing fields stay unchanged; null restores the default. Bookings keep the terms they were made with. */
export const updatePropertySettings = defineEndpoint({
  access: 'admin',
  isEmbeddedOnly: true,
  body: v.object({
    free_cancel_minutes: term('free_cancel_minutes'),
    grace_minutes: term('grace_minutes'),
    late_cancel_percent: term('late_cancel_percent')
  }),
  method: 'PUT',
  output: settings,
  path: '/admin/properties/{id}/settings'
})
