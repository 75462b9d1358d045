import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'

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
