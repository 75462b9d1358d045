import * as v from 'valibot'
import { DAYS, PLAN_COST_MIN_RUPEES, PLAN_HOURS, PRICE_MAX_RUPEES } from '#domain/constants.ts'
import * as text from '#messages/admin.ts'
import { defineEndpoint } from './endpoint.ts'
import { changed, day, filled, idSent, optionalText, said } from './fields.ts'
import { idFor, optionalIdFor } from './ids.ts'
import { listing } from './listing.ts'

export const plan = v.object({
  id: idFor('pricing_plan_id'),
  property_id: optionalIdFor('property_id'),
  name: v.string(),
  hours: v.number(),
  /** Whole rupees for the whole ride. */
  cost: v.number(),
  available_days: v.nullish(v.array(v.picklist(DAYS)), [...DAYS]),
  is_active: v.nullish(v.boolean(), true)
})
export type Plan = v.InferOutput<typeof plan>

/** Active plans only; with `booking_date`, those of that day's weekday in India (decisions 18, 19). */
export const listPropertyPlans = defineEndpoint({
  access: 'rider',
  method: 'GET',
  output: v.object({ pricing_plans: v.array(plan) }),
  path: '/properties/{property_id}/pricing-plans',
  query: v.object({ booking_date: v.exactOptional(day) })
})

export const planForAdmin = v.object({ ...plan.entries, property_name: optionalText })
export type PlanForAdmin = v.InferOutput<typeof planForAdmin>

/** Inactive ones too. A bare list; another backend may wrap it as the riders' call is wrapped. */
export const listAllPlans = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.union([
    v.array(planForAdmin),
    v.pipe(
      v.object({ pricing_plans: v.array(planForAdmin) }),
      v.transform(({ pricing_plans }) => pricing_plans)
    )
  ]),
  path: '/admin/pricing-plans',
  /** `q` looks in the names of plan and property. */
  query: listing(['cost', 'created_at', 'hours', 'name', 'property_name'], {
    is_active: v.optional(v.picklist(['true', 'false'], text.unknownFilter)),
    property_id: v.optional(v.string())
  })
})

const planSent = {
  property_id: v.pipe(v.optional(idSent, ''), v.nonEmpty(text.propertyRequired)),
  name: filled(text.nameRequired),
  hours: v.pipe(
    v.optional(v.number(text.invalidHours), 0),
    v.integer(text.invalidHours),
    v.minValue(PLAN_HOURS.min, text.invalidHours),
    v.maxValue(PLAN_HOURS.max, text.invalidHours)
  ),
  cost: v.pipe(
    v.optional(v.number(text.invalidCost), 0),
    // First, so that a number too large to be told exactly is refused for that.
    v.maxValue(PRICE_MAX_RUPEES, text.priceTooHigh),
    v.integer(text.invalidCost),
    v.minValue(PLAN_COST_MIN_RUPEES, text.invalidCost)
  ),
  // A plan for no day would never be offered: that is what Inactive says.
  available_days: v.pipe(
    v.array(v.picklist(DAYS, text.invalidDays), text.invalidDays),
    v.minLength(1, text.invalidDays),
    v.transform(days => DAYS.filter(weekday => days.includes(weekday)))
  ),
  is_active: v.boolean(text.invalidActive)
}

export const createPlan = defineEndpoint({
  access: 'admin',
  body: v.object({
    ...planSent,
    available_days: v.optional(planSent.available_days, [...DAYS]),
    is_active: v.optional(planSent.is_active, true)
  }),
  method: 'POST',
  output: changed(planForAdmin),
  path: '/admin/pricing-plans'
})

/** What is left out stays as it is. Bookings keep the price they were made at. */
export const updatePlan = defineEndpoint({
  access: 'admin',
  body: v.partial(v.object(planSent)),
  method: 'PUT',
  output: changed(planForAdmin),
  path: '/admin/pricing-plans/{id}'
})

/** Never refused: bookings carry their own price (design.md §10.5). */
export const deletePlan = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: said,
  path: '/admin/pricing-plans/{id}'
})
