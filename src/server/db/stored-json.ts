import * as v from 'valibot'
import type { CancellationTerms } from '#domain/bookings/cancellation.ts'
import { DAYS } from '#domain/constants.ts'

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
