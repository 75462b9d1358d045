import * as v from 'valibot'
import { defineEndpoint } from '#contract/kit/endpoint.ts'
import { id, messageResponse, optionalText, resourceOrNull } from '#contract/kit/fields.ts'
import { listQuery } from '#contract/kit/list-query.ts'
import { requiredId } from '#contract/kit/required-id.ts'
import { wholeNumber } from '#contract/kit/whole-number.ts'
import { PRICE_MAX_RUPEES, RATE_MIN_RUPEES } from '#domain/constants.ts'
import * as text from '#messages/admin/catalogue/catalogue-responses.ts'
import { rates } from './pricing.ts'

// Rider calls have their own module, so that rider pages do not load admin calls.

export const legacyPricing = v.object({
  property_id: id,
  property_name: optionalText,
  property_location: optionalText,
  ...rates.entries
})
export type LegacyPricing = v.InferOutput<typeof legacyPricing>

export const listLegacyPricing = defineEndpoint({
  access: 'admin',
  method: 'GET',
  output: v.array(legacyPricing),
  path: '/admin/pricing',
  /** `q` searches the property's name and location. */
  query: listQuery(['hourly_1', 'property_name'])
})

const RATE_RUPEES = { max: PRICE_MAX_RUPEES, min: RATE_MIN_RUPEES }
const rate = v.optional(wholeNumber(RATE_RUPEES, text.invalidRate, text.rateTooHigh), 0)
const ratesInput = { hourly_1: rate, hourly_3: rate, hourly_6: rate, hourly_12: rate }

/** 409 if the property already has its own rates, 404 if there is no such property. */
export const createLegacyPricing = defineEndpoint({
  access: 'admin',
  body: v.object({
    property_id: requiredId(text.propertyRequired),
    ...ratesInput
  }),
  method: 'POST',
  output: resourceOrNull(legacyPricing),
  path: '/admin/pricing'
})

export const updateLegacyPricing = defineEndpoint({
  access: 'admin',
  body: v.object(ratesInput),
  method: 'PUT',
  output: resourceOrNull(legacyPricing),
  path: '/admin/pricing/{property_id}'
})

/** The default rates apply again. */
export const deleteLegacyPricing = defineEndpoint({
  access: 'admin',
  method: 'DELETE',
  output: messageResponse,
  path: '/admin/pricing/{property_id}'
})
