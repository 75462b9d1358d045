import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import * as portal from '#contract/catalogue/admin-properties.ts'
import * as contract from '#contract/catalogue/catalogue.ts'
import * as rulesContract from '#contract/catalogue/property-rules.ts'
import { upcomingDates } from '#domain/bookings/opening.ts'
import { NUMBER_RULES, type NumberRuleName, type PropertyNumbers } from '#domain/catalogue/property-rules.ts'
import { pick, sortRows } from '#domain/kit/rows.ts'
import { INVOICING } from '#domain/operator.ts'
import { registrationOf } from '#domain/receipts.ts'
import { WRONG_JOIN_CODES_PER_HOUR } from '#domain/request-limits.ts'
import { HOUR_SECONDS } from '#domain/time/time-units.ts'
import * as catalogueText from '#messages/admin/catalogue/catalogue.ts'
import * as apiErrorsText from '#messages/api-errors.ts'
import { batchWithActivity, changedFieldNames, isSubjectActive } from '#server/activity/activity.ts'
import { db, refuseMissingReference } from '#server/db/client.ts'
import { type pricing_plans, properties, property_settings, scooters } from '#server/db/schema/catalogue.ts'
import { sqlAt } from '#server/db/sql.ts'
import { isOwnProperty, oldestFirst, pageOfFew } from '#server/http/list-query.ts'
import { type CallContext, implement } from '#server/http/operation.ts'
import { callLimit, clientIp, enforceLimits, takeBack } from '#server/http/throttle.ts'
import { newId } from '#server/runtime/crypto.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { countOpenRides } from '#server/slots/scooter-state.ts'
import { claimImage, releaseStatement } from '#server/uploads/claims.ts'
import { deleteUnlessBooked } from './delete-or-archive.ts'

const columns = pick(properties, 'id', 'image_url', 'location', 'name')

export const joinRules = eq(property_settings.property_id, properties.id)

const columnsForAdmin = { ...columns, parking_note: properties.parking_note }

/** Sorted by name for riders; admins see the newest first. */
export const listProperties = implement(contract.listProperties, async () =>
  sortRows(
    await db
      .select({ ...columns, needs_code: sql<boolean>`${property_settings.join_code} IS NOT NULL`.mapWith(Boolean) })
      .from(properties)
      .leftJoin(property_settings, joinRules)
      .where(isNull(properties.archived_at)),
    'name'
  )
)

export const listAllProperties = implement(
  portal.listAllProperties,
  async ({ query }, admin, { now, responseHeaders }) => {
    const rows = await db
      .select({
        ...columnsForAdmin,
        confirms_returns: sql<boolean>`${property_settings.return_mode} IS 'confirmed'`.mapWith(Boolean),
        ...pick(property_settings, 'pause_note', 'paused_until'),
        rides_ahead: sqlAt<number>(countOpenRides('property_id', 'properties.id'), now)
      })
      .from(properties)
      .leftJoin(property_settings, joinRules)
      .where(and(isNull(properties.archived_at), isOwnProperty(properties.id, admin)))
      .orderBy(...oldestFirst(properties))
    const page = pageOfFew(rows, { query, responseHeaders, searched: ['location', 'name'] })
    return page.map(row => ({ ...row, ...currentPause(row, now) }))
  }
)

/** The row has this id and is not deleted. */
export const isActive = (table: typeof pricing_plans | typeof properties | typeof scooters, id: string) =>
  and(eq(table.id, id), isNull(table.archived_at))

/**
 * The property's id for a written row, or an id that the foreign key rejects if the property is unknown or deleted. The
 * whole batch then fails, so no check before it is needed.
 */
export const activeProperty = (id: string): SQL =>
  sql`coalesce((SELECT id FROM properties WHERE id = ${id} AND archived_at IS NULL), '')`

export const unknownProperty = () => invalidField('property_id', catalogueText.propertyNotFound)

/** Throws 422 if the written row refers to a property that is unknown or deleted. */
export const refuseUnknownProperty = <T>(write: Promise<T>): Promise<T> =>
  refuseMissingReference(write, unknownProperty())

export const createProperty = implement(portal.createProperty, async ({ body }, admin, { now }) => {
  const { location, name, parking_note = null } = body
  const imageUrl = await claimImageUrl(body.image_url, now)
  const property = { id: newId(), image_url: imageUrl, location, name, parking_note }
  const insert = db.insert(properties).values({ ...property, created_at: now })
  await batchWithActivity({ action: 'create_property', subject: property.id }, { admin, now }, insert)
  return property
})

export const updateProperty = implement(portal.updateProperty, async ({ body, params }, admin, { now }) => {
  const row = isActive(properties, params.id)
  const [stored] = await db.select(columnsForAdmin).from(properties).where(row)
  if (!stored) throw refusal('property_not_found')
  const changes = { ...body }
  const hasNewImage = changes.image_url !== undefined && changes.image_url !== stored.image_url
  if (hasNewImage) changes.image_url = await claimImageUrl(changes.image_url, now)
  if (Object.keys(changes).length > 0) {
    const [, updated] = await batchWithActivity(
      { action: 'update_property', detail: changedFieldNames(changes), subject: stored.id },
      { admin, now, when: isSubjectActive('properties') },
      db.update(properties).set(changes).where(row),
      ...(hasNewImage ? [releaseStatement(stored.image_url)] : [])
    )
    if (updated?.meta.changes === 0) throw refusal('property_not_found')
  }
  return { ...stored, ...changes }
})

// Accept only our own uploads, because the image is shown to every rider.
async function claimImageUrl(imageUrl: string | null | undefined, now: Date): Promise<string | null> {
  if (!imageUrl) return null
  if (!(await claimImage(imageUrl, now))) throw invalidField('image_url', catalogueText.unknownImage)
  return imageUrl
}

/** Throws 409 if a paid ride is upcoming. Archives the property if something refers to it, else deletes it. */
export const deleteProperty = implement(portal.deleteProperty, async ({ params: { id } }, admin, { now }) => {
  const [stored] = await db
    .select({ image_url: properties.image_url, name: properties.name })
    .from(properties)
    .where(isActive(properties, id))
  if (!stored) throw refusal('property_not_found')
  const rides = await deleteUnlessBooked('properties', { id, ...stored }, { admin, now })
  if (rides > 0) throw refusal('property_has_rides', rides)
  return { message: catalogueText.deleted }
})

const { property_id: _property, updated_at: _updated, ...columnsOfRules } = getTableColumns(property_settings)
/** Select them beside other columns: a nested object whose first column is null would be read as missing. */
export const ruleColumns = columnsOfRules

type OwnRules = { [Name in keyof typeof ruleColumns]: (typeof ruleColumns)[Name]['_']['data'] | null }

/** A row whose missing numbers have their defaults. A missing phone is the build's, which clients know. */
type WithDefaults<Row> = { [Name in keyof Row]: Name extends NumberRuleName ? PropertyNumbers[Name] : Row[Name] }

/** Fills in the defaults of a row that has some of `ruleColumns`. */
export function withDefaultRules<Row extends Partial<OwnRules>>(row: Row): WithDefaults<Row> {
  const missing = Object.entries(NUMBER_RULES).filter(([name]) => row[name as NumberRuleName] === null)
  return { ...row, ...Object.fromEntries(missing.map(([name, rule]) => [name, rule.default])) } as WithDefaults<Row>
}

/** Null once it is over. */
function currentPause({ pause_note, paused_until }: Pick<OwnRules, 'pause_note' | 'paused_until'>, now: Date) {
  const until = paused_until && paused_until > now ? paused_until : null
  return { pause_note: until && pause_note, paused_until: until?.toISOString() ?? null }
}

type Opening = Pick<
  OwnRules,
  'closed_dates' | 'closes_at' | 'opens_at' | 'pause_note' | 'paused_until' | 'weekday_hours'
>

/** What is not over of the closed dates and the pause. */
export function currentOpening(row: Opening, now: Date) {
  const pause = currentPause(row, now)
  return { ...pause, closed_dates: row.closed_dates && upcomingDates({ ...row, ...pause }, now) }
}

async function selectRules(propertyId: string): Promise<OwnRules | undefined> {
  const [rules] = await db
    .select(ruleColumns)
    .from(properties)
    .leftJoin(property_settings, joinRules)
    .where(isActive(properties, propertyId))
  return rules
}

async function findRules(propertyId: string): Promise<OwnRules> {
  const rules = await selectRules(propertyId)
  if (!rules) throw refusal('property_not_found')
  return rules
}

const toRules = <Rules extends Opening>(rules: Rules, now: Date) => ({ ...rules, ...currentOpening(rules, now) })

/** The rules under which riders book, with their defaults; null if the property is deleted. */
export async function bookingRules(propertyId: string, now: Date) {
  const stored = await selectRules(propertyId)
  return stored ? toRules(withDefaultRules(stored), now) : null
}

export const getPropertyRules = implement(rulesContract.getPropertyRules, async ({ params: { id } }, _, { now }) =>
  toRules(await findRules(id), now)
)

/** Scooters named in a refusal. */
const NAMED_MAX = 10

/** Throws 409 unless the kind of each scooter of the property is known, which decides its tax. */
async function assertKindsKnown(propertyId: string): Promise<void> {
  const kindless = await db
    .select({ name: scooters.name })
    .from(scooters)
    .where(and(eq(scooters.property_id, propertyId), isNull(scooters.archived_at), isNull(scooters.kind)))
    .orderBy(scooters.name)
    .limit(NAMED_MAX)
  const names = kindless.map(({ name }) => name).join(', ')
  if (names !== '') throw refusal('scooter_kinds_missing', names)
}

/** Throws 409 for a scooter without a kind at a property whose rides are invoiced. */
export async function assertKindKnown(
  propertyId: string | null,
  scooter: Pick<typeof scooters.$inferSelect, 'kind' | 'name'>
) {
  if (scooter.kind !== null || propertyId === null || INVOICING.registrations.length === 0) return
  const rules = await selectRules(propertyId)
  if (rules && registrationOf(rules.gst_registration, INVOICING.registrations))
    throw refusal('scooter_kinds_missing', scooter.name)
}

/** Existing bookings keep their terms. The PIN rules apply at once. */
export const updatePropertyRules = implement(
  rulesContract.updatePropertyRules,
  async ({ body, params: { id } }, admin, { now }) => {
    const before = await findRules(id)
    const rules = toRules({ ...before, ...body }, now)
    const invoiced = registrationOf(rules.gst_registration, INVOICING.registrations)
    if (invoiced && invoiced !== registrationOf(before.gst_registration, INVOICING.registrations))
      await assertKindsKnown(id)
    if (Object.keys(body).length === 0) return rules
    const upsert = db
      .insert(property_settings)
      .values({ ...body, property_id: activeProperty(id), updated_at: now })
      .onConflictDoUpdate({ set: { ...body, updated_at: now }, target: property_settings.property_id })
    const entry = { action: 'update_settings', detail: changedFieldNames(body), subject: id } as const
    const saved = batchWithActivity(entry, { admin, now }, upsert)
    await refuseMissingReference(saved, refusal('property_not_found'))
    return rules
  }
)

/** The join code of a property; null if anybody can join. Throws 422 for an unknown or deleted property. */
export async function storedJoinCode(propertyId: string): Promise<string | null> {
  const [property] = await db
    .select({ code: property_settings.join_code })
    .from(properties)
    .leftJoin(property_settings, joinRules)
    .where(isActive(properties, propertyId))
  if (!property) throw invalidField('property_id', apiErrorsText.unknownProperty)
  return property.code
}

interface Joining {
  code?: string | undefined
  property_id: string
  /** The account that moves; undefined at sign-up. */
  rider?: string
  stored: string | null
}

/**
 * Throws 403 unless the rider has the join code, and 429 after many wrong ones.
 *
 * Check everything else first. Whoever guesses could otherwise read from a call that fails anyway whether the code is
 * right, and would leave no account behind.
 */
export async function assertJoinCode({ code = '', property_id, rider, stored }: Joining, call: CallContext) {
  if (stored === null) return
  if (code === '') throw refusal('join_code_missing')
  const wrongCodes = (...owner: string[]) => callLimit(HOUR_SECONDS, 'join', WRONG_JOIN_CODES_PER_HOUR, ...owner)
  const limits = [wrongCodes(clientIp(call), property_id), ...(rider === undefined ? [] : [wrongCodes(rider)])]
  await enforceLimits(limits, call.now)
  if (stored !== code) throw refusal('join_code_wrong')
  // All riders of a property can share an address, so that a right code must not count.
  await takeBack(limits)
}
