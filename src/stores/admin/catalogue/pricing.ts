import { onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/catalogue/admin-pricing.ts'
import { DAYS, DEFAULT_RATES, PLAN_COST_MIN_RUPEES, PLAN_HOURS } from '#domain/constants.ts'
import type { Weekday } from '#domain/time/india-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { $propertiesWithoutRates } from '#stores/admin/catalogue/price-lists.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { choice, text, wholeNumber } from '#stores/admin/crud/fields.ts'
import { toPartialUpdate } from '#stores/admin/crud/row-form.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'

export const RATES = ['hourly_1', 'hourly_3', 'hourly_6', 'hourly_12'] as const
export type Rate = (typeof RATES)[number]

/** The minimum rule rejects the 0. */
const rateField = (rate: Rate) => wholeNumber(0, DEFAULT_RATES[rate])

export const pricingCrud = createCrud({
  fields: {
    property_id: choice(),
    hourly_1: rateField('hourly_1'),
    hourly_3: rateField('hourly_3'),
    hourly_6: rateField('hourly_6'),
    hourly_12: rateField('hourly_12')
  },
  getId: ({ property_id }: contract.LegacyPricing) => property_id,
  getName: ({ property_name }) => property_name ?? '',
  create: body => call(contract.createLegacyPricing, { body }),
  fieldByRefusal: { pricing_exists: 'property_id' },
  reload: () => reloadAfter('pricing'),
  remove: ({ property_id }) => call(contract.deleteLegacyPricing, { params: { property_id } }),
  defaults: () => ({ property_id: $propertiesWithoutRates.get()?.[0]?.id ?? '' }),
  schemas: { create: contract.createLegacyPricing.body, update: contract.updateLegacyPricing.body },
  update: ({ property_id: id }, { property_id: _, ...rates }, changed) =>
    call(contract.updateLegacyPricing, { body: toPartialUpdate(rates, changed), params: { property_id: id } }),
  messages: catalogueText.pricing
})

onMount(pricingCrud.$editing, () => $propertiesWithoutRates.listen(pricingCrud.applyLateDefaults))

export const planCrud = createCrud({
  fields: {
    name: text,
    property_id: choice(),
    hours: wholeNumber(PLAN_HOURS.min, PLAN_HOURS.min),
    cost: wholeNumber(PLAN_COST_MIN_RUPEES),
    available_days: {
      empty: DAYS as readonly Weekday[],
      of: (plan: contract.PlanForAdmin) => plan.available_days ?? [],
      sent: (chosen: readonly Weekday[]) => DAYS.filter(day => chosen.includes(day))
    },
    is_active: {
      empty: true as boolean,
      of: (plan: contract.PlanForAdmin) => plan.is_active ?? true,
      sent: (isActive: boolean) => isActive
    }
  },
  getId: ({ id }: contract.PlanForAdmin) => id,
  getName: ({ name }) => name,
  create: body => call(contract.createPlan, { body }),
  reload: () => reloadAfter('plans'),
  remove: ({ id }) => call(contract.deletePlan, { params: { id } }),
  defaults: () => ({ property_id: $propertyOptions.get()?.[0]?.id ?? '' }),
  schemas: { create: contract.createPlan.body, update: contract.updatePlan.body },
  update: ({ id }, body, changed) =>
    call(contract.updatePlan, { body: toPartialUpdate(body, changed), params: { id } }),
  messages: catalogueText.plans
})

onMount(planCrud.$editing, () => $propertyOptions.listen(planCrud.applyLateDefaults))

export function toggleDay(day: Weekday): void {
  const { available_days } = planCrud.$fields.get()
  const days = available_days.includes(day) ? available_days.filter(each => each !== day) : [...available_days, day]
  planCrud.setField('available_days', days)
}
