import { eq } from 'drizzle-orm'
import type { getPropertyPricing } from '#contract/pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { db } from './db/client.ts'
import { legacy_pricing } from './db/schema.ts'
import type { Operation } from './http.ts'

export const rateColumns = {
  hourly_1: legacy_pricing.hourly_1,
  hourly_12: legacy_pricing.hourly_12,
  hourly_3: legacy_pricing.hourly_3,
  hourly_6: legacy_pricing.hourly_6
}

/** A property's own rates, else the defaults: what is shown is what is charged (decision 22). */
export const ratesOfProperty: Operation<typeof getPropertyPricing> = async ({ params }) => {
  const [own] = await db
    .select(rateColumns)
    .from(legacy_pricing)
    .where(eq(legacy_pricing.property_id, params.property_id))
  return own ?? { ...DEFAULT_RATES }
}
