import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { day, id, optionalId } from '#contract/kit/fields.ts'
import { DAYS } from '#domain/constants.ts'

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
