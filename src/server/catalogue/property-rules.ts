import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/catalogue/property-rules.ts'
import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { NUMBER_RULES, type NumberRuleName, type PropertyNumbers } from '#domain/catalogue/property-rules.ts'
import { activityInsert, changedFieldNames } from '#server/activity/activity.ts'
import { db, refuseMissingReference } from '#server/db/client.ts'
import { properties, property_rules } from '#server/db/schema/catalogue.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/refusal.ts'
import { activeProperty } from './active-property.ts'

/** Select them beside other columns: a nested object whose first column is null would be read as missing. */
export const ruleColumns = {
  buffer_minutes: property_rules.buffer_minutes,
  free_cancel_minutes: property_rules.free_cancel_minutes,
  grace_minutes: property_rules.grace_minutes,
  late_cancel_percent: property_rules.late_cancel_percent,
  max_days_ahead: property_rules.max_days_ahead,
  max_ride_hours: property_rules.max_ride_hours,
  pin_lead_minutes: property_rules.pin_lead_minutes,
  pin_mode: property_rules.pin_mode,
  support_phone: property_rules.support_phone
}

type OwnRules = { [Name in keyof typeof ruleColumns]: (typeof ruleColumns)[Name]['_']['data'] | null }

/** A row whose missing numbers have their defaults. A missing phone is the build's, which clients know. */
type WithDefaults<Row> = { [Name in keyof Row]: Name extends NumberRuleName ? PropertyNumbers[Name] : Row[Name] }

/** Fills in the defaults of a row that has some of `ruleColumns`. */
export function withDefaults<Row extends Partial<OwnRules>>(row: Row): WithDefaults<Row> {
  const missing = Object.entries(NUMBER_RULES).filter(([name]) => row[name as NumberRuleName] === null)
  return { ...row, ...Object.fromEntries(missing.map(([name, rule]) => [name, rule.default])) } as WithDefaults<Row>
}

/** The rules that a booking keeps. */
export function termsFrom(rules: CancellationTerms): CancellationTerms {
  const { free_cancel_minutes, grace_minutes, late_cancel_percent } = rules
  return { free_cancel_minutes, grace_minutes, late_cancel_percent }
}

async function findRules(propertyId: string): Promise<OwnRules> {
  const [rules] = await db
    .select(ruleColumns)
    .from(properties)
    .leftJoin(property_rules, eq(property_rules.property_id, properties.id))
    .where(and(eq(properties.id, propertyId), isNull(properties.archived_at)))
  if (!rules) throw refusal('property_not_found')
  return rules
}

export const getPropertyRules = implement(contract.getPropertyRules, ({ params: { id } }) => findRules(id))

/** Existing bookings keep their terms. The PIN rules apply at once. */
export const updatePropertyRules = implement(
  contract.updatePropertyRules,
  async ({ body, params: { id } }, admin, { now }) => {
    const rules = { ...(await findRules(id)), ...body }
    if (Object.keys(body).length === 0) return rules
    const saved = db.batch([
      db
        .insert(property_rules)
        .values({ ...body, property_id: activeProperty(id), updated_at: now })
        .onConflictDoUpdate({ set: { ...body, updated_at: now }, target: property_rules.property_id }),
      activityInsert({ action: 'update_settings', detail: changedFieldNames(body), subject: id }, admin, now)
    ])
    await refuseMissingReference(saved, refusal('property_not_found'))
    return rules
  }
)
