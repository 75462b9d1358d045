import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, idText } from '#contract/kit/fields.ts'
import { month } from '#contract/receipts/books.ts'

// What the scooters of a month have earned.

const sums = {
  rides: v.number(),
  /** Booked, or until the return. */
  minutes: v.number(),
  /** Rupees of rides and extensions, also of those that were cancelled. */
  paid: v.number(),
  /** Rupees of these payments that were or will be refunded. */
  refunded: v.number()
}

/** A ride counts on the day of its start, in India, and on its last scooter; an extension on its own first day. */
export const report = v.object({
  totals: v.object(sums),
  /** Every day of the month. */
  days: v.array(v.object({ day: v.string(), ...sums })),
  /** Also those without a ride; `available_minutes` is how long the scooter existed in the month. */
  scooters: v.array(v.object({ id, name: v.string(), available_minutes: v.number(), ...sums })),
  /** By the name of the plan; '' for rides and extensions without one. */
  plans: v.array(v.object({ name: v.string(), ...sums }))
})
export type Report = v.InferOutput<typeof report>

/** Without `property_id`: of all properties of the caller, the deleted ones included. */
export const getReport = defineEndpoint('GET /admin/reports', {
  staff: { lowest: 'manager', scope: 'list' },
  output: report,
  query: v.object({ month, property_id: v.optional(idText) })
})

export const docs = {
  getReport: { summary: 'Get the rides, hours and money of a month, by day, scooter and plan' }
} satisfies Docs
