import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Demo } from '../demo/demo.ts'
import type { Bindings } from './state.ts'

/** The payments of the demo are older than its database. The cron gives them receipts. */
const RECEIPTS_FROM_THE_START = "UPDATE runs SET ended_at = 0 WHERE job IN ('receipts', 'receipts_since')"

/** Inserts the demo and keeps existing rows. Throws outside development, because the demo has known passwords. */
export async function seed({ DB, ENVIRONMENT, UPLOADS }: Bindings, { pictures, rows }: Demo): Promise<void> {
  if (ENVIRONMENT !== 'development')
    throw new Error('The demo is for development only: set ENVIRONMENT=development in .env')
  for (const { bytes, row } of pictures) {
    await UPLOADS.put(row.path, bytes, { httpMetadata: { contentType: row.content_type } })
  }
  // One batch, because a partial demo would look like a database with real data.
  const inserts = rows
    .filter(([, values]) => values.length > 0)
    .map(([table, values]) => insertStatement(DB, table, values))
  await DB.batch([...inserts, DB.prepare(RECEIPTS_FROM_THE_START)])
}

/**
 * One statement per table, with its rows as JSON. Each prepared statement blocks this process for a moment, so hundreds
 * of them would exceed the lifetime of the connection.
 */
export function insertStatement(DB: Bindings['DB'], table: SQLiteTable, rows: Record<string, unknown>[]) {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => rows.some(row => row[key] !== undefined))
  const values = rows.map(row =>
    columns.map(([key, column]) => (row[key] == null ? null : column.mapToDriverValue(row[key])))
  )
  const names = columns.map(([, { name }]) => `"${name}"`).join(', ')
  const places = columns.map((_, index) => `value ->> ${index}`).join(', ')
  const insert = `INSERT INTO "${getTableName(table)}" (${names}) SELECT ${places} FROM json_each(?1) WHERE TRUE ON CONFLICT DO NOTHING`
  return DB.prepare(insert).bind(JSON.stringify(values))
}
