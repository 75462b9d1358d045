import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { messageResponse } from '#contract/kit/fields.ts'

export const stats = v.object({
  total_properties: v.number(),
  total_scooters: v.number(),
  /** By the effective status. */
  available_scooters: v.number(),
  total_users: v.number(),
  total_bookings: v.number(),
  /** Paid and not yet ended. */
  active_bookings: v.number(),
  /** For owners until a ride is paid and the locks are set, from our own backend: what is set up. */
  first_steps: v.nullish(v.object({ are_locks_set: v.boolean(), prices: v.number() }), null),
  /** From our own backend: how many rows of GET /admin/needs are done in each tab. Without those that have none. */
  needs: v.nullish(v.record(v.string(), v.object({ count: v.number(), has_more: v.boolean() })), null)
})
export type Stats = v.InferOutput<typeof stats>

export const getStats = defineEndpoint('GET /admin/stats', {
  staff: { lowest: 'caretaker', scope: 'list' },
  isSpecified: true,
  output: stats
})

/** Only the owner knows whether each lock has the PIN of its scooter. */
export const setFirstSteps = defineEndpoint('PUT /admin/first-steps', {
  staff: { lowest: 'owner' },
  body: v.object({ locks: v.boolean() }),
  output: messageResponse
})

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
  getStats: { summary: 'Get the counts of the dashboard' },
  setFirstSteps: { summary: 'Say that the locks of a new portal are set, or that they are not' },
  getRevenue: { summary: 'Get the revenue of each of the last days' }
} satisfies Docs
