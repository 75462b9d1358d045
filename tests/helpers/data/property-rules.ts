import { updatePropertyRules } from '#contract/catalogue/property-rules.ts'
import type { RuleName } from '#domain/catalogue/property-rules.ts'
import type { Args } from '#tests/helpers/servers/app.ts'
import type { signedInAdmin } from './people.ts'

type Admin = Pick<Awaited<ReturnType<typeof signedInAdmin>>, 'call'>
type Rules = Args<typeof updatePropertyRules>[0]['body']

/** Changes rules of the property as an admin does. */
export const setPropertyRules = (admin: Admin, property_id: string, body: Rules) =>
  admin.call(updatePropertyRules, { body, params: { id: property_id } })

/** Runs a task while the property has these rules. Then they have their defaults again. */
export async function withPropertyRules<Result>(
  [admin, property_id]: readonly [admin: Admin, property_id: string],
  rules: Rules,
  task: () => Promise<Result>
): Promise<Result> {
  await setPropertyRules(admin, property_id, rules)
  try {
    return await task()
  } finally {
    const defaults = Object.keys(rules).map(name => [name as RuleName, null])
    await setPropertyRules(admin, property_id, Object.fromEntries(defaults))
  }
}
