import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { idInput, messageResponse, optionalText, requiredText, resourceOrNull } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { DAYS, PLAN_COST_MIN_RUPEES, PLAN_HOURS, PRICE_MAX_RUPEES } from '#domain/constants.ts'
import * as text from '#messages/admin.ts'
import { plan } from './pricing-plans.public.ts'

// What a rider asks stands apart from what an admin does, and so do its pages.

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
  query: listQuery(['cost', 'created_at', 'hours', 'name', 'property_name'], {
    is_active: v.optional(v.picklist(['true', 'false'], text.unknownFilter)),
    property_id: v.optional(v.string())
  })
})

const planInput = {
  property_id: v.pipe(v.optional(idInput, ''), v.nonEmpty(text.propertyRequired)),
  name: requiredText(text.nameRequired),
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
    ...planInput,
    available_days: v.optional(planInput.available_days, [...DAYS]),
    is_active: v.optional(planInput.is_active, true)
  }),
  method: 'POST',
  output: resourceOrNull(planForAdmin),
  path: '/admin/pricing-plans'
})

/** What is left out stays as it is. Bookings keep the price they were made at. */
export const updatePlan = defineEndpoint({
  access: 'admin',
  body: v.partial(v.object(planInput)),
  method: 'PUT',
  output: resourceOrNull(planForAdmin),
  path: '/admin/pricing-plans/{id}'
})

/** Never refused: bookings carry their own price (design.md §10.5). */
export const deletePlan = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/pricing-plans/{id}'
})
