import { onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import * as contract from '#contract/catalogue/admin-pricing.ts'
import { DAYS, DEFAULT_RATES, PLAN_COST_MIN_RUPEES, PLAN_HOURS } from '#domain/constants.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import type { Weekday } from '#domain/time/india-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { $propertiesWithoutRates } from '#stores/admin/catalogue/price-lists.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { toPartialUpdate } from '#stores/admin/crud/row-form.ts'
import { reloadAfter } from '#stores/admin/dashboard-lists.ts'

export const RATES = ['hourly_1', 'hourly_3', 'hourly_6', 'hourly_12'] as const
export type Rate = (typeof RATES)[number]

type PricingFields = Record<Rate | 'property_id', string>

function eachRate<T>(read: (rate: Rate) => T): Record<Rate, T> {
  return Object.fromEntries(RATES.map(rate => [rate, read(rate)])) as Record<Rate, T>
}

const ratesOf = (fields: PricingFields) => eachRate(rate => parseWholeNumber(fields[rate]))
const textOf = (rates: Record<Rate, number>) => eachRate(rate => String(rates[rate]))

export const pricingCrud = createCrud<contract.LegacyPricing, PricingFields>({
  toBody: fields => ({ ...ratesOf(fields), property_id: fields.property_id }),
  create: fields =>
    call(contract.createLegacyPricing, { body: { ...ratesOf(fields), property_id: fields.property_id } }),
  empty: () => ({ property_id: '', ...textOf(DEFAULT_RATES) }),
  toFields: row => ({ ...textOf(row), property_id: row.property_id }),
  getId: ({ property_id }) => property_id,
  // The minimum rule then rejects the 0.
  numberFallbacks: eachRate(() => 0),
  fieldByRefusal: { pricing_exists: 'property_id' },
  reload: () => reloadAfter('pricing'),
  remove: ({ property_id }) => call(contract.deleteLegacyPricing, { params: { property_id } }),
  defaults: () => ({ property_id: $propertiesWithoutRates.get()?.[0]?.id ?? '' }),
  schemas: { create: contract.createLegacyPricing.body, update: contract.updateLegacyPricing.body },
  update: ({ property_id }, fields, changed) =>
    call(contract.updateLegacyPricing, { body: toPartialUpdate(ratesOf(fields), changed), params: { property_id } }),
  messages: catalogueText.pricing
})

onMount(pricingCrud.$editing, () => $propertiesWithoutRates.listen(pricingCrud.applyLateDefaults))

interface PlanFields {
  [field: string]: boolean | readonly string[] | string
  available_days: readonly Weekday[]
  cost: string
  hours: string
  is_active: boolean
  name: string
  property_id: string
}

function toBody({ available_days, cost, hours, is_active, name, property_id }: PlanFields) {
  const days = DAYS.filter(day => available_days.includes(day))
  return {
    available_days: days,
    cost: parseWholeNumber(cost),
    hours: parseWholeNumber(hours),
    is_active,
    name: name.trim(),
    property_id
  }
}

export const planCrud = createCrud<contract.PlanForAdmin, PlanFields>({
  toBody,
  create: fields => call(contract.createPlan, { body: toBody(fields) }),
  empty: () => ({
    name: '',
    property_id: '',
    hours: String(PLAN_HOURS.min),
    cost: '',
    available_days: [...DAYS],
    is_active: true
  }),
  toFields: ({ available_days, cost, hours, is_active, name, property_id }) => ({
    available_days: available_days ?? [],
    cost: String(cost),
    hours: String(hours),
    is_active: is_active ?? true,
    name,
    property_id: property_id ?? ''
  }),
  getId: ({ id }) => id,
  numberFallbacks: { cost: PLAN_COST_MIN_RUPEES, hours: PLAN_HOURS.min },
  reload: () => reloadAfter('plans'),
  remove: ({ id }) => call(contract.deletePlan, { params: { id } }),
  defaults: () => ({ property_id: $propertyOptions.get()?.[0]?.id ?? '' }),
  schemas: { create: contract.createPlan.body, update: contract.updatePlan.body },
  update: ({ id }, fields, changed) =>
    call(contract.updatePlan, { body: toPartialUpdate(toBody(fields), changed), params: { id } }),
  messages: catalogueText.plans
})

onMount(planCrud.$editing, () => $propertyOptions.listen(planCrud.applyLateDefaults))

export function toggleDay(day: Weekday): void {
  const { available_days } = planCrud.$fields.get()
  const days = available_days.includes(day) ? available_days.filter(each => each !== day) : [...available_days, day]
  planCrud.setField('available_days', days)
}
