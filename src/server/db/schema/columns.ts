import { sql } from 'drizzle-orm'
import { check, customType, integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type * as v from 'valibot'
import { parseStoredJson, sqlStringList } from '#server/db/sql.ts'

// Most columns have the name of their field on the wire. Bookings differ: `start_at` is `start_time` there,
// `hold_until` is `expires_at`, `settling` is `is_settling`, and `payment_status` is computed from `state`.
//
// Money is whole rupees; instants are Unix seconds, as Dates in code. Paise and ISO text exist only at the edges
// (server/payments/provider/provider.ts, the contract).

export const instant = () => integer({ mode: 'timestamp' })
export const createdAt = () => instant().notNull()

/** A column of JSON, validated when it is read. `name` is for errors. */
export function json<Schema extends v.GenericSchema>(name: string, schema: Schema) {
  return customType<{ data: v.InferOutput<Schema>; driverData: string }>({
    dataType: () => 'text',
    fromDriver: text => parseStoredJson(name, schema, text),
    toDriver: value => JSON.stringify(value)
  })()
}

/** Restricts the column to its enum values. A new value needs a migration that rebuilds the table. */
export function checkEnum(name: string, column: SQLiteColumn) {
  return check(name, sql`${column} IN ${sql.raw(sqlStringList(column.enumValues ?? []))}`)
}
