import * as v from 'valibot'
import { type Docs, defineEndpoint } from '#contract/kit/endpoint.ts'
import {
  id,
  idText,
  messageResponse,
  optionalText,
  requiredId,
  requiredText,
  resourceOrNull,
  wholeNumber
} from '#contract/kit/fields.ts'
import { booleanFilter, listQuery, search } from '#contract/kit/list-query.ts'
import { DAYS, PLAN_COST_MIN_RUPEES, PLAN_HOURS, PRICE_MAX_RUPEES, RATE_MIN_RUPEES } from '#domain/constants.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as formsText from '#messages/admin/forms.ts'
import { plan, rates } from './catalogue.ts'

// Rider calls have their own module, so that rider pages do not load admin calls.

export const legacyPricing = v.object({
  property_id: id,
  property_name: optionalText,
  property_location: optionalText,
  ...rates.entries
})
export type LegacyPricing = v.InferOutput<typeof legacyPricing>

export const listLegacyPricing = defineEndpoint('GET /admin/pricing', {
  staff: { lowest: 'manager', scope: 'list' },
  isSpecified: true,
  output: v.array(legacyPricing),
  /** `q` searches the property's name and location. */
  query: listQuery(['hourly_1', 'property_name'], search)
})

const RATE_RUPEES = { max: PRICE_MAX_RUPEES, min: RATE_MIN_RUPEES }
const rate = v.optional(wholeNumber(RATE_RUPEES, catalogueText.invalidRate, catalogueText.rateTooHigh), 0)
const ratesInput = { hourly_1: rate, hourly_3: rate, hourly_6: rate, hourly_12: rate }

/** 409 if the property already has its own rates, 404 if there is no such property. */
export const createLegacyPricing = defineEndpoint('POST /admin/pricing', {
  staff: { lowest: 'manager', scope: 'body' },
  isSpecified: true,
  body: v.object({
    property_id: requiredId(catalogueText.propertyRequired),
    ...ratesInput
  }),
  output: resourceOrNull(legacyPricing)
})

/** Missing rates stay unchanged. */
export const updateLegacyPricing = defineEndpoint('PUT /admin/pricing/{property_id}', {
  staff: { lowest: 'manager', scope: 'property' },
  isSpecified: true,
  body: v.partial(v.object(ratesInput)),
  output: resourceOrNull(legacyPricing)
})

export const deleteLegacyPricing = defineEndpoint('DELETE /admin/pricing/{property_id}', {
  staff: { lowest: 'manager', scope: 'property' },
  isSpecified: true,
  output: messageResponse
})

export const planForAdmin = v.object({ ...plan.entries, property_name: optionalText })
export type PlanForAdmin = v.InferOutput<typeof planForAdmin>

/** Includes inactive plans. A plain array; another backend may wrap it like the riders' call. */
export const listAllPlans = defineEndpoint('GET /admin/pricing-plans', {
  staff: { lowest: 'manager', scope: 'list' },
  isSpecified: true,
  output: v.union([
    v.array(planForAdmin),
    v.pipe(
      v.object({ pricing_plans: v.array(planForAdmin) }),
      v.transform(({ pricing_plans }) => pricing_plans)
    )
  ]),
  /** `q` searches the names of plan and property. */
  query: listQuery(['cost', 'created_at', 'hours', 'name', 'property_name'], {
    ...search,
    is_active: booleanFilter,
    property_id: v.optional(idText)
  })
})

const COST_RUPEES = { max: PRICE_MAX_RUPEES, min: PLAN_COST_MIN_RUPEES }

const planInput = {
  property_id: requiredId(catalogueText.propertyRequired),
  name: requiredText(formsText.nameRequired),
  hours: v.optional(wholeNumber(PLAN_HOURS, catalogueText.invalidHours), 0),
  cost: v.optional(wholeNumber(COST_RUPEES, catalogueText.invalidCost, catalogueText.costTooHigh), 0),
  // A plan without days would never be offered; Inactive exists for that.
  available_days: v.pipe(
    v.array(v.picklist(DAYS, catalogueText.invalidDays), catalogueText.invalidDays),
    v.nonEmpty(catalogueText.invalidDays),
    v.maxLength(DAYS.length, catalogueText.invalidDays),
    v.transform(days => DAYS.filter(weekday => days.includes(weekday)))
  ),
  is_active: v.boolean(catalogueText.invalidActive)
}

export const createPlan = defineEndpoint('POST /admin/pricing-plans', {
  staff: { lowest: 'manager', scope: 'body' },
  isSpecified: true,
  body: v.object({
    ...planInput,
    available_days: v.optional(planInput.available_days, [...DAYS]),
    is_active: v.optional(planInput.is_active, true)
  }),
  output: resourceOrNull(planForAdmin)
})

/** Missing fields stay unchanged. Existing bookings keep their price. */
export const updatePlan = defineEndpoint('PUT /admin/pricing-plans/{id}', {
  staff: { lowest: 'manager', scope: 'plan' },
  isSpecified: true,
  body: v.partial(v.object(planInput)),
  output: resourceOrNull(planForAdmin)
})

/** Always possible, because bookings store their own price. */
export const deletePlan = defineEndpoint('DELETE /admin/pricing-plans/{id}', {
  staff: { lowest: 'manager', scope: 'plan' },
  isSpecified: true,
  output: messageResponse
})

export const docs = {
  listLegacyPricing: { summary: 'List the properties with rates of their own' },
  createLegacyPricing: { refusals: ['pricing_exists'], summary: 'Give a property hourly rates of its own' },
  updateLegacyPricing: { refusals: ['pricing_not_found'], summary: "Change a property's own rates" },
  deleteLegacyPricing: {
    refusals: ['pricing_not_found'],
    summary: "Delete a property's own rates, so that the default rates apply"
  },
  listAllPlans: { summary: 'List all pricing plans' },
  createPlan: { summary: 'Create a pricing plan' },
  updatePlan: { summary: 'Change a pricing plan' },
  deletePlan: { summary: 'Delete a pricing plan' }
} satisfies Docs
