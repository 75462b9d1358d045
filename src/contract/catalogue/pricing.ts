import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, id, optionalId } from '#contract/kit/fields.ts'
import { DAYS } from '#domain/constants.ts'

/** Total rupees for 1, 3, 6 and 12 hours. */
export const rates = v.object({
  hourly_1: v.number(),
  hourly_3: v.number(),
  hourly_6: v.number(),
  hourly_12: v.number()
})

/** Returns the default rates for a property without its own. */
export const getPropertyPricing = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: rates,
  path: '/properties/{property_id}/pricing'
})

export const plan = v.object({
  id,
  property_id: optionalId,
  name: v.string(),
  hours: v.number(),
  /** Whole rupees for the whole ride. */
  cost: v.number(),
  available_days: v.nullish(v.array(v.picklist(DAYS)), [...DAYS]),
  is_active: v.nullish(v.boolean(), true)
})
export type Plan = v.InferOutput<typeof plan>

/** Active plans only; with `booking_date`, only those of that day's weekday in India. */
export const listPropertyPlans = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.object({ pricing_plans: v.array(plan) }),
  path: '/properties/{property_id}/pricing-plans',
  query: v.object({ booking_date: v.optional(day) })
})
