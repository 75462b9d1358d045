import { and, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/catalogue/property-settings.ts'
import { type CancellationTerms, DEFAULT_TERMS } from '#domain/bookings/cancellation.ts'
import { auditInsert, changedFieldNames } from '#server/admin/audit-log.ts'
import { db } from '#server/db/client.ts'
import { properties, property_settings } from '#server/db/schema.ts'
import { implement } from '#server/http/operation.ts'
import { refusal } from '#server/runtime/errors.ts'

/** Select them beside other columns: a nested object whose first column is null would be read as missing. */
export const termColumns = {
  free_cancel_minutes: property_settings.free_cancel_minutes,
  grace_minutes: property_settings.grace_minutes,
  late_cancel_percent: property_settings.late_cancel_percent
}

/** The columns of an admin's settings. */
const settingColumns = {
  ...termColumns,
  pin_lead_minutes: property_settings.pin_lead_minutes,
  pin_mode: property_settings.pin_mode
}

type OwnTerms = { [Term in keyof CancellationTerms]: number | null }

/** The property's own terms; a missing one has its default. */
export function termsFrom(own: OwnTerms): CancellationTerms {
  return {
    free_cancel_minutes: own.free_cancel_minutes ?? DEFAULT_TERMS.free_cancel_minutes,
    grace_minutes: own.grace_minutes ?? DEFAULT_TERMS.grace_minutes,
    late_cancel_percent: own.late_cancel_percent ?? DEFAULT_TERMS.late_cancel_percent
  }
}

async function findSettings(property_id: string) {
  const [found] = await db
    .select(settingColumns)
    .from(properties)
    .leftJoin(property_settings, eq(property_settings.property_id, properties.id))
    .where(and(eq(properties.id, property_id), isNull(properties.archived_at)))
  if (!found) throw refusal('property_not_found')
  return found
}

export const getPropertySettings = implement(contract.getPropertySettings, ({ params: { id } }) => findSettings(id))

/** Only new bookings get changed cancellation terms. The PIN rules apply at once. */
export const updatePropertySettings = implement(
  contract.updatePropertySettings,
  async ({ body, params: { id } }, admin, { now }) => {
    const settings = { ...(await findSettings(id)), ...body }
    if (Object.keys(body).length === 0) return settings
    await db.batch([
      db
        .insert(property_settings)
        .values({ ...body, property_id: id, updated_at: now })
        .onConflictDoUpdate({ set: { ...body, updated_at: now }, target: property_settings.property_id }),
      auditInsert({ action: 'update_settings', detail: changedFieldNames(body), subject: id }, admin, now)
    ])
    return settings
  }
)
