import { NUMBER_RULES, type NumberRuleName } from '#domain/catalogue/property-rules.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'

// Values as SQL has them. Nothing here needs the database.

/** Returns Unix seconds, the unit stored in the database. */
export function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / SECOND_MS)
}

export function dateFrom(seconds: number): Date {
  return new Date(seconds * SECOND_MS)
}

/** The instant of a stored time, as the API returns it. */
export const isoFrom = (seconds: number): string => dateFrom(seconds).toISOString()

/** Formats `('won', 'lost')` for SQL. Pass domain constants only, never client input. */
export const sqlStringList = (words: readonly string[]) => `(${words.map(word => `'${word}'`).join(', ')})`

/** SQL: a rule of a property, or its default. `rules` is its row of property_settings, which may be missing. */
export const ruleSql = (name: NumberRuleName, rules = 'rules') =>
  `coalesce(${rules}.${name}, ${NUMBER_RULES[name].default})`
