import { callPage } from '#client/http/api.ts'
import { type LegacyPricing, listAllPlans, listLegacyPricing } from '#contract/catalogue/admin-pricing.ts'
import { createListStore, createPartialList, fetchEveryPage } from '#stores/admin/list/create-list.ts'
import { computed } from '#stores/kit/ssr-values.ts'
import { $propertyOptions } from './property-lists.ts'

const fetchRates = (query: Readonly<Record<string, string>>) => callPage(listLegacyPricing, query)

export const pricing = createListStore({ name: 'pricing', shows: ['pricing', 'properties'], fetchPage: fetchRates })
export const plans = createListStore({
  name: 'plans',
  shows: ['plans', 'properties'],
  fetchPage: query => callPage(listAllPlans, query),
  customFilters: { is_active: ({ is_active }, value) => String(is_active) === value }
})

const legacyRates = createPartialList<LegacyPricing, Pick<LegacyPricing, 'property_id'>>(pricing, {
  name: 'legacyRates',
  shows: ['pricing'],
  fetchRows: () => fetchEveryPage(fetchRates)
})

/** The properties that have no rates of their own yet; null until both lists have loaded. */
export const $propertiesWithoutRates = computed([$propertyOptions, legacyRates.$rows], (allProperties, rates) =>
  rates && allProperties ? allProperties.filter(({ id }) => !rates.some(({ property_id }) => property_id === id)) : null
)
