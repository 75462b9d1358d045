import { and, asc, eq, isNull } from 'drizzle-orm'
import * as contract from '#contract/staff/me.ts'
import { pick } from '#domain/kit/pick.ts'
import { sortRows } from '#domain/kit/sort-rows.ts'
import { db } from '#server/db/client.ts'
import { admins } from '#server/db/schema/admins.ts'
import { properties } from '#server/db/schema/catalogue.ts'
import { isOwnProperty } from '#server/http/list-query.ts'
import { implement } from '#server/http/operation.ts'
import { deliversMail } from '#server/runtime/message-config.ts'
import { notAuthenticated } from '#server/runtime/refusal.ts'
import type { Staff } from '#server/sessions/actor.ts'

export const getMe = implement(contract.getMe, (_, staff) => loadMe(staff))

export const updateMe = implement(contract.updateMe, async ({ body }, staff) => {
  if (Object.keys(body).length > 0) await db.update(admins).set(body).where(eq(admins.id, staff.id))
  return loadMe(staff)
})

async function loadMe(staff: Staff) {
  const [rows, mine] = await Promise.all([
    db
      .select(pick(admins, 'daily_mail', 'email', 'id', 'name', 'role', 'tell_trouble'))
      .from(admins)
      .where(eq(admins.id, staff.id)),
    db
      .select(pick(properties, 'id', 'name'))
      .from(properties)
      .where(and(isNull(properties.archived_at), isOwnProperty(properties.id, staff)))
      .orderBy(asc(properties.id))
  ])
  const [account] = rows
  if (!account) throw notAuthenticated()
  return { ...account, properties: sortRows(mine, 'name'), sends_mail: deliversMail() }
}
