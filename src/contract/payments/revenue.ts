import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'

// The revenue of the last days, for the overview.

export const dayRevenue = v.object({
  /** 'yyyy-MM-dd', in India. */
  day: v.string(),
  /** Rupees captured on this day, also of payments that were refunded later. */
  received: v.number(),
  /** Rupees of these payments that were refunded or wait for their refund, on whatever day. */
  refunded: v.number()
})
export type DayRevenue = v.InferOutput<typeof dayRevenue>

/** The last REVENUE_DAYS days, oldest first; the last one is today. Days without payments are included. */
export const getRevenue = defineEndpoint('GET /admin/revenue', {
  staff: { lowest: 'manager', scope: 'list' },
  output: v.array(dayRevenue)
})

export const docs = {
  getRevenue: { summary: 'Get the revenue of each of the last days' }
} satisfies Docs
