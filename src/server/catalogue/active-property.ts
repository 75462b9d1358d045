import { type SQL, sql } from 'drizzle-orm'
import * as catalogueResponses from '#messages/admin/catalogue/catalogue.ts'
import { refuseMissingReference } from '#server/db/client.ts'
import { invalidField } from '#server/runtime/refusal.ts'

/**
 * The property's id for a written row, or an id that the foreign key rejects if the property is unknown or deleted. The
 * whole batch then fails, so no check before it is needed.
 */
export const activeProperty = (id: string): SQL =>
  sql`coalesce((SELECT id FROM properties WHERE id = ${id} AND archived_at IS NULL), '')`

/** Throws 422 if the written row refers to a property that is unknown or deleted. */
export const refuseUnknownProperty = <T>(write: Promise<T>): Promise<T> =>
  refuseMissingReference(write, invalidField('property_id', catalogueResponses.propertyNotFound))
