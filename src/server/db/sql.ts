import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, customType, integer, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { NUMBER_RULES, type NumberRuleName } from '#domain/catalogue/property-rules.ts'
import { DAYS } from '#domain/constants.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'

// Values and parameters as SQL has them. Nothing here needs the Worker's own database.

/** Returns Unix seconds, the unit stored in the database. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / SECOND_MS)
}

export function dateFrom(seconds: number): Date {
  return new Date(seconds * SECOND_MS)
}

/** The instant of a stored time, as the API returns it. */
export const isoFrom = (seconds: number): string => dateFrom(seconds).toISOString()
export const isoOrNull = (seconds: number | null) => (seconds === null ? null : isoFrom(seconds))

/** Formats `('won', 'lost')` for SQL. Pass domain constants only, never client input. */
export const sqlStringList = (words: readonly string[]) => `(${words.map(word => `'${word}'`).join(', ')})`

/** Values by name. Times are Unix seconds. */
export type SqlParams = Readonly<Record<string, number | string | null>>

type Stored<Value> = Value extends Date ? number : Value extends boolean ? 0 | 1 : Value extends object ? string : Value

/** A row of a table as SQL has it: instants are Unix seconds, booleans 0 or 1, and JSON is text. */
export type StoredRow<
  Table extends { $inferSelect: object },
  Column extends keyof Table['$inferSelect'] = keyof Table['$inferSelect']
> = { [Name in Column]: Stored<Table['$inferSelect'][Name]> }

/** JSON that the query itself has built. That of columns is validated (`parseStoredJson`). */
export const parseTrustedJson = <Value>(text: string) => JSON.parse(text) as Value

const PARAMETER = /:([a-z]\w*)/gi

/** Prepares SQL whose parameters are written `:name`. D1 itself knows numbered ones only. Throws on a missing name. */
export function prepareOn(d1: Pick<D1Database, 'prepare'>, query: string, params: SqlParams): D1PreparedStatement {
  const names: string[] = []
  const numbered = query.replace(PARAMETER, (_, name: string) => {
    if (!(name in params)) throw new Error(`The SQL parameter :${name} has no value`)
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  return d1.prepare(numbered).bind(...names.map(name => params[name]))
}

/** SQL with parameters `:name`, as a part of a Drizzle query, which binds their values itself. */
export const sqlNamed = <T>(query: string, params: SqlParams): SQL<T> =>
  sql.join(query.split(PARAMETER).map((part, index) => (index % 2 ? sql`${params[part]}` : sql.raw(part)))) as SQL<T>

/** The same for SQL whose only parameter is `:now`. */
export const sqlAt = <T>(query: string, now: Date): SQL<T> => sqlNamed(query, { now: secondsOf(now) })

/** SQL: a column by whose index SQLite must not search, because that of another condition finds fewer rows. */
export function withoutIndex(column: string): string
export function withoutIndex(column: SQLWrapper): SQL
export function withoutIndex(column: SQLWrapper | string) {
  return typeof column === 'string' ? `+${column}` : sql`+${column}`
}

/** SQL: a rule of a property, or its default. `rules` is its row of property_settings, which may be missing. */
export const ruleSql = (name: NumberRuleName, rules = 'rules') =>
  `coalesce(${rules}.${name}, ${NUMBER_RULES[name].default})`

// The JSON in columns. Another version of the app may have written it, so it is validated when it is read.

/** `bookings.terms` */
export const storedTerms = v.object({
  free_cancel_minutes: v.number(),
  grace_minutes: v.number(),
  late_cancel_percent: v.number(),
  operator_bears: v.optional(v.boolean())
}) satisfies v.GenericSchema<CancellationTerms>

/** `pricing_plans.available_days` */
export const storedDays = v.array(v.picklist(DAYS))

/** `property_settings.closed_dates` */
export const storedClosedDates = v.array(v.string())

/** `property_settings.weekday_hours` */
export const storedWeekdayHours = v.record(v.picklist(DAYS), v.array(v.string()))

/** `receipts.facts`: the seller, and the ride as it was when it was issued. */
export const storedReceiptFacts = v.object({
  address: v.string(),
  end_at: v.number(),
  plan: v.nullable(v.string()),
  property: v.string(),
  /** Of a taxed one. */
  sac: v.nullable(v.string()),
  scooter: v.string(),
  seller: v.string(),
  start_at: v.number()
})

/** Throws an error that names the column and the field, but not the value, which can be personal. */
export function parseStoredJson<Schema extends v.GenericSchema>(
  column: string,
  schema: Schema,
  text: string
): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (!parsed.success) throw new Error(`${column} is not JSON`)
  const { issues, output, success } = v.safeParse(schema, parsed.output)
  if (success) return output
  const field = v.getDotPath(issues[0])
  throw new Error(`${column} has an unexpected value${field === null ? '' : ` at '${field}'`}`)
}

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
