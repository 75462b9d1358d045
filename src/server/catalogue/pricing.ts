import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import * as adminLegacyPricingContract from '#contract/catalogue/admin-pricing.ts'
import * as pricingContract from '#contract/catalogue/pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import * as text from '#messages/admin/catalogue/catalogue.ts'
import { activityAbout, activityInsert, changedFieldNames } from '#server/activity/activity.ts'
import { db, refuseDuplicate, refuseMissingReference } from '#server/db/client.ts'
import { legacy_pricing, properties } from '#server/db/schema/catalogue.ts'
import { caseInsensitive, containsText, orderBy, rowid, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { activeProperty } from './active-property.ts'

export const rateColumns = {
  hourly_1: legacy_pricing.hourly_1,
  hourly_12: legacy_pricing.hourly_12,
  hourly_3: legacy_pricing.hourly_3,
  hourly_6: legacy_pricing.hourly_6
}

/** Returns the property's own rates, else the defaults; the same rates are charged. */
export const getPropertyPricing = implement(pricingContract.getPropertyPricing, async ({ params }) => {
  const [own] = await db
    .select(rateColumns)
    .from(legacy_pricing)
    .where(eq(legacy_pricing.property_id, params.property_id))
  return own ?? { ...DEFAULT_RATES }
})

export const listLegacyPricing = implement(
  adminLegacyPricingContract.listLegacyPricing,
  async ({ query }, _, { responseHeaders }) => {
    const { limit, offset } = rowRange(query)
    const order = { hourly_1: legacy_pricing.hourly_1, property_name: caseInsensitive(properties.name) }
    const searchCondition = query.q
      ? or(containsText(properties.name, query.q), containsText(properties.location, query.q))
      : undefined
    const rows = await selectPricing(searchCondition)
      .orderBy(...orderBy(query.sort, order, { newest: rowid(legacy_pricing), table: legacy_pricing }))
      .limit(limit)
      .offset(offset)
    return toPage(rows, query, responseHeaders)
  }
)

function selectPricing(condition: SQL | undefined) {
  return db
    .select({
      ...rateColumns,
      property_id: legacy_pricing.property_id,
      property_location: properties.location,
      property_name: properties.name
    })
    .from(legacy_pricing)
    .innerJoin(properties, eq(properties.id, legacy_pricing.property_id))
    .where(and(isNull(properties.archived_at), condition))
    .$dynamic()
}

async function findPricing(propertyId: string) {
  const [pricing] = await selectPricing(eq(legacy_pricing.property_id, propertyId))
  if (!pricing) throw refusal('pricing_not_found')
  return pricing
}

/** A property has at most one row; the primary key rejects a second. */
export const createLegacyPricing = implement(
  adminLegacyPricingContract.createLegacyPricing,
  async ({ body }, admin, { now }) => {
    const { property_id } = body
    const insert = db.batch([
      db.insert(legacy_pricing).values({ ...body, property_id: activeProperty(property_id) }),
      activityInsert({ action: 'create_pricing', subject: property_id }, admin, now)
    ])
    await refuseMissingReference(refuseDuplicate(insert, refusal('pricing_exists')), refusal('property_not_found'))
    return findPricing(property_id)
  }
)

export const updateLegacyPricing = implement(
  adminLegacyPricingContract.updateLegacyPricing,
  async ({ body, params }, admin, { now }) => {
    const { property_id } = await findPricing(params.property_id)
    const row = eq(legacy_pricing.property_id, property_id)
    await db.batch([
      activityAbout(
        { row, table: legacy_pricing },
        { action: 'update_pricing', detail: changedFieldNames(body), subject: property_id },
        { admin, now }
      ),
      db.update(legacy_pricing).set(body).where(row)
    ])
    return findPricing(property_id)
  }
)

/** The default rates apply from now on. Existing bookings keep their price. */
export const deleteLegacyPricing = implement(
  adminLegacyPricingContract.deleteLegacyPricing,
  async ({ params }, admin, { now }) => {
    const { property_id } = await findPricing(params.property_id)
    const row = eq(legacy_pricing.property_id, property_id)
    await db.batch([
      activityAbout({ row, table: legacy_pricing }, { action: 'delete_pricing', subject: property_id }, { admin, now }),
      db.delete(legacy_pricing).where(row)
    ])
    return { message: text.deleted }
  }
)
