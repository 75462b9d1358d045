import { and, asc, eq, isNull, or } from 'drizzle-orm'
import * as adminPropertiesContract from '#contract/catalogue/admin-properties.ts'
import * as propertiesContract from '#contract/catalogue/properties.ts'
import * as catalogueResponses from '#messages/admin/catalogue/catalogue.ts'
import * as deletionResponses from '#messages/admin/catalogue/catalogue.ts'
import { activityAbout, activityInsert, changedFieldNames } from '#server/activity/activity.ts'
import { db } from '#server/db/client.ts'
import { bookings } from '#server/db/schema/bookings.ts'
import { properties } from '#server/db/schema/catalogue.ts'
import { caseInsensitive, containsText, orderBy, rowRange, toPage } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { newId } from '#server/runtime/crypto.ts'
import { invalidField, refusal } from '#server/runtime/refusal.ts'
import { ridesAhead } from '#server/slots/booking-sql.ts'
import { claimImage, releaseStatement } from '#server/uploads/claims.ts'
import { deletePropertyUnlessBooked } from './delete-or-archive.ts'

const columns = {
  id: properties.id,
  image_url: properties.image_url,
  location: properties.location,
  name: properties.name
}

const columnsForAdmin = { ...columns, parking_note: properties.parking_note }

/** Sorted by name for riders; admins see the newest first. */
export const listProperties = implement(propertiesContract.listProperties, async () =>
  db.select(columns).from(properties).where(isNull(properties.archived_at)).orderBy(asc(properties.name))
)

export const listAllProperties = implement(
  adminPropertiesContract.listAllProperties,
  async ({ query }, _, { now, responseHeaders }) => {
    const { limit, offset } = rowRange(query)
    const order = {
      created_at: properties.created_at,
      location: caseInsensitive(properties.location),
      name: caseInsensitive(properties.name)
    }
    const searchCondition = query.q
      ? or(containsText(properties.name, query.q), containsText(properties.location, query.q))
      : undefined
    const rows = await db
      .select({ ...columnsForAdmin, rides_ahead: ridesAhead(bookings.property_id, properties.id, now) })
      .from(properties)
      .where(and(isNull(properties.archived_at), searchCondition))
      .orderBy(...orderBy(query.sort, order, { newest: properties.created_at, table: properties }))
      .limit(limit)
      .offset(offset)
    return toPage(rows, query, responseHeaders)
  }
)

/** Throws 422 for an unknown or deleted property; `message` is the error of the field. */
export async function assertPropertyExists(propertyId: string, message: string): Promise<void> {
  const rows = await db.select({ id: properties.id }).from(properties).where(activeProperty(propertyId))
  if (rows.length === 0) throw invalidField('property_id', message)
}

export const createProperty = implement(adminPropertiesContract.createProperty, async ({ body }, admin, { now }) => {
  const { location, name, parking_note = null } = body
  const imageUrl = await claimImageUrl(body.image_url, now)
  const property = { id: newId(), image_url: imageUrl, location, name, parking_note }
  await db.batch([
    db.insert(properties).values({ ...property, created_at: now }),
    activityInsert({ action: 'create_property', subject: property.id }, admin, now)
  ])
  return property
})

const activeProperty = (id: string) => and(eq(properties.id, id), isNull(properties.archived_at))

export const updateProperty = implement(
  adminPropertiesContract.updateProperty,
  async ({ body, params }, admin, { now }) => {
    const row = activeProperty(params.id)
    const [stored] = await db.select(columnsForAdmin).from(properties).where(row)
    if (!stored) throw refusal('property_not_found')
    const changes = { ...body }
    const hasNewImage = changes.image_url !== undefined && changes.image_url !== stored.image_url
    if (hasNewImage) changes.image_url = await claimImageUrl(changes.image_url, now)
    if (Object.keys(changes).length > 0) {
      const [, updated] = await db.batch([
        activityAbout(
          { row, table: properties },
          { action: 'update_property', detail: changedFieldNames(changes), subject: stored.id },
          { admin, now }
        ),
        db.update(properties).set(changes).where(row),
        ...(hasNewImage ? [releaseStatement(stored.image_url)] : [])
      ])
      if (updated.meta.changes === 0) throw refusal('property_not_found')
    }
    return { ...stored, ...changes }
  }
)

// Accept only our own uploads, because the image is shown to every rider.
async function claimImageUrl(imageUrl: string | null | undefined, now: Date): Promise<string | null> {
  if (!imageUrl) return null
  if (!(await claimImage(imageUrl, now))) throw invalidField('image_url', catalogueResponses.unknownImage)
  return imageUrl
}

/** Throws 409 if a paid ride is upcoming. Archives the property if something refers to it, else deletes it. */
export const deleteProperty = implement(
  adminPropertiesContract.deleteProperty,
  async ({ params: { id } }, admin, { now }) => {
    const [stored] = await db
      .select({ image_url: properties.image_url, name: properties.name })
      .from(properties)
      .where(activeProperty(id))
    if (!stored) throw refusal('property_not_found')
    const rides = await deletePropertyUnlessBooked({ id, ...stored }, admin, now)
    if (rides > 0) throw refusal('property_has_rides', rides)
    return { message: deletionResponses.deleted }
  }
)
