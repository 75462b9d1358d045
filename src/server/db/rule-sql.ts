import { NUMBER_RULES, type NumberRuleName } from '#domain/catalogue/property-rules.ts'

/** SQL: a rule of a property, or its default. `rules` is its row of property_settings, which may be missing. */
export const ruleSql = (name: NumberRuleName, rules = 'rules') =>
  `coalesce(${rules}.${name}, ${NUMBER_RULES[name].default})`
