import { and, asc, eq, isNull } from 'drizzle-orm'
import type { listPropertyPlans } from '#contract/pricing-plans.ts'
import { appliesOn } from '#domain/pricing.ts'
import { weekdayOf } from '#domain/time.ts'
import { db } from './db/client.ts'
import { pricing_plans } from './db/schema.ts'
import type { Operation } from './http.ts'

const columns = {
  available_days: pricing_plans.available_days,
  cost: pricing_plans.cost,
  hours: pricing_plans.hours,
  id: pricing_plans.id,
  is_active: pricing_plans.is_active,
  name: pricing_plans.name,
  property_id: pricing_plans.property_id
}

export const plansOfProperty: Operation<typeof listPropertyPlans> = async ({ params, query }) => {
  const plans = await db
    .select(columns)
    .from(pricing_plans)
    .where(
      and(
        eq(pricing_plans.property_id, params.property_id),
        eq(pricing_plans.is_active, true),
        isNull(pricing_plans.archived_at)
      )
    )
    .orderBy(asc(pricing_plans.hours), asc(pricing_plans.cost))
  const { booking_date } = query
  if (booking_date === undefined) return { pricing_plans: plans }
  return { pricing_plans: plans.filter(plan => appliesOn(plan, weekdayOf(booking_date))) }
}
