import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as portal from '#contract/catalogue/admin-pricing.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import { isPlanOfferedOn } from '#domain/catalogue/pricing.ts'
import { DEFAULT_RATES } from '#domain/constants.ts'
import { pick } from '#domain/kit/rows.ts'
import { weekdayOf } from '#domain/time/india-time.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import { batchWithActivity, changedFieldNames, isSubjectActive } from '#server/activity/activity.ts'
import { db, refuseDuplicate, refuseMissingReference } from '#server/db/client.ts'
import { legacy_pricing, pricing_plans, properties, property_settings } from '#server/db/schema/catalogue.ts'
import { ruleSql } from '#server/db/sql.ts'
import { isOwnProperty, oldestFirst, pageOfFew, rowid } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { activeProperty, isActive, refuseUnknownProperty } from './properties.ts'

export const rateColumns = pick(legacy_pricing, 'hourly_1', 'hourly_12', 'hourly_3', 'hourly_6')

/** Returns the property's own rates, else the defaults; the same rates are charged. */
export const getPropertyPricing = implement(contract.getPropertyPricing, async ({ params }) => {
  const [own] = await db
    .select(rateColumns)
    .from(legacy_pricing)
    .where(eq(legacy_pricing.property_id, params.property_id))
  return own ?? { ...DEFAULT_RATES }
})

export const listLegacyPricing = implement(portal.listLegacyPricing, async ({ query }, admin, { responseHeaders }) => {
  const rows = await selectPricing(isOwnProperty(legacy_pricing.property_id, admin)).orderBy(rowid(legacy_pricing))
  return pageOfFew(rows, { query, responseHeaders, searched: ['property_location', 'property_name'] })
})

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
}

async function findPricing(propertyId: string) {
  const [pricing] = await selectPricing(eq(legacy_pricing.property_id, propertyId))
  if (!pricing) throw refusal('pricing_not_found')
  return pricing
}

/** A property has at most one row; the primary key rejects a second. */
export const createLegacyPricing = implement(portal.createLegacyPricing, async ({ body }, admin, { now }) => {
  const { property_id } = body
  const insert = batchWithActivity(
    { action: 'create_pricing', subject: property_id },
    { admin, now },
    db.insert(legacy_pricing).values({ ...body, property_id: activeProperty(property_id) })
  )
  await refuseMissingReference(refuseDuplicate(insert, refusal('pricing_exists')), refusal('property_not_found'))
  return findPricing(property_id)
})

const HAS_PRICING = 'EXISTS (SELECT 1 FROM legacy_pricing WHERE property_id = :subject)'

export const updateLegacyPricing = implement(portal.updateLegacyPricing, async ({ body, params }, admin, { now }) => {
  const { property_id } = await findPricing(params.property_id)
  const changed = changedFieldNames(body)
  if (changed !== '') {
    await batchWithActivity(
      { action: 'update_pricing', detail: changed, subject: property_id },
      { admin, now, when: HAS_PRICING },
      db.update(legacy_pricing).set(body).where(eq(legacy_pricing.property_id, property_id))
    )
  }
  return findPricing(property_id)
})

/** The default rates apply from now on. Existing bookings keep their price. */
export const deleteLegacyPricing = implement(portal.deleteLegacyPricing, async ({ params }, admin, { now }) => {
  const { property_id } = await findPricing(params.property_id)
  await batchWithActivity(
    { action: 'delete_pricing', subject: property_id },
    { admin, now, when: HAS_PRICING },
    db.delete(legacy_pricing).where(eq(legacy_pricing.property_id, property_id))
  )
  return { message: catalogueText.deleted }
})

const planColumns = pick(pricing_plans, 'available_days', 'cost', 'hours', 'id', 'is_active', 'name', 'property_id')

/** Without the plans that are longer than the property's longest ride. */
export const listPropertyPlans = implement(contract.listPropertyPlans, async ({ params, query }) => {
  const plans = await db
    .select(planColumns)
    .from(pricing_plans)
    .leftJoin(property_settings, eq(property_settings.property_id, pricing_plans.property_id))
    .where(
      and(
        eq(pricing_plans.property_id, params.property_id),
        eq(pricing_plans.is_active, true),
        isNull(pricing_plans.archived_at),
        sql`${pricing_plans.hours} <= ${sql.raw(ruleSql('max_ride_hours', 'property_settings'))}`
      )
    )
    .orderBy(asc(pricing_plans.hours), asc(pricing_plans.cost))
  const { booking_date } = query
  if (booking_date === undefined) return { pricing_plans: plans }
  return { pricing_plans: plans.filter(plan => isPlanOfferedOn(plan, weekdayOf(booking_date))) }
})

export const listAllPlans = implement(portal.listAllPlans, async ({ query }, admin, { responseHeaders }) => {
  const condition = and(
    isOwnProperty(pricing_plans.property_id, admin),
    query.property_id === undefined ? undefined : eq(pricing_plans.property_id, query.property_id),
    query.is_active && eq(pricing_plans.is_active, query.is_active === 'true')
  )
  const rows = await selectPlans(condition).orderBy(...oldestFirst(pricing_plans))
  return pageOfFew(rows, { query, responseHeaders, searched: ['name', 'property_name'] })
})

function selectPlans(condition: SQL | undefined) {
  return db
    .select({ ...planColumns, property_name: properties.name })
    .from(pricing_plans)
    .innerJoin(properties, eq(properties.id, pricing_plans.property_id))
    .where(and(isNull(pricing_plans.archived_at), isNull(properties.archived_at), condition))
}

async function planById(id: string) {
  const [plan] = await selectPlans(eq(pricing_plans.id, id))
  if (!plan) throw refusal('plan_not_found')
  return plan
}

export const createPlan = implement(portal.createPlan, async ({ body }, admin, { now }) => {
  const id = newId()
  const plan = { ...body, created_at: now, id, property_id: activeProperty(body.property_id) }
  await refuseUnknownProperty(
    batchWithActivity({ action: 'create_plan', subject: id }, { admin, now }, db.insert(pricing_plans).values(plan))
  )
  return planById(id)
})

const IS_PLAN_ACTIVE = isSubjectActive('pricing_plans')

/** Existing bookings keep their price and plan name. */
export const updatePlan = implement(portal.updatePlan, async ({ body, params }, admin, { now }) => {
  const { id } = await planById(params.id)
  const changed = changedFieldNames(body)
  if (changed !== '') {
    const changes = { ...body, property_id: body.property_id && activeProperty(body.property_id) }
    await refuseUnknownProperty(
      batchWithActivity(
        { action: 'update_plan', detail: changed, subject: id },
        { admin, now, when: IS_PLAN_ACTIVE },
        db.update(pricing_plans).set(changes).where(isActive(pricing_plans, id))
      )
    )
  }
  return planById(id)
})

/** Archives the plan, because bookings refer to it. */
export const deletePlan = implement(portal.deletePlan, async ({ params }, admin, { now }) => {
  const { id } = await planById(params.id)
  await batchWithActivity(
    { action: 'delete_plan', subject: id },
    { admin, now, when: IS_PLAN_ACTIVE },
    db.update(pricing_plans).set({ archived_at: now }).where(isActive(pricing_plans, id))
  )
  return { message: catalogueText.deleted }
})
