import { fieldMissing } from '#messages/account/auth.ts'

type Field = keyof typeof fieldMissing

/**
 * The texts of the empty fields, for a sign-in. Its page has no schema of the contract: that loads with the first call,
 * and decides the same.
 */
export function missingFields(fields: { readonly [Name in Field]?: string }): { [Name in Field]?: string } {
  return Object.fromEntries(Object.entries(fieldMissing).filter(([field]) => fields[field as Field] === ''))
}
