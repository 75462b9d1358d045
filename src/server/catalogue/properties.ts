import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type {
  createProperty,
  deleteProperty,
  listAllProperties,
  listProperties,
  updateProperty
} from '#contract/catalogue/properties.admin.ts'
import * as text from '#messages/admin.ts'
import { auditRow, namesIn } from '#server/admin/audit-log.ts'
import { db } from '#server/db/client.ts'
import { properties } from '#server/db/schema.ts'
import { conflict, invalidField, notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { byName, contains, cutOf, orderOf, pageOf } from '#server/http/list-query.ts'
import { newId } from '#server/runtime/ids.ts'
import { claimImage, releasing } from '#server/uploads/image-references.ts'
import { deletePropertyUnlessRidden } from './deletion.ts'

const columns = {
  id: properties.id,
  image_url: properties.image_url,
  location: properties.location,
  name: properties.name
}

/** Riders choose by name; admins see the newest first (design.md §5). */
export const propertiesByName: Operation<typeof listProperties> = async () =>
  db.select(columns).from(properties).where(isNull(properties.archived_at)).orderBy(asc(properties.name))

export const allProperties: Operation<typeof listAllProperties> = async ({ query }, _, { reply }) => {
  const { limit, offset } = cutOf(query)
  const order = {
    created_at: properties.created_at,
    location: byName(properties.location),
    name: byName(properties.name)
  }
  const isFound = query.q ? or(contains(properties.name, query.q), contains(properties.location, query.q)) : undefined
  const rows = await db
    .select(columns)
    .from(properties)
    .where(and(isNull(properties.archived_at), isFound))
    .orderBy(...orderOf(query.sort, order, { newest: properties.created_at, table: properties }))
    .limit(limit)
    .offset(offset)
  return pageOf(rows, query, reply)
}

export async function propertyExists(id: string): Promise<boolean> {
  const found = await db
    .select({ id: properties.id })
    .from(properties)
    .where(and(eq(properties.id, id), isNull(properties.archived_at)))
  return found.length > 0
}

export const addProperty: Operation<typeof createProperty> = async ({ body }, by, { now }) => {
  const { location, name } = body
  const image_url = await usableImage(body.image_url, now)
  const property = { id: newId(), image_url, location, name }
  await db.batch([
    db.insert(properties).values({ ...property, created_at: now }),
    auditRow({ action: 'create_property', subject: property.id }, by, now)
  ])
  return property
}

export const changeProperty: Operation<typeof updateProperty> = async ({ body, params }, by, { now }) => {
  const [kept] = await db
    .select(columns)
    .from(properties)
    .where(and(eq(properties.id, params.id), isNull(properties.archived_at)))
  if (!kept) throw notFound(text.propertyNotFound)
  const changes = { ...body }
  const hasNewImage = changes.image_url !== undefined && changes.image_url !== kept.image_url
  if (hasNewImage) changes.image_url = await usableImage(changes.image_url, now)
  if (Object.keys(changes).length > 0) {
    await db.batch([
      db.update(properties).set(changes).where(eq(properties.id, kept.id)),
      auditRow({ action: 'update_property', detail: namesIn(changes), subject: kept.id }, by, now),
      ...(hasNewImage ? [releasing(kept.image_url)] : [])
    ])
  }
  return { ...kept, ...changes }
}

// Only pictures that went through our own upload: an address from elsewhere would be drawn on every rider's screen.
async function usableImage(image_url: string | null | undefined, now: Date): Promise<string | null> {
  if (!image_url) return null
  if (!(await claimImage(image_url, now))) throw invalidField('image_url', text.unknownImage)
  return image_url
}

/** Refused while a paid ride is ahead; archived where something refers to it, else gone (design.md §10.5). */
export const removeProperty: Operation<typeof deleteProperty> = async ({ params: { id } }, by, { now }) => {
  const [kept] = await db
    .select({ image_url: properties.image_url, name: properties.name })
    .from(properties)
    .where(and(eq(properties.id, id), isNull(properties.archived_at)))
  if (!kept) throw notFound(text.propertyNotFound)
  const rides = await deletePropertyUnlessRidden({ id, ...kept }, by, now)
  if (rides > 0) throw conflict(text.propertyHasRides(rides))
  return { message: text.deleted }
}
