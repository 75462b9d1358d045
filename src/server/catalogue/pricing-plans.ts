import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import * as adminPricingPlansContract from '#contract/catalogue/admin-pricing.ts'
import * as pricingPlansContract from '#contract/catalogue/pricing.ts'
import { isPlanOfferedOn } from '#domain/catalogue/pricing.ts'
import { weekdayOf } from '#domain/time/india-time.ts'
import * as deletionResponses from '#messages/admin/catalogue/catalogue.ts'
import { activityAbout, activityInsert, changedFieldNames } from '#server/activity/activity.ts'
import { db } from '#server/db/client.ts'
import { pricing_plans, properties, property_rules } from '#server/db/schema/catalogue.ts'
import { ruleSql } from '#server/db/sql.ts'
import { caseInsensitive, containsText, orderBy, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { newId } from '#server/runtime/crypto.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { activeProperty, refuseUnknownProperty } from './active-property.ts'

const columns = {
  available_days: pricing_plans.available_days,
  cost: pricing_plans.cost,
  hours: pricing_plans.hours,
  id: pricing_plans.id,
  is_active: pricing_plans.is_active,
  name: pricing_plans.name,
  property_id: pricing_plans.property_id
}

/** Without the plans that are longer than the property's longest ride. */
export const listPropertyPlans = implement(pricingPlansContract.listPropertyPlans, async ({ params, query }) => {
  const plans = await db
    .select(columns)
    .from(pricing_plans)
    .leftJoin(property_rules, eq(property_rules.property_id, pricing_plans.property_id))
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

export const listAllPlans = implement(
  adminPricingPlansContract.listAllPlans,
  async ({ query }, _, { responseHeaders }) => {
    const { limit, offset } = rowRange(query)
    const order = {
      cost: pricing_plans.cost,
      created_at: pricing_plans.created_at,
      hours: pricing_plans.hours,
      name: caseInsensitive(pricing_plans.name),
      property_name: caseInsensitive(properties.name)
    }
    const rows = await selectPlans(
      and(
        query.property_id === undefined ? undefined : eq(pricing_plans.property_id, query.property_id),
        query.is_active && eq(pricing_plans.is_active, query.is_active === 'true'),
        query.q ? or(containsText(pricing_plans.name, query.q), containsText(properties.name, query.q)) : undefined
      )
    )
      .orderBy(...orderBy(query.sort, order, { newest: pricing_plans.created_at, table: pricing_plans }))
      .limit(limit)
      .offset(offset)
    return toPage(rows, query, responseHeaders)
  }
)

function selectPlans(condition: SQL | undefined) {
  return db
    .select({ ...columns, property_name: properties.name })
    .from(pricing_plans)
    .innerJoin(properties, eq(properties.id, pricing_plans.property_id))
    .where(and(isNull(pricing_plans.archived_at), isNull(properties.archived_at), condition))
    .$dynamic()
}

async function planById(id: string) {
  const [plan] = await selectPlans(eq(pricing_plans.id, id))
  if (!plan) throw refusal('plan_not_found')
  return plan
}

export const createPlan = implement(adminPricingPlansContract.createPlan, async ({ body }, admin, { now }) => {
  const id = newId()
  const plan = { ...body, created_at: now, id, property_id: activeProperty(body.property_id) }
  await refuseUnknownProperty(
    db.batch([
      db.insert(pricing_plans).values(plan),
      activityInsert({ action: 'create_plan', subject: id }, admin, now)
    ])
  )
  return planById(id)
})

const activePlan = (id: string) => and(eq(pricing_plans.id, id), isNull(pricing_plans.archived_at))

/** Existing bookings keep their price and plan name. */
export const updatePlan = implement(adminPricingPlansContract.updatePlan, async ({ body, params }, admin, { now }) => {
  const { id } = await planById(params.id)
  const changed = changedFieldNames(body)
  if (changed !== '') {
    const changes = { ...body, property_id: body.property_id && activeProperty(body.property_id) }
    await refuseUnknownProperty(
      db.batch([
        activityAbout(
          { row: activePlan(id), table: pricing_plans },
          { action: 'update_plan', detail: changed, subject: id },
          { admin, now }
        ),
        db.update(pricing_plans).set(changes).where(activePlan(id))
      ])
    )
  }
  return planById(id)
})

/** Archives the plan, because bookings refer to it. */
export const deletePlan = implement(adminPricingPlansContract.deletePlan, async ({ params }, admin, { now }) => {
  const { id } = await planById(params.id)
  await db.batch([
    activityAbout(
      { row: activePlan(id), table: pricing_plans },
      { action: 'delete_plan', subject: id },
      { admin, now }
    ),
    db.update(pricing_plans).set({ archived_at: now }).where(activePlan(id))
  ])
  return { message: deletionResponses.deleted }
})
