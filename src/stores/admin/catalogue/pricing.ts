import { onMount } from 'nanostores'
import { call } from '#client/http/api.ts'
import {
  createLegacyPricing,
  deleteLegacyPricing,
  type LegacyPricing,
  updateLegacyPricing
} from '#contract/catalogue/admin-pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { parseWholeNumber } from '#domain/kit/numbers.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { createCrud } from '#stores/admin/crud/crud.ts'
import { $propertiesWithoutRates, reloadAfter } from '#stores/admin/dashboard-lists.ts'

export const RATES = ['hourly_1', 'hourly_3', 'hourly_6', 'hourly_12'] as const
export type Rate = (typeof RATES)[number]

type PricingFields = Record<Rate | 'property_id', string>

function eachRate<T>(read: (rate: Rate) => T): Record<Rate, T> {
  return Object.fromEntries(RATES.map(rate => [rate, read(rate)])) as Record<Rate, T>
}

const ratesOf = (fields: PricingFields) => eachRate(rate => parseWholeNumber(fields[rate]))
const textOf = (rates: Record<Rate, number>) => eachRate(rate => String(rates[rate]))

export const pricingCrud = createCrud<LegacyPricing, PricingFields>({
  toBody: fields => ({ ...ratesOf(fields), property_id: fields.property_id }),
  create: fields => call(createLegacyPricing, { body: { ...ratesOf(fields), property_id: fields.property_id } }),
  empty: () => ({ property_id: '', ...textOf(DEFAULT_RATES) }),
  toFields: row => ({ ...textOf(row), property_id: row.property_id }),
  getId: ({ property_id }) => property_id,
  // The minimum rule then rejects the 0.
  numberFallbacks: eachRate(() => 0),
  fieldByRefusal: { pricing_exists: 'property_id' },
  reload: () => reloadAfter('pricing'),
  remove: ({ property_id }) => call(deleteLegacyPricing, { params: { property_id } }),
  defaults: () => ({ property_id: $propertiesWithoutRates.get()?.[0]?.id ?? '' }),
  schemas: { create: createLegacyPricing.body, update: updateLegacyPricing.body },
  update: ({ property_id }, fields) => call(updateLegacyPricing, { body: ratesOf(fields), params: { property_id } }),
  messages: text.pricing
})

onMount(pricingCrud.$editing, () => $propertiesWithoutRates.listen(pricingCrud.applyLateDefaults))
