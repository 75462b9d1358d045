import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { listUsers, updateProfileImage } from '#contract/riders/users.ts'
import { PAGE_DEPTH_ROWS } from '#domain/constants.ts'
import * as text from '#messages/admin.ts'
import { auditRow } from '#server/admin/audit-log.ts'
import { db } from '#server/db/client.ts'
import { properties, users } from '#server/db/schema.ts'
import { notFound } from '#server/http/errors.ts'
import type { Operation } from '#server/http/handle.ts'
import { beginsWith, byName, cutOf, orderOf, pageOf, unindexed } from '#server/http/list-query.ts'
import { claiming, releasing } from '#server/uploads/image-references.ts'
import { newImage } from '#server/uploads/images.ts'

/** A search finds so many at most: no page lies deeper. */
const FOUND = PAGE_DEPTH_ROWS

/**
 * Whose name, what follows its first word, or e-mail begins with the words. One index each (db/schema.ts), and one
 * after the other, because all three in one condition would be looked for in every row.
 */
export function usersNamed(words: string, most: number): SQL {
  const whose = (isSo: SQL) => sql`SELECT id FROM ${users} WHERE ${isSo}`
  const branches = [
    whose(beginsWith(users.email, words.toLowerCase())),
    whose(beginsWith(sql`${users.name} COLLATE NOCASE`, words)),
    whose(beginsWith(sql`substr(${users.name}, instr(${users.name}, ' ') + 1) COLLATE NOCASE`, words))
  ]
  return sql`${sql.join(branches, sql` UNION ALL `)} LIMIT ${most}`
}

export const allUsers: Operation<typeof listUsers> = async ({ query }, _, { reply }) => {
  const { limit, offset } = cutOf(query)
  const as = (column: SQLWrapper) => (query.q ? unindexed(column) : column)
  const order = { created_at: as(users.created_at), email: as(users.email), name: as(byName(users.name)) }
  const rows = await adminRows(
    and(
      query.property_id === undefined ? undefined : eq(as(users.property_id), query.property_id),
      query.q ? sql`${users.id} IN (${usersNamed(query.q, FOUND)})` : undefined
    )
  )
    .orderBy(...orderOf(query.sort, order, { newest: order.created_at, table: users }))
    .limit(limit)
    .offset(offset)
  return pageOf(rows.map(seenByAdmin), query, reply)
}

function adminRows(wanted: SQL | undefined) {
  return db
    .select({
      created_at: users.created_at,
      email: users.email,
      id: users.id,
      license_photo_url: users.license_photo_url,
      name: users.name,
      phone: users.phone,
      profile_image_url: users.profile_image_url,
      property_id: users.property_id,
      property_name: properties.name
    })
    .from(users)
    .leftJoin(properties, eq(properties.id, users.property_id))
    .where(and(isNull(users.deleted_at), wanted))
    .$dynamic()
}

function seenByAdmin<Row extends { created_at: Date }>({ created_at, ...user }: Row) {
  return { ...user, created_at: created_at.toISOString() }
}

/** The picture before it goes with the next sweep. */
export const changeProfileImage: Operation<typeof updateProfileImage> = async ({ body, params }, by, { now }) => {
  const [kept] = await adminRows(eq(users.id, params.id))
  if (!kept) throw notFound(text.userNotFound)
  const profile_image_url = await newImage(body.image, by.id, now)
  await db.batch([
    db.update(users).set({ profile_image_url }).where(eq(users.id, kept.id)),
    auditRow({ action: 'update_photo', subject: kept.id }, by, now),
    claiming(profile_image_url, now),
    releasing(kept.profile_image_url)
  ])
  return { ...seenByAdmin(kept), profile_image_url }
}
